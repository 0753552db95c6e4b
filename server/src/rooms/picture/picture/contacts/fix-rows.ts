import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { grown } from './grow.ts'

/** Longest time between two fixes that counts as an interval and not as a gap in reception. */
const LONGEST_INTERVAL_MS = 3 * 3_600_000
/** Weight of the average: a change of interval shows after about so many fixes. */
const INTERVALS_AVERAGED = 8

/** The latest fix of every source for every contact, by column. */
export class FixRows {
  #capacity = 1024
  #used = 0
  #freed: number[] = []

  contact = new Int32Array(1024)
  /** Next row of the same contact. */
  next = new Int32Array(1024)
  source = new Uint16Array(1024)
  feed = new Uint16Array(1024)
  station = new Int32Array(1024)
  fixId = new Float64Array(1024)
  /** Degrees x 1e6. */
  lat = new Int32Array(1024)
  lon = new Int32Array(1024)
  sog = new Uint16Array(1024)
  cog = new Uint16Array(1024)
  heading = new Uint16Array(1024)
  rot = new Int8Array(1024)
  navStatus = new Uint8Array(1024)
  type = new Uint8Array(1024)
  bits = new Uint8Array(1024)
  quality = new Uint8Array(1024)
  observedAt = new Float64Array(1024)
  recTime = new Float64Array(1024)
  /** Average ms between fixes of this source, 0 until there are two. */
  interval = new Float64Array(1024)

  take(): number {
    const freed = this.#freed.pop()
    if (freed !== undefined) {
      this.observedAt[freed] = 0
      this.interval[freed] = 0
      return freed
    }
    if (this.#used === this.#capacity) this.#grow()
    return this.#used++
  }

  release(row: number) {
    this.#freed.push(row)
  }

  /** Takes over row `i` of a batch. */
  set(row: number, batch: FixBatch, i: number) {
    this.#noteInterval(row, batch.observedAt[i]!)
    this.feed[row] = batch.feed[i]!
    this.station[row] = batch.station[i]!
    this.fixId[row] = batch.fixId[i]!
    this.lat[row] = batch.lat[i]!
    this.lon[row] = batch.lon[i]!
    this.sog[row] = batch.sog[i]!
    this.cog[row] = batch.cog[i]!
    this.heading[row] = batch.heading[i]!
    this.rot[row] = batch.rot[i]!
    this.navStatus[row] = batch.navStatus[i]!
    this.type[row] = batch.type[i]!
    this.bits[row] = batch.bits[i]!
    this.quality[row] = batch.quality[i]!
    this.observedAt[row] = batch.observedAt[i]!
    this.recTime[row] = batch.recTime[i]!
  }

  #noteInterval(row: number, observedAt: number) {
    const before = this.observedAt[row]!
    const gap = observedAt - before
    if (before === 0 || gap <= 0 || gap > LONGEST_INTERVAL_MS) return
    const average = this.interval[row]!
    this.interval[row] = average === 0 ? gap : average + (gap - average) / INTERVALS_AVERAGED
  }

  #grow() {
    const to = (this.#capacity *= 2)
    this.contact = grown(this.contact, to)
    this.next = grown(this.next, to)
    this.source = grown(this.source, to)
    this.feed = grown(this.feed, to)
    this.station = grown(this.station, to)
    this.fixId = grown(this.fixId, to)
    this.lat = grown(this.lat, to)
    this.lon = grown(this.lon, to)
    this.sog = grown(this.sog, to)
    this.cog = grown(this.cog, to)
    this.heading = grown(this.heading, to)
    this.rot = grown(this.rot, to)
    this.navStatus = grown(this.navStatus, to)
    this.type = grown(this.type, to)
    this.bits = grown(this.bits, to)
    this.quality = grown(this.quality, to)
    this.observedAt = grown(this.observedAt, to)
    this.recTime = grown(this.recTime, to)
    this.interval = grown(this.interval, to)
  }
}
