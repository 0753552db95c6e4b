import { NO_PLACE, QUALITY, type FixBatch } from '../sea/fix-batch.ts'
import { isShip } from '../sea/ship-reports.ts'

const LEAST = 1 << 12
/** More than wait here are read from the database later: minutes of a full sea. */
const MOST = 1 << 16

/** Accepted fixes of ships from the bus until their turn comes; plain columns, filled again and again. */
export class FixQueue {
  #columns = columns(LEAST)
  #count = 0
  /** Some did not find room: whoever takes them begins again from what is stored. */
  isLost = false

  get count() {
    return this.#count
  }

  add(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i)) continue
      if (this.#count === this.#columns.mmsi.length && !this.#grow()) return
      const n = this.#count++
      const own = this.#columns
      own.mmsi[n] = batch.mmsi[i]!
      own.split[n] = batch.split[i]!
      own.lat[n] = batch.lat[i]!
      own.lon[n] = batch.lon[i]!
      own.sog[n] = batch.sog[i]!
      own.source[n] = batch.source[i]!
      own.observedAt[n] = batch.observedAt[i]!
      own.fixId[n] = batch.fixId[i]!
    }
  }

  /** All that wait, for whoever reads them before the next await; the queue is empty then. */
  take(): { count: number; columns: QueueColumns } {
    const taken = { count: this.#count, columns: this.#columns }
    this.#columns = columns(LEAST)
    this.#count = 0
    this.isLost = false
    return taken
  }

  #grow(): boolean {
    const size = this.#columns.mmsi.length * 2
    if (size > MOST) {
      this.isLost = true
      return false
    }
    const wider = columns(size)
    for (const name of Object.keys(wider) as (keyof QueueColumns)[]) wider[name].set(this.#columns[name])
    this.#columns = wider
    return true
  }
}

const columns = (size: number) => ({
  mmsi: new Int32Array(size),
  split: new Int32Array(size),
  lat: new Int32Array(size),
  lon: new Int32Array(size),
  sog: new Int32Array(size),
  source: new Int32Array(size),
  observedAt: new Float64Array(size),
  fixId: new Float64Array(size),
})
export type QueueColumns = ReturnType<typeof columns>

/** Whether a fix tells where a ship was. */
export const isCounted = (batch: FixBatch, i: number): boolean =>
  batch.quality[i] !== QUALITY.QUARANTINED && batch.lat[i] !== NO_PLACE && isShip(batch, i)
