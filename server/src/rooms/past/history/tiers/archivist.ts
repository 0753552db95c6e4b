import { access, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { underway } from '../../../../platform/kernel/http/underway.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { FileHoldsMore, countFixes, hoursOf, readArchive, writeArchive } from './archive-file.ts'
import { HOUR_MS } from '../read/fix-test.ts'
import { pickedFixes } from '../read/fix-columns.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { sortedPlaces } from '../read/fix-order.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { DAY_MS, dropSome } from './retention.sql.ts'
import {
  archives,
  endLeaving,
  putArchive,
  replaceHour,
  stillStored,
  storedImports,
  type ArchiveRow,
  type ArchiveState,
} from './storage.sql.ts'

type Needs = { db: Db; clock: Clock; log: Log; reader: FixReader; archiveFolder: string }

type Change = { state?: ArchiveState; why?: string; removes?: boolean; fixes?: number; bytes?: number }

/** States of work under way, which begins again when a run ended in the middle of it. */
const UNDER_WAY: readonly ArchiveState[] = ['WRITING', 'REMOVING', 'RESTORING']

/**
 * Worker that writes days into files and reads them back, one at a time; when it ends with its job, the day begins
 * again.
 */
export class Archivist {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Continues with everything that was requested and is not done. */
  async work(): Promise<void> {
    for (;;) {
      const rows = await archives(this.#needs.db).catch((error: unknown) => {
        throw new Error(`${sentenceOf(error)}; see that the database answers`, { cause: error })
      })
      const next = rows.findLast((row) => UNDER_WAY.includes(row.state))
      if (next === undefined) return
      try {
        await this.#do(next)
      } catch (error) {
        // Work that was ended in the middle begins again; only what went wrong by itself has failed.
        underway.signal?.throwIfAborted()
        this.#needs.log.error('a day of positions could not be archived', {
          day: next.day,
          error: sentenceOf(error),
        })
        await this.#put(next, { ...(await this.#afterFailure(next, error)), why: sentenceOf(error) })
      }
    }
  }

  /** Days whose fixes stay as they came: something is done with them, or they were read back on purpose. */
  async archivedDays(): Promise<{ from: number; to: number }[]> {
    const rows = await archives(this.#needs.db)
    return rows
      .filter(({ state }) => state === 'RESTORED' || UNDER_WAY.includes(state))
      .map((row) => ({ from: startOf(row.day), to: startOf(row.day) + DAY_MS }))
  }

  isStored(day: string): Promise<boolean> {
    return access(this.#fileOf(day)).then(
      () => true,
      () => false,
    )
  }

  async #do(row: ArchiveRow) {
    const day = startOf(row.day)
    if (row.state === 'WRITING') {
      const written = await this.#write(row)
      await this.#put(row, { state: row.removes ? 'REMOVING' : 'WRITTEN', ...written })
    } else if (row.state === 'REMOVING') {
      // Nothing leaves the database before its file was read in full.
      const found = await countFixes(this.#fileOf(row.day)).catch(() => null)
      if (found !== Number(row.fixes)) row = await this.#put(row, await this.#write(row))
      await this.#remove('fix_chunks', day, 'FILE')
      await this.#remove('thin_chunks', day, 'FILE')
      await this.#put(row, { state: 'REMOVED' })
    } else {
      await this.#restore(row.day, day)
      await this.#put(row, { state: 'RESTORED' })
    }
  }

  /** Writes the file of a day, unless the one that is there holds more. */
  async #write({ day, fixes }: ArchiveRow) {
    const file = this.#fileOf(day)
    await mkdir(this.#needs.archiveFolder, { recursive: true, mode: 0o700 })
    await rm(`${file}.part`, { force: true })
    const found = await this.#found(file)
    const least = found.isWhole ? found.fixes : Math.max(found.fixes, Number(fixes))
    return writeArchive(file, this.#hours(startOf(day)), least)
  }

  /** Returns what can be read of a file, without what was undone since; nothing when it is not there. */
  async #found(file: string): Promise<{ fixes: number; isWhole: boolean }> {
    const imports = await storedImports(this.#needs.db)
    let fixes = 0
    try {
      for await (const hour of readArchive(file)) {
        underway.signal?.throwIfAborted()
        fixes += stillStored(hour.fixes, imports).length
      }
      return { fixes, isWhole: true }
    } catch {
      underway.signal?.throwIfAborted()
      return { fixes, isWhole: false }
    }
  }

  async *#hours(day: number): AsyncGenerator<FixBatch> {
    for (const from of hoursOf(day)) {
      const query = { by: 'ARRIVAL', from, to: from + HOUR_MS, quarantined: true, order: 'CONTACT' } as const
      for await (const batch of this.#needs.reader.readFixes(query)) {
        underway.signal?.throwIfAborted()
        yield batch
      }
    }
  }

  async #remove(table: 'fix_chunks' | 'thin_chunks', day: number, to: 'NOTHING' | 'FILE' = 'NOTHING') {
    while (await dropSome(this.#needs.db, table, day, to)) underway.signal?.throwIfAborted()
  }

  async #restore(name: string, day: number) {
    for await (const { hour, fixes } of readArchive(this.#fileOf(name))) {
      underway.signal?.throwIfAborted()
      if (hour < day || hour >= day + DAY_MS)
        throw new Error(`the file holds positions of another day than ${name}`)
      const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'observedAt', 'fixId'])
      await replaceHour(this.#needs.db, hour, pickedFixes(fixes, places))
    }
    await this.#remove('thin_chunks', day)
    await endLeaving(this.#needs.db, name)
  }

  #fileOf(day: string): string {
    return path.join(this.#needs.archiveFolder, `positions-${day}.csv.gz`)
  }

  async #afterFailure(row: ArchiveRow, error: unknown): Promise<Change> {
    // A day that was read back is here still, and its file is as it was.
    if (row.state === 'WRITING' && Number(row.bytes) > 0) return { state: 'RESTORED' }
    if (row.state !== 'WRITING' || !(error instanceof FileHoldsMore)) return { state: 'FAILED' }
    // The day is to be read back from the file that was unknown before.
    const { size } = await stat(this.#fileOf(row.day))
    return { state: 'FAILED', removes: false, fixes: error.held, bytes: size }
  }

  /** Keeps a day as it is now. */
  async #put(row: ArchiveRow, change: Change): Promise<ArchiveRow> {
    const { fixes = Number(row.fixes), bytes = Number(row.bytes) } = change
    const changed = { ...row, why: null, ...change, changed_at: new Date(this.#needs.clock.now()) }
    await putArchive(this.#needs.db, { ...changed, fixes, bytes })
    return { ...changed, fixes: String(fixes), bytes: String(bytes) }
  }
}

export const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
