import { LARGEST_REGISTER_FILE, type RegisterImport } from '@samudra/contract/vessel-imports'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { OperationError, sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import { importFiles, type FilesOf } from '../../../../platform/kernel/files/file-store.ts'
import type { Readers } from '../../../../platform/kernel/files/readers.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { JobKind, JobRun, Jobs } from '../../../../platform/needs/jobs.ts'
import {
  insertImport,
  moveImport,
  readImport,
  readImports,
  removeSome,
  storeShips,
  type ImportRow,
  type ImportState,
} from './register-imports.sql.ts'
import type { RowsRead } from './rows.ts'

const DAY_MS = 24 * 3_600_000
/** Time after which an unsaved import expires. */
const RETENTION_MS = 7 * DAY_MS
const STORE = 'register.import'
const UNDO = 'register.undo'

export type ImportNeeds = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  readers: Readers
  files: FilesOf
  /** The number of a source, made when it is new. */
  sourceNumber(code: string): Promise<number>
}

/** Source files of imports that wait for storage; no user can download one. */
export const REGISTER_FILES = importFiles('register_import', LARGEST_REGISTER_FILE)

export const present = ({ report, claims, new_ships, created_at, ...row }: ImportRow): RegisterImport => ({
  id: row.id,
  ...report,
  state: row.state,
  progress: row.progress,
  stored: { claims, new_ships },
  trouble: row.trouble,
  created_by: row.created_by,
  created_at: created_at.toISOString(),
})

/** Tables of ships on their way into the register: looked into when they come, stored and undone in the background. */
export class RegisterImports {
  readonly #needs: ImportNeeds

  constructor(needs: ImportNeeds) {
    this.#needs = needs
  }

  get jobs(): JobKind[] {
    return [
      { name: STORE, does: 'Imports a table into the vessel register', work: (run) => this.#store(run) },
      { name: UNDO, does: 'Removes an import from the vessel register', work: (run) => this.#undo(run) },
    ]
  }

  async list(): Promise<ImportRow[]> {
    return readImports(this.#needs.db)
  }
  async find(id: string): Promise<ImportRow> {
    const row = await readImport(this.#needs.db, id)
    if (row === undefined) throw new OperationError('NOT_FOUND', 'This vessel import does not exist.')
    return row
  }

  /** Reads a table whole, and keeps it until it is stored or a week has gone. */
  async check(
    { name, source }: { name: string; source: string },
    by: { userId: string; username: string },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<ImportRow> {
    const { clock, db, files, readers, sourceNumber } = this.#needs
    const now = clock.now()
    const id = ulid(now)
    return files.receive({ name, by: by.userId, bytes }, async (come, keep) => {
      const query = { reading: 'register', who: by.userId, options: { keep: false } } as const
      let found: RowsRead['report'] | null = null
      for await (const { report } of readers.readParts<RowsRead>({ ...query, bytes: come.read() }))
        found = report
      const { ships = 0, fault_count = 0 } = found ?? {}
      const trouble =
        ships === 0
          ? 'This table has no vessel that can be stored.'
          : fault_count > ships
            ? 'Most lines have errors. Correct the table and upload it again.'
            : ''
      if (trouble === '') await keep({ on: id, until: new Date(now + RETENTION_MS) })
      await insertImport(db, {
        id,
        state: trouble === '' ? 'CHECKED' : 'REJECTED',
        source_id: await sourceNumber(source),
        report: { name: come.name, source, size: come.size, ...found! },
        trouble,
        created_by: by.username,
        created_at: new Date(now),
      })
      return this.find(id)
    })
  }

  async commit(id: string, by: string): Promise<ImportRow> {
    await this.#begin(id, ['CHECKED'], { state: 'STORING', progress: 0 }, STORE, by)
    return this.find(id)
  }
  async undo(id: string, by: string): Promise<ImportRow> {
    await this.#begin(id, ['STORED'], { state: 'UNDOING', progress: 0 }, UNDO, by)
    return this.find(id)
  }

  /** Cancels an import: partly stored data is removed, and it can be stored again. */
  async cancel(id: string, by: string): Promise<ImportRow> {
    const { db, jobs, files } = this.#needs
    const row = await this.find(id)
    if (row.state === 'STORING') {
      if (row.job_id !== null) await jobs.cancel(row.job_id, by)
      await this.#begin(id, ['STORING'], { state: 'CANCELLED', progress: 0 }, UNDO, by)
    } else {
      await this.#expect(moveImport(db, id, ['CHECKED', 'REJECTED'], { state: 'CANCELLED' }), row)
      await files.forget((await files.of(id)).map((file) => file.id))
    }
    return this.find(id)
  }

  async #begin(
    id: string,
    from: readonly ImportState[],
    to: { state: ImportState; progress: number },
    job: string,
    by: string,
  ) {
    const { db, jobs } = this.#needs
    const row = await this.find(id)
    await this.#expect(moveImport(db, id, from, { ...to, trouble: '', job_id: null }), row)
    const job_id = await jobs.enqueue(job, { id }, by)
    await moveImport(db, id, [to.state], { job_id })
  }
  async #expect(moved: Promise<boolean>, { state }: ImportRow) {
    if (!(await moved)) throw new OperationError('VALIDATION', REFUSED[state])
  }

  async #store(run: JobRun) {
    const { db, clock, files, readers } = this.#needs
    const { id } = run.input as { id: string }
    const row = await readImport(db, id)
    if (row?.state !== 'STORING') return
    const [file] = await files.of(id)
    if (file === undefined) return this.#fail(id, 'The table is no longer stored; upload it again.')
    // Rows that an earlier try stored are passed over.
    const done = (run.mark as { done: number } | null)?.done ?? 0
    let reached = 0
    try {
      const query = { reading: 'register', who: id, options: { keep: true }, signal: run.signal } as const
      const parts = readers.readParts<RowsRead>({ ...query, bytes: await files.read(file) })
      for await (const { ships, read } of parts) {
        const fresh = ships.slice(Math.max(0, done - reached))
        reached += ships.length
        const share = Math.min(1, read / Math.max(1, row.report.size))
        run.progress(share)
        if (fresh.length === 0) continue
        await run.step({ done: reached }, (client) =>
          storeShips(client, row, fresh, new Date(clock.now()), share),
        )
      }
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'BAD_FORMAT') throw error
      return this.#fail(id, sentenceOf(error))
    }
    if (await moveImport(db, id, ['STORING'], { state: 'STORED', progress: 1 })) await files.forget([file.id])
  }
  async #fail(id: string, trouble: string) {
    await moveImport(this.#needs.db, id, ['STORING'], { state: 'REJECTED', trouble })
  }

  /** Takes away what an import brought; one that was cancelled can be stored again. */
  async #undo(run: JobRun) {
    const { db } = this.#needs
    const { id } = run.input as { id: string }
    const row = await readImport(db, id)
    if (row === undefined) return
    const all = Math.max(1, row.claims)
    let gone = 0
    for (let some = await removeSome(db, id); some > 0; some = await removeSome(db, id)) {
      run.signal.throwIfAborted()
      gone += some
      run.progress(Math.min(1, gone / all))
      await moveImport(db, id, ['UNDOING', 'CANCELLED'], { progress: Math.min(1, gone / all) })
    }
    await moveImport(db, id, ['UNDOING'], { state: 'UNDONE', progress: 1 })
    await moveImport(db, id, ['CANCELLED'], { state: 'CHECKED', progress: 0 })
  }
}

const REFUSED: Record<ImportState, string> = {
  CHECKED: 'This table was only checked; store it first.',
  REJECTED: 'This table cannot be stored; correct it and upload it again.',
  STORING: 'This table is being stored; wait until it is done, or cancel it.',
  STORED: 'This table is stored; undo it to take it away.',
  UNDOING: 'This table is being taken away; wait until it is done.',
  UNDONE: 'This table was removed; upload it again.',
  CANCELLED: 'This import was cancelled; upload the table again.',
}
