import { copyFix, fixBatch, NO_PLACE, QUALITY, type FixBatch } from './fix-batch.ts'
import { isShip } from './ship-reports.ts'

const LEAST = 1 << 12
/** More than wait here are read from the database later: minutes of a full sea. */
const MOST = 1 << 16

/** Accepted fixes of ships from the bus until their turn comes; plain columns, filled again and again. */
export class FixQueue {
  #batch = fixBatch(LEAST)
  /** True if some fixes did not fit: the reader restarts from stored data. */
  isLost = false

  get count() {
    return this.#batch.count
  }

  add(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i)) continue
      if (this.#batch.count === this.#batch.capacity && !this.#grow()) return
      copyFix(batch, i, this.#batch, this.#batch.count++)
    }
  }

  /** All that wait, the taker's to keep; the queue is empty then. */
  take(): FixBatch {
    const taken = this.#batch
    this.#batch = fixBatch(LEAST)
    this.isLost = false
    return taken
  }

  #grow(): boolean {
    const old = this.#batch
    if (old.capacity * 2 > MOST) {
      this.isLost = true
      return false
    }
    this.#batch = fixBatch(old.capacity * 2)
    for (let i = 0; i < old.count; i++) copyFix(old, i, this.#batch, i)
    this.#batch.count = old.count
    return true
  }
}

/** Returns whether a fix counts as a position of the vessel. */
export const isCounted = (batch: FixBatch, i: number): boolean =>
  batch.quality[i] !== QUALITY.QUARANTINED && batch.lat[i] !== NO_PLACE && isShip(batch, i)
