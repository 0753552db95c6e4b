import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { FixRows } from './fix-rows.ts'

/** Fixes kept of each: one that was given to the wrong contact does not draw the next ones after it (GFW looks back five). */
const FEW = 4

/** The last fixes of contacts that share their MMSI, whoever heard them. */
export class LastFew {
  readonly rows = new FixRows()
  readonly #ofContact = new Map<number, { rows: Int32Array; written: number }>()

  /** Rows of a contact, empty when nothing is kept of it; the first `count` are filled. */
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
