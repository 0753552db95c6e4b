import { LARGEST_IMPORT_PART, type ImportJob, type ImportState } from '@samudra/contract/exchange'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { EMPTY, REFUSED, goOnFrom, isOpen, isOver, isRunning } from './import-states.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { ImportFiles } from './import-files.ts'
import { readTracks, type Storing } from './import-run.ts'
import { keepImport, nextImportFeed, readImports, type ImportRow } from './track-imports.sql.ts'
import type { TracksRead } from './read/track-file.ts'
import { UntilDone } from './until-done.ts'

/** Time after which an import that no user stores is deleted: a week. */
const RETENTION_MS = 7 * 24 * 3_600_000
const MOST_OPEN = 20
/** Clocks of the database and of the server may differ by less. */
const MARGIN_MS = 1000

export type ImportNeeds = {
  db: Db
  clock: Clock
  log: Log
  readers: Readers
  /** Files while they are looked into. */
  files: ImportFiles
  /** Where they lay in before. */
  formerFolder: string
  fixes: FixReader
  storing: Omit<Storing, 'feed' | 'clock'>
  /** Reports a file that is stored. */
  stored: (report: ImportJob) => void
  /** Takes away what a feed brought in a period of arrival, epoch ms. */
  forget(query: {
    feed: number
    from: number
    to: number
    signal: AbortSignal
    progress: (share: number) => void
  }): Promise<void>
}

/** A running step, and the way to end it. */
type Running = {
  id: string
  mayEnd: boolean
  abort: AbortController
  /** Brings the import to rest after the step has failed. */
  settling: UntilDone
  done: Promise<void>
}

/** Files of tracks on their way into the history: uploaded, looked into, stored, undone. One at a time is worked on. */
export class Imports {
  readonly #needs: ImportNeeds
  readonly #rows = new Map<string, ImportRow>()
  #running: Running | null = null

  constructor(needs: ImportNeeds) {
    this.#needs = needs
  }

  /** Removes what was being stored when the server ended; what was being read can be read again. */
  async load(): Promise<void> {
    await this.readAgain()
    const { files, formerFolder } = this.#needs
    const open = (id: string) => [this.#rows.get(id)].find((row) => row !== undefined && !isOver(row))
    await files.takeOver(formerFolder, open)
    for (const row of this.#rows.values())
      await this.#mend(row, this.#needs.clock.now() - RETENTION_MS).catch((error: unknown) =>
        this.#log('an import could not be ended', row, error),
      )
  }

  /** Takes the imports as they are stored: another process works on them. */
  async readAgain(): Promise<void> {
    const rows = await readImports(this.#needs.db)
    this.#rows.clear()
    for (const row of rows) this.#rows.set(row.id, row)
  }

  async #mend(row: ImportRow, oldest: number) {
    const { state } = row
    if (state === 'COMMITTING' || state === 'UNDOING') return this.#resume(row)
    if (state === 'CHECKING') await this.#move(row, 'UPLOADED', { progress: 0 })
    if (!isOpen(row)) return
    const received = await this.#needs.files.received(row.id)
    if (row.state === 'UPLOADING') await this.#move(row, 'UPLOADING', { received })
    else if (received !== row.report.size)
      await this.#drop(row, 'The file is no longer on the server. Upload it again.')
    if (row.created_at.getTime() < oldest) await this.#drop(row, 'The import was not stored within 7 days.')
  }

  /** Takes away what an ended server left, while the others begin their work; ended again it goes on at the next start. */
  #resume(row: ImportRow) {
    const abort = new AbortController()
    const settling = new UntilDone()
    const why = 'The server stopped during the import. Nothing was stored. Store it again.'
    const takeBack = () =>
      row.state === 'UNDOING' ? this.#undo(row, abort.signal) : this.#clean(row, why, abort.signal)
    const done = settling
      .run(takeBack, (error) => this.#unsettled(row, error))
      .finally(() => (this.#running = null))
    this.#running = { id: row.id, mayEnd: false, abort, settling, done }
  }

  #unsettled(row: ImportRow, error: unknown) {
    this.#log('an import could not be ended; trying again', row, error)
    const trouble = `The import could not be stopped: ${sentenceOf(error)}. Samudra retries automatically. Cancel it to retry now.`
    row.report = { ...row.report, trouble }
  }

  #log(what: string, { id }: ImportRow, error: unknown) {
    if (!(error instanceof Cancelled)) this.#needs.log.error(what, { import: id, error: sentenceOf(error) })
  }

  list(): ImportJob[] {
    return [...this.#rows.values()].map(({ report }) => report).toReversed()
  }
  find(id: string): ImportRow {
    const row = this.#rows.get(id)
    if (row === undefined) throw new OperationError('NOT_FOUND', 'This import no longer exists.')
    return row
  }

  async begin(
    given: { name: string; size: number; sources: ImportJob['sources'] },
    by: string,
  ): Promise<ImportJob> {
    if ([...this.#rows.values()].filter(isOpen).length >= MOST_OPEN)
      throw new OperationError(
        'TOO_LARGE',
        `${MOST_OPEN} imports wait to be stored. Store or cancel one first.`,
      )
    const feed = nextImportFeed(this.#rows.values())
    if (feed === null) throw new OperationError('TOO_LARGE', 'All import numbers are used.')
    const now = this.#needs.clock.now()
    const id = ulid(now)
    const report: ImportJob = {
      ...EMPTY,
      ...given,
      id,
      created_by: by,
      created_at: new Date(now).toISOString(),
    }
    const row: ImportRow = {
      id,
      feed,
      state: 'UPLOADING',
      report,
      created_by: by,
      created_at: new Date(now),
      stored_from: null,
      stored_to: null,
    }
    await keepImport(this.#needs.db, row)
    this.#rows.set(id, row)
    return report
  }

  /** Keeps a part that follows on what is here. */
  async upload(
    id: string,
    offset: number,
    { bytes, by }: { bytes: AsyncIterable<Uint8Array>; by: string },
  ): Promise<ImportJob> {
    const row = this.find(id)
    this.#expect(row, ['UPLOADING'])
    if (this.#uploads.has(id))
      throw new OperationError('IN_USE', 'A part of this file is already uploading. Wait for it.')
    this.#uploads.add(id)
    try {
      const { files } = this.#needs
      const here = await files.received(id)
      if (offset !== here) throw goOnFrom(here)
      const most = Math.min(LARGEST_IMPORT_PART, row.report.size - here)
      await files.append(row, bytes, { by, here, most, isWanted: () => row.state === 'UPLOADING' })
      this.#expect(row, ['UPLOADING'])
      const received = await files.received(id)
      const isWhole = received === row.report.size
      return await this.#move(row, isWhole ? 'UPLOADED' : 'UPLOADING', { received })
    } finally {
      this.#uploads.delete(id)
    }
  }
  readonly #uploads = new Set<string>()

  async check(id: string): Promise<ImportJob> {
    const row = this.find(id)
    this.#expect(row, ['UPLOADED', 'CHECKED', 'REJECTED'])
    return this.#start(row, 'CHECKING', async (signal) => {
      const found = await readTracks(this.#run(row, signal), null)
      const { fixes = 0, error_count: errors = 0 } = found
      const why =
        fixes === 0
          ? 'The file contains no positions.'
          : errors > fixes
            ? 'More than half of the lines have errors. Correct the file and upload it again.'
            : ''
      await this.#move(row, why === '' ? 'CHECKED' : 'REJECTED', { ...found, trouble: why, progress: 1 })
    })
  }

  async commit(id: string): Promise<ImportJob> {
    const row = this.find(id)
    this.#expect(row, ['CHECKED'])
    const { clock, db, storing } = this.#needs
    return this.#start(row, 'COMMITTING', async (signal) => {
      row.stored_from = new Date(clock.now() - MARGIN_MS)
      await keepImport(db, row)
      const isNamed = row.report.sources === 'AS_IN_FILE'
      const found = await readTracks(this.#run(row, signal), {
        ...storing,
        clock,
        feed: row.feed,
        sourceNumber: (code) => storing.sourceNumber(isNamed ? code : null),
      })
      signal.throwIfAborted()
      row.stored_to = new Date(clock.now() + MARGIN_MS)
      await this.#move(row, 'COMMITTED', {
        ...found,
        progress: 1,
        committed_at: new Date(clock.now()).toISOString(),
      })
      this.#needs.stored(row.report)
      await this.#needs.files
        .forget(row.id)
        .catch((error: unknown) => this.#log('the file of a stored import could not be deleted', row, error))
    })
  }

  async undo(id: string, by: string): Promise<ImportJob> {
    const row = this.find(id)
    this.#expect(row, ['COMMITTED'])
    return this.#start(row, 'UNDOING', async (signal) => {
      row.report = { ...row.report, undone_by: by }
      await this.#undo(row, signal)
    })
  }

  /**
   * Ends what is going on and returns when it has ended; what waits is let go. What could not be taken away is tried
   * again at once.
   */
  async cancel(id: string): Promise<ImportJob> {
    const row = this.find(id)
    const running = this.#running
    // A step that has reported its end is done in a moment, and cannot be ended any more.
    if (running?.id === id && !isRunning(row)) await running.done
    else if (running?.id === id && (running.mayEnd || running.settling.isPausing)) {
      if (running.mayEnd) running.abort.abort(new Cancelled())
      await Promise.race([running.done, running.settling.again()])
      return row.report
    }
    this.#expect(row, ['UPLOADING', 'UPLOADED', 'CHECKED', 'REJECTED'])
    await this.#drop(row, '')
    return row.report
  }

  async stop(): Promise<void> {
    this.#running?.settling.giveUp()
    this.#running?.abort.abort(new Cancelled())
    await this.#running?.done
  }

  /** Begins a step that goes on after the answer. */
  async #start(
    row: ImportRow,
    state: ImportState,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<ImportJob> {
    // A step that has reported its end is done in a moment.
    if (this.#running !== null && !isRunning(this.find(this.#running.id))) await this.#running.done
    if (this.#running !== null)
      throw new OperationError(
        'IN_USE',
        'Another file is being imported. Wait until it is finished, or cancel it.',
      )
    const before = row.state
    const abort = new AbortController()
    const settling = new UntilDone()
    const mayEnd = state !== 'UNDOING'
    const running: Running = { id: row.id, mayEnd, abort, settling, done: Promise.resolve() }
    this.#running = running
    try {
      await this.#move(row, state, { progress: 0, trouble: '' })
    } catch (error) {
      this.#running = null
      throw error
    }
    running.done = work(abort.signal)
      .catch((error: unknown) => {
        const why = this.#whyOf(row, error)
        const settle = () => this.#failed(row, before, { error, why })
        return settling.run(settle, (failure) => this.#unsettled(row, failure))
      })
      .finally(() => (this.#running = null))
    return row.report
  }

  /** Returns why a step ended early, for its import; empty when a user ended it. */
  #whyOf(row: ImportRow, error: unknown): string {
    if (isUnreadable(error)) return error.message
    this.#log('an import failed', row, error)
    return error instanceof Cancelled ? '' : sentenceOf(error)
  }

  /** An ended or failed step leaves the import as it was before it. */
  async #failed(row: ImportRow, before: ImportState, { error, why }: { error: unknown; why: string }) {
    if (row.state === 'COMMITTING') await this.#clean(row, why, new AbortController().signal)
    else if (row.state === 'CHECKING')
      await this.#move(row, isUnreadable(error) ? 'REJECTED' : 'UPLOADED', {
        trouble: why,
        progress: 0,
      })
    else await this.#move(row, before, { trouble: why })
  }

  /** Takes away what was stored of an import that did not come to its end. */
  async #clean(row: ImportRow, trouble: string, signal: AbortSignal) {
    await this.#needs.storing.flush()
    await this.#remove(row, signal)
    row.stored_from = row.stored_to = null
    await this.#move(row, 'CHECKED', { trouble, progress: 0 })
  }

  async #undo(row: ImportRow, signal: AbortSignal) {
    await this.#remove(row, signal)
    await this.#move(row, 'UNDONE', {
      progress: 1,
      undone_at: new Date(this.#needs.clock.now()).toISOString(),
    })
  }

  async #remove(row: ImportRow, signal: AbortSignal) {
    const { forget, clock } = this.#needs
    if (row.stored_from === null) return
    await forget({
      feed: row.feed,
      from: row.stored_from.getTime(),
      to: row.stored_to?.getTime() ?? clock.now() + MARGIN_MS,
      signal,
      progress: (progress) => (row.report = { ...row.report, progress }),
    })
  }

  async #drop(row: ImportRow, trouble: string) {
    await this.#needs.files.forget(row.id)
    await this.#move(row, 'CANCELLED', { trouble })
  }

  #run(row: ImportRow, signal: AbortSignal) {
    const { readers, files } = this.#needs
    return {
      bytes: files.read(row.id),
      size: row.report.size,
      known: this.#needs.fixes,
      signal,
      tracks: (bytes: AsyncIterable<Uint8Array>) =>
        readers.readParts<TracksRead>({
          reading: 'tracks',
          who: row.created_by,
          options: null,
          bytes,
          signal,
        }),
      progress: (share: number, report: Partial<ImportJob>) => {
        row.report = { ...row.report, ...report, progress: share }
      },
    }
  }

  /** Changes the state at once, so that no other step begins; reverts it when it cannot be stored. */
  async #move(row: ImportRow, state: ImportState, changes: Partial<ImportJob>): Promise<ImportJob> {
    const { state: before, report } = row
    const moved = { ...report, ...changes, state }
    row.state = state
    row.report = moved
    try {
      await keepImport(this.#needs.db, row)
    } catch (error) {
      if (row.report === moved) Object.assign(row, { state: before, report })
      throw error
    }
    return row.report
  }

  #expect(row: ImportRow, states: readonly ImportState[]) {
    if (!states.includes(row.state)) throw new OperationError('VALIDATION', REFUSED[row.state])
  }
}

class Cancelled extends Error {}
/** Returns whether an error is the reader's own sentence about an unreadable file. */
const isUnreadable = (error: unknown): error is OperationError =>
  error instanceof OperationError && error.code === 'BAD_FORMAT'
