import { access, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sentenceOf } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { hoursOf, readArchive, writeArchive } from './archive-file.ts'
import { HOUR_MS } from './asked.ts'
import { pickedFixes, type FixColumns } from './fix-columns.ts'
import { sortedPlaces } from './fix-order.ts'
import type { FixReader } from './reader.ts'
import { DAY_MS, dropSome } from './retention.sql.ts'
import { archives, putArchive, replaceHour, type ArchiveRow, type ArchiveState } from './storage.sql.ts'

type Needs = { db: Db; clock: Clock; log: Log; reader: FixReader; archiveFolder: string }

/** What is under way and, when a run ended in the middle of it, is begun anew. */
const UNDER_WAY: readonly ArchiveState[] = ['WRITING', 'REMOVING', 'RESTORING']

/** Writes days into files and reads them back, one at a time. */
export class Archivist {
  readonly #needs: Needs
  #isStopped = false
  #working: Promise<void> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Goes on with whatever is asked for and not done. */
  work(): Promise<void> {
    return (this.#working ??= this.#all().finally(() => (this.#working = undefined)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  /** Days whose fixes stay as they came: they are being written, or were read back on purpose. */
  async keptDays(): Promise<{ from: number; to: number }[]> {
    const rows = await archives(this.#needs.db)
    return rows
      .filter((row) => ['WRITING', 'RESTORING', 'RESTORED'].includes(row.state))
      .map((row) => ({ from: startOf(row.day), to: startOf(row.day) + DAY_MS }))
  }

  isKept(day: string): Promise<boolean> {
    return access(this.#fileOf(day)).then(
      () => true,
      () => false,
    )
  }

  async #all() {
    for (;;) {
      const rows = await archives(this.#needs.db)
      const next = rows.findLast((row) => UNDER_WAY.includes(row.state))
      if (next === undefined || this.#isStopped) return
      try {
        await this.#do(next)
      } catch (error) {
        // Ended in the middle it is begun anew; only what went wrong by itself has failed.
        if (this.#isStopped) return
        this.#needs.log.error('a day of positions could not be archived', {
          day: next.day,
          error: sentenceOf(error),
        })
        await this.#put(next, { state: 'FAILED', why: sentenceOf(error) })
      }
    }
  }

  async #do(row: ArchiveRow) {
    const day = startOf(row.day)
    if (row.state === 'WRITING') {
      await mkdir(this.#needs.archiveFolder, { recursive: true, mode: 0o700 })
      await rm(`${this.#fileOf(row.day)}.part`, { force: true })
      const { fixes, bytes } = await writeArchive(this.#fileOf(row.day), this.#hours(day))
      await this.#put(row, { state: row.removes ? 'REMOVING' : 'WRITTEN', fixes, bytes })
    } else if (row.state === 'REMOVING') {
      await this.#remove('fix_chunks', day)
      await this.#remove('thin_chunks', day)
      await this.#put(row, { state: 'REMOVED' })
    } else {
      await this.#restore(row.day, day)
      await this.#put(row, { state: 'RESTORED' })
    }
  }

  async *#hours(day: number): AsyncGenerator<FixColumns> {
    for (const from of hoursOf(day)) {
      const asked = { by: 'ARRIVAL', from, to: from + HOUR_MS, quarantined: true, order: 'CONTACT' } as const
      for await (const batch of this.#needs.reader.readFixes(asked)) {
        this.#checkStop()
        yield batch
      }
    }
  }

  async #remove(table: 'fix_chunks' | 'thin_chunks', day: number) {
    while (await dropSome(this.#needs.db, table, day)) this.#checkStop()
  }

  async #restore(name: string, day: number) {
    for await (const { hour, fixes } of readArchive(this.#fileOf(name))) {
      this.#checkStop()
      if (hour < day || hour >= day + DAY_MS)
        throw new Error(`the file holds positions of another day than ${name}`)
      const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'observedAt', 'fixId'])
      await replaceHour(this.#needs.db, hour, pickedFixes(fixes, places))
    }
    await this.#remove('thin_chunks', day)
  }

  #checkStop() {
    if (this.#isStopped) throw new Error('the server is ending')
  }

  #fileOf(day: string): string {
    return path.join(this.#needs.archiveFolder, `positions-${day}.csv.gz`)
  }

  async #put(row: ArchiveRow, change: { state: ArchiveState; why?: string; fixes?: number; bytes?: number }) {
    await putArchive(this.#needs.db, {
      ...row,
      fixes: Number(row.fixes),
      bytes: Number(row.bytes),
      why: null,
      ...change,
      changed_at: new Date(this.#needs.clock.now()),
    })
  }
}

export const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
