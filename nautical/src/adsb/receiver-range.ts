import { metresBetween } from '../geodesy.ts'
import { globalPlace, localPlace, type CprPair, type CprPlace } from './cpr.ts'

/** Time for which an address stays known after it was received with a parity of its own. */
const KNOWN_MS = 60_000
/** An even and an odd report make a place when they are this close. */
const PAIR_MS = 10_000
/** A last place is near enough to read a single report by for this long: 180 NM take 10 minutes at 1,080 kn. */
const NEAR_MS = 600_000
const NEAR_SURFACE_MS = 60_000
/** Nothing that sends flies faster, with a margin for coarse clocks: metres a second, and metres at once. */
const FASTEST_MPS = 1000
const SLACK_M = 10_000
/** After this many places in a row that no flight explains, the old place is taken to be the wrong one. */
const MISSES = 3
const FIRST_SLOTS = 1024
const MOST_SLOTS = 65_536
const SWEEP_MS = 60_000

const grown = <T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T => {
  to.set(from)
  return to
}

/**
 * Recent data of each aircraft at one receiver: that the address is real, the last even and odd position report, the
 * last place. Bounded; silent aircraft make room.
 */
export class ReceivedAircraft {
  readonly #slotOf = new Map<number, number>()
  readonly #free: number[] = []
  #slots = FIRST_SLOTS
  #used = 0
  #sweptAt = 0
  #heardAt = new Float64Array(FIRST_SLOTS)
  /** Even at 2n, odd at 2n + 1. */
  #cprLat = new Uint32Array(FIRST_SLOTS * 2)
  #cprLon = new Uint32Array(FIRST_SLOTS * 2)
  #cprAt = new Float64Array(FIRST_SLOTS * 2).fill(-Infinity)
  #cprIsSurface = new Uint8Array(FIRST_SLOTS * 2)
  #lat = new Float64Array(FIRST_SLOTS)
  #lon = new Float64Array(FIRST_SLOTS)
  #placedAt = new Float64Array(FIRST_SLOTS).fill(-Infinity)
  #misses = new Uint8Array(FIRST_SLOTS)
  /** Where the receiver stands, for aircraft on the ground and single reports. */
  readonly #receiver: CprPlace | null
  readonly #pair: CprPair = { evenLat: 0, evenLon: 0, oddLat: 0, oddLon: 0 }
  readonly #near: CprPlace = { lat: 0, lon: 0 }

  constructor(receiver: CprPlace | null) {
    this.#receiver = receiver
  }

  isKnown(address: number, at: number): boolean {
    const slot = this.#slotOf.get(address)
    return slot !== undefined && at - this.#heardAt[slot]! <= KNOWN_MS
  }

  /** Records an address received with a parity of its own; false when there is no room for another. */
  hear(address: number, at: number): boolean {
    const slot = this.#slotFor(address, at)
    if (slot < 0) return false
    this.#heardAt[slot] = at
    return true
  }

  /** Computes the place of a position report of an aircraft just received; false when it cannot be determined yet. */
  locate(
    address: number,
    latBits: number,
    lonBits: number,
    isOdd: boolean,
    isSurface: boolean,
    at: number,
    out: CprPlace,
  ): boolean {
    const slot = this.#slotOf.get(address)
    if (slot === undefined) return false
    const mine = slot * 2 + (isOdd ? 1 : 0)
    this.#cprLat[mine] = latBits
    this.#cprLon[mine] = lonBits
    this.#cprAt[mine] = at
    this.#cprIsSurface[mine] = isSurface ? 1 : 0
    if (!this.#byPair(slot, isOdd, isSurface, at, out) && !this.#byNear(slot, mine, isSurface, at, out))
      return false
    return this.#accept(slot, at, out)
  }

  #byPair(slot: number, isOdd: boolean, isSurface: boolean, at: number, out: CprPlace): boolean {
    const even = slot * 2
    const odd = even + 1
    const other = isOdd ? even : odd
    if (at - this.#cprAt[other]! > PAIR_MS || this.#cprIsSurface[other] !== (isSurface ? 1 : 0)) return false
    const pair = this.#pair
    pair.evenLat = this.#cprLat[even]!
    pair.evenLon = this.#cprLon[even]!
    pair.oddLat = this.#cprLat[odd]!
    pair.oddLon = this.#cprLon[odd]!
    return globalPlace(pair, isOdd, isSurface, isSurface ? this.#nearOf(slot, at, NEAR_MS) : null, out)
  }

  #byNear(slot: number, mine: number, isSurface: boolean, at: number, out: CprPlace): boolean {
    const near = this.#nearOf(slot, at, isSurface ? NEAR_SURFACE_MS : NEAR_MS)
    // The receiver's range is longer than a single report reaches.
    if (near === null || near === this.#receiver) return false
    return localPlace(this.#cprLat[mine]!, this.#cprLon[mine]!, (mine & 1) === 1, isSurface, near, out)
  }

  #nearOf(slot: number, at: number, within: number): CprPlace | null {
    if (at - this.#placedAt[slot]! > within) return this.#receiver
    this.#near.lat = this.#lat[slot]!
    this.#near.lon = this.#lon[slot]!
    return this.#near
  }

  #accept(slot: number, at: number, place: CprPlace): boolean {
    const since = at - this.#placedAt[slot]!
    const isClose = // Within 8 km anywhere, which needs no trigonometry to be believed.
      Math.abs(this.#lat[slot]! - place.lat) < 0.05 && Math.abs(this.#lon[slot]! - place.lon) < 0.05
    if (since <= NEAR_MS && !isClose) {
      const way = metresBetween(this.#lat[slot]!, this.#lon[slot]!, place.lat, place.lon)
      if (way > SLACK_M + (FASTEST_MPS * Math.max(0, since)) / 1000) {
        const misses = this.#misses[slot]! + 1
        this.#misses[slot] = misses
        if (misses >= MISSES) {
          this.#placedAt[slot] = -Infinity
          this.#misses[slot] = 0
        }
        return false
      }
    }
    this.#misses[slot] = 0
    this.#lat[slot] = place.lat
    this.#lon[slot] = place.lon
    this.#placedAt[slot] = at
    return true
  }

  #slotFor(address: number, at: number): number {
    const known = this.#slotOf.get(address)
    if (known !== undefined) return known
    if (at - this.#sweptAt > SWEEP_MS) this.#sweep(at)
    let slot = this.#free.pop()
    if (slot === undefined) {
      if (this.#used === this.#slots && !this.#grow()) return -1
      slot = this.#used++
    }
    this.#slotOf.set(address, slot)
    this.#placedAt[slot] = -Infinity
    this.#misses[slot] = 0
    this.#cprAt[slot * 2] = this.#cprAt[slot * 2 + 1] = -Infinity
    return slot
  }

  #sweep(at: number) {
    this.#sweptAt = at
    for (const [address, slot] of this.#slotOf) {
      if (at - this.#heardAt[slot]! <= NEAR_MS) continue
      this.#slotOf.delete(address)
      this.#free.push(slot)
    }
  }

  #grow(): boolean {
    if (this.#slots >= MOST_SLOTS) return false
    const slots = (this.#slots *= 2)
    this.#heardAt = grown(this.#heardAt, new Float64Array(slots))
    this.#cprLat = grown(this.#cprLat, new Uint32Array(slots * 2))
    this.#cprLon = grown(this.#cprLon, new Uint32Array(slots * 2))
    this.#cprAt = grown(this.#cprAt, new Float64Array(slots * 2))
    this.#cprIsSurface = grown(this.#cprIsSurface, new Uint8Array(slots * 2))
    this.#lat = grown(this.#lat, new Float64Array(slots))
    this.#lon = grown(this.#lon, new Float64Array(slots))
    this.#placedAt = grown(this.#placedAt, new Float64Array(slots))
    this.#misses = grown(this.#misses, new Uint8Array(slots))
    return true
  }
}
