import { NONE16 } from '../../../../sea/fix-batch.ts'
import { grown } from '../contacts/grow.ts'
import { eastMetres, nearMetres, northMetres } from '../reach.ts'

/** Number of positions stored per contact, and their distance: 72 NM, three hours of a fast vessel. */
const PLACES = 24
const APART_M = 3 * 1852
/** Nearer than this in degrees x 1e6 is never so far apart. */
const NEAR_UDEG = 36_000
/** A place so far off the line between two is on the wake. */
const ASIDE_M = 1852
/** So far may a course be off the direction of the wake. */
const ALONG_DEG = 60
const UNDERWAY_TENTHS = 20
const NONE = -1

/**
 * Tracks of contacts as positions some miles apart. Reports of a feed that is hours behind lie on them. Stationary
 * contacts take no space.
 */
export class Wakes {
  #capacity = 1024
  /** Time of the first fix of a contact; 0 without a contact. */
  #since = new Float64Array(1024)
  #block = new Int32Array(1024).fill(NONE)
  /** Places written so far; the ring holds the last of them. */
  #written = new Uint32Array(1024)
  #lastLat = new Int32Array(1024)
  #lastLon = new Int32Array(1024)
  #lat = new Int32Array(64 * PLACES)
  #lon = new Int32Array(64 * PLACES)
  #blocks = 0
  readonly #freed: number[] = []

  note(id: number, lat: number, lon: number, observedAt: number): void {
    if (id >= this.#capacity) this.#grow(id)
    if (this.#since[id] === 0) {
      this.#since[id] = observedAt
      this.#lastLat[id] = lat
      this.#lastLon[id] = lon
      return
    }
    const lastLat = this.#lastLat[id]!
    const lastLon = this.#lastLon[id]!
    if (Math.abs(lat - lastLat) < NEAR_UDEG && Math.abs(lon - lastLon) < NEAR_UDEG) return
    if (nearMetres(lastLat, lastLon, lat, lon) < APART_M) return
    if (this.#block[id] === NONE) {
      this.#block[id] = this.#freeBlock()
      this.#put(id, lastLat, lastLon)
    }
    this.#put(id, lat, lon)
    this.#lastLat[id] = lat
    this.#lastLon[id] = lon
  }

  /** Forgets a contact: its number may be another's. */
  forget(id: number): void {
    if (id >= this.#capacity) return
    if (this.#block[id] !== NONE) this.#freed.push(this.#block[id]!)
    this.#block[id] = NONE
    this.#written[id] = 0
    this.#since[id] = 0
  }

  /** Returns true if the positions of a contact are known from an instant on. */
  reaches(id: number, from: number): boolean {
    return id < this.#capacity && this.#since[id] !== 0 && this.#since[id]! <= from
  }

  /** Returns true if a contact now at `nowLat`, `nowLon` passed a position on about this course (0.1 degree). */
  cameBy(
    id: number,
    nowLat: number,
    nowLon: number,
    lat: number,
    lon: number,
    sog: number,
    cog: number,
  ): boolean {
    if (id >= this.#capacity || this.#block[id] === NONE) return false
    const block = this.#block[id]! * PLACES
    const written = this.#written[id]!
    const course = sog === NONE16 || sog < UNDERWAY_TENTHS || cog === NONE16 ? NONE : cog / 10
    let toLat = nowLat
    let toLon = nowLon
    for (let back = 1; back <= Math.min(written, PLACES); back++) {
      const at = block + ((written - back) % PLACES)
      const fromLat = this.#lat[at]!
      const fromLon = this.#lon[at]!
      if (isOnLeg(fromLat, fromLon, toLat, toLon, lat, lon, course)) return true
      toLat = fromLat
      toLon = fromLon
    }
    return false
  }

  #put(id: number, lat: number, lon: number) {
    const at = this.#block[id]! * PLACES + (this.#written[id]! % PLACES)
    this.#lat[at] = lat
    this.#lon[at] = lon
    this.#written[id] = this.#written[id]! + 1
  }

  #freeBlock(): number {
    const freed = this.#freed.pop()
    if (freed !== undefined) return freed
    if (this.#blocks * PLACES === this.#lat.length) {
      this.#lat = grown(this.#lat, this.#lat.length * 2)
      this.#lon = grown(this.#lon, this.#lon.length * 2)
    }
    return this.#blocks++
  }

  #grow(id: number) {
    const from = this.#capacity
    while (this.#capacity <= id) this.#capacity *= 2
    this.#since = grown(this.#since, this.#capacity)
    this.#block = grown(this.#block, this.#capacity).fill(NONE, from)
    this.#written = grown(this.#written, this.#capacity)
    this.#lastLat = grown(this.#lastLat, this.#capacity)
    this.#lastLon = grown(this.#lastLon, this.#capacity)
  }
}

/** Returns true if a position lies beside the line between two positions, and a course in degrees follows it. */
function isOnLeg(
  fromLat: number,
  fromLon: number,
  toLat: number,
  toLon: number,
  lat: number,
  lon: number,
  course: number,
): boolean {
  const legX = eastMetres(fromLat, fromLon, toLat, toLon)
  const legY = northMetres(fromLat, toLat)
  const long = legX * legX + legY * legY
  const x = eastMetres(fromLat, fromLon, lat, lon)
  const y = northMetres(fromLat, lat)
  const share = long === 0 ? 0 : Math.min(1, Math.max(0, (x * legX + y * legY) / long))
  if (Math.hypot(x - share * legX, y - share * legY) > ASIDE_M) return false
  if (course === NONE || long < ASIDE_M * ASIDE_M) return true
  const along = (Math.atan2(legX, legY) * 180) / Math.PI
  const off = Math.abs(course - along) % 360
  return Math.min(off, 360 - off) <= ALONG_DEG
}
