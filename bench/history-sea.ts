import { joinedFixes, pickedFixes } from '../server/src/rooms/past/history/read/fix-columns.ts'
import { sortedPlaces } from '../server/src/rooms/past/history/read/fix-order.ts'
import { replaceHour } from '../server/src/rooms/past/history/tiers/storage.sql.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { NONE16, fixBatch, type FixBatch } from '../server/src/sea/fix-batch.ts'

/** Steps of AIS: 1/10,000 minute as degrees x 1e6. */
const quantized = (udeg: number) => Math.round(Math.round(udeg * 0.6) / 0.6)
const KNOT_UDEG_PER_S = 1852 / 3600 / 0.1113195

/**
 * Simulated sea for history measurements: vessels under way that turn now and then, and vessels at anchor, class A and
 * B. Two coasts receive them and, late, a satellite. The same seed gives the same fixes in order of arrival.
 */
export class HistorySea {
  readonly #ships: number
  readonly #everyS: number
  #state: number
  readonly #lat: Float64Array
  readonly #lon: Float64Array
  readonly #cog: Float64Array
  readonly #sog: Float64Array
  readonly #due: Float64Array
  readonly #heap: Int32Array
  #last = 0

  constructor(options: { ships: number; everyS: number; from: number; seed?: number }) {
    const { ships, everyS, from } = options
    this.#ships = ships
    this.#everyS = everyS
    this.#state = options.seed ?? 1
    this.#lat = Float64Array.from({ length: ships }, () => (this.#roll() * 120 - 60) * 1e6)
    this.#lon = Float64Array.from({ length: ships }, () => (this.#roll() * 340 - 170) * 1e6)
    this.#cog = Float64Array.from({ length: ships }, () => this.#roll() * 360)
    this.#sog = Float64Array.from({ length: ships }, () => (this.#roll() < 0.4 ? 0 : 6 + this.#roll() * 14))
    this.#due = Float64Array.from({ length: ships }, () => from + this.#roll() * everyS * 1000)
    this.#heap = Int32Array.from({ length: ships }, (_, i) => i).sort((a, b) => this.#due[a]! - this.#due[b]!)
  }

  #roll(): number {
    let t = (this.#state = (this.#state + 0x6d2b79f5) >>> 0)
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** The fixes that arrive until an instant, in batches; a batch is used again. */
  *until(end: number): Generator<FixBatch> {
    const batch = fixBatch(8192)
    while (this.#due[this.#heap[0]!]! < end) {
      this.#write(batch, this.#heap[0]!)
      this.#sink()
      if (batch.count < batch.capacity) continue
      yield batch
      batch.count = 0
    }
    if (batch.count > 0) yield batch
  }

  #write(batch: FixBatch, ship: number) {
    const arrived = Math.floor(this.#due[ship]!)
    const isB = ship % 5 === 0
    const isSatellite = this.#roll() < 0.02
    const i = batch.count++
    this.#sail(ship)
    const moves = this.#sog[ship]! > 0
    const late = isSatellite ? 60_000 + this.#roll() * 2_400_000 : 150 + this.#roll() * 900
    const coast = this.#roll() < 0.7 ? 1 : 2
    batch.fixId[i] = this.#last = Math.max(this.#last + 1, arrived * 1024)
    batch.mmsi[i] = 200_000_000 + ship * 17
    batch.recTime[i] = arrived
    batch.observedAt[i] = Math.floor((arrived - late) / 1000) * 1000
    batch.lat[i] = quantized(this.#lat[ship]! + (moves ? 0 : this.#roll() * 40 - 20))
    batch.lon[i] = quantized(this.#lon[ship]! + (moves ? 0 : this.#roll() * 40 - 20))
    batch.sog[i] = Math.max(0, Math.round(this.#sog[ship]! * 10 + (this.#roll() * 5 - 2.5)))
    batch.cog[i] = moves
      ? Math.round(this.#cog[ship]! * 10 + this.#roll() * 24 - 12 + 3600) % 3600
      : Math.floor(this.#roll() * 3600)
    batch.heading[i] = isB ? NONE16 : Math.round(this.#cog[ship]! + this.#roll() * 3) % 360
    batch.rot[i] = isB ? -128 : this.#roll() < 0.8 ? 0 : Math.round(this.#roll() * 6 - 3)
    batch.navStatus[i] = isB ? 15 : moves ? 0 : 1
    batch.type[i] = isB ? 18 : moves ? (this.#roll() < 0.1 ? 3 : 1) : 3
    batch.bits[i] = (ship & 1) | (this.#roll() < 0.5 ? 16 : 32)
    batch.feed[i] = batch.source[i] = isSatellite ? 3 : coast
    batch.station[i] = isSatellite ? -1 : coast * 100 + ((ship + (this.#roll() < 0.2 ? 1 : 0)) % 40)
    batch.quality[i] = this.#roll() < 0.003 ? 2 : 0
    batch.reasons[i] = batch.quality[i] === 2 ? 4 : 0
    this.#due[ship] = arrived + this.#everyS * 1000 * (0.7 + 0.6 * this.#roll())
  }

  #sail(ship: number) {
    if (this.#sog[ship] === 0) return
    if (this.#roll() < 0.02) this.#cog[ship] = (this.#cog[ship]! + this.#roll() * 80 - 40 + 360) % 360
    const step = this.#sog[ship]! * KNOT_UDEG_PER_S * this.#everyS
    const angle = (this.#cog[ship]! * Math.PI) / 180
    const lat = this.#lat[ship]! + step * Math.cos(angle)
    this.#lat[ship] = Math.max(-70e6, Math.min(70e6, lat))
    const lon = this.#lon[ship]! + (step * Math.sin(angle)) / Math.cos((lat / 1e6) * (Math.PI / 180))
    this.#lon[ship] = lon > 180e6 ? lon - 360e6 : lon < -180e6 ? lon + 360e6 : lon
  }

  /** The ship at the head goes to where its next report puts it. */
  #sink() {
    const [heap, due] = [this.#heap, this.#due]
    const ship = heap[0]!
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= this.#ships) break
      if (child + 1 < this.#ships && due[heap[child + 1]!]! < due[heap[child]!]!) child++
      if (due[heap[child]!]! >= due[ship]!) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = ship
  }
}

const HOUR_MS = 3_600_000

/** Stores a sea of whole hours as fixes lie once they are old: chunks of a ship and an hour. Answers how many there were. */
export async function storeOld(
  db: Db,
  sea: HistorySea,
  { from, to }: { from: number; to: number },
): Promise<number> {
  let stored = 0
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const parts: FixBatch[] = []
    for (const batch of sea.until(hour + HOUR_MS))
      parts.push(
        pickedFixes(
          batch,
          Int32Array.from({ length: batch.count }, (_, i) => i),
        ),
      )
    if (parts.length === 0) continue
    const fixes = joinedFixes(parts)
    stored += fixes.count
    const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'observedAt', 'fixId'])
    await replaceHour(db, hour, pickedFixes(fixes, places))
  }
  return stored
}
