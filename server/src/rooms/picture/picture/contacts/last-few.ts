import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { FixRows } from './fix-rows.ts'

/**
 * Number of fixes stored per contact, so that a wrongly assigned fix does not attract the next ones (GFW uses five).
 */
const FEW = 4

/** Last fixes of contacts that share their MMSI, from any receiver. */
export class LastFew {
  readonly rows = new FixRows()
  readonly #ofContact = new Map<number, { rows: Int32Array; written: number }>()

  /** Returns the rows of a contact, empty when none are stored; the first `count` are filled. */
  of(id: number): Int32Array | undefined {
    return this.#ofContact.get(id)?.rows
  }

  countOf(id: number): number {
    return Math.min(this.#ofContact.get(id)?.written ?? 0, FEW)
  }

  note(id: number, batch: FixBatch, i: number): void {
    let stored = this.#ofContact.get(id)
    if (stored === undefined) {
      stored = { rows: new Int32Array(FEW), written: 0 }
      for (let n = 0; n < FEW; n++) stored.rows[n] = this.rows.take()
      this.#ofContact.set(id, stored)
    }
    const row = stored.rows[stored.written++ % FEW]!
    this.rows.set(row, batch, i)
    this.rows.source[row] = batch.source[i]!
  }

  forget(id: number): void {
    const stored = this.#ofContact.get(id)
    if (stored === undefined) return
    for (const row of stored.rows) this.rows.release(row)
    this.#ofContact.delete(id)
  }
}
