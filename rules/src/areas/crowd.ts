import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'

/** Vessel counted where it was at an instant (epoch ms), degrees. */
export type Counted = { ship: number; name: string; lat: number; lon: number; from: number }
export type Point = Pick<Counted, 'lat' | 'lon'>
/** Counted vessel, and the number of vessels, itself included, within the circle around its position. */
type Entry = { one: Counted; near: number }

const NM_PER_DEGREE = 60
/** Nearer to a pole circles are not searched wider. */
const STEEPEST = 0.02
/** Number of circles about a place within which all is of the same crowd. */
const SAME = 5

/** Vessels counted at their positions: the number of them within a circle around one, updated as they come and go. */
export class Crowd {
  readonly #metres: number
  readonly #degrees: number
  readonly #columns: number
  readonly #cells = new Map<number, Set<Entry>>()
  readonly #entries = new Map<Counted, Entry>()
  /** Entries with at least the required number around them. */
  readonly #full = new Set<Entry>()
  readonly #least: number
  readonly #ofShip = new Map<number, Set<Entry>>()
  /** Number of places compared; it only grows. */
  work = 0

  /** Sets the miles within which a vessel is near, and the number that makes a crowd. */
  constructor(nm: number, least: number) {
    this.#least = least
    this.#metres = nm * METRES_PER_NM
    // A whole number of cells goes round, none narrower than what is near.
    this.#columns = Math.floor((360 * NM_PER_DEGREE) / nm)
    this.#degrees = 360 / this.#columns
  }

  /** A ship is counted somewhere; the same object leaves. */
  enter(one: Counted): void {
    const theirs = new Set<number>([one.ship])
    this.#near(one, (entry) => {
      if (entry.one.ship === one.ship) return
      theirs.add(entry.one.ship)
      if (!this.#isBeside(entry, one.ship)) this.#grow(entry, 1)
    })
    const entry = { one, near: 0 }
    this.#grow(entry, theirs.size)
    this.#entries.set(one, entry)
    put(this.#cells, this.#cellOf(one), entry)
    put(this.#ofShip, one.ship, entry)
  }

  leave(one: Counted): void {
    const entry = this.#entries.get(one)
    if (entry === undefined) return
    this.#entries.delete(one)
    this.#full.delete(entry)
    take(this.#cells, this.#cellOf(one), entry)
    take(this.#ofShip, one.ship, entry)
    this.#near(one, (entry) => {
      if (entry.one.ship !== one.ship && !this.#isBeside(entry, one.ship)) this.#grow(entry, -1)
    })
  }

  /** Where most ships are of all places that are of the crowd at one, and how many; null where no crowd is. */
  fullestAbout(place: Point): { amid: Counted; near: number } | null {
    let best: Entry | null = null
    for (const entry of this.#full) {
      this.work++
      if (this.isSame(place, entry.one) && (best === null || isBefore(entry, best))) best = entry
    }
    return best === null ? null : { amid: best.one, near: best.near }
  }

  /** In the middle of each crowd one place, the fullest first, none of which is of the crowd at another. */
  middles(): Counted[] {
    const apart: Counted[] = []
    for (const { one } of [...this.#full].sort((a, b) => (isBefore(a, b) ? -1 : 1)))
      if (!apart.some((other) => this.isSame(one, other))) apart.push(one)
    return apart
  }

  isSame = (one: Point, other: Point): boolean => metresOf(one, other) <= SAME * this.#metres
  isNear = (one: Point, other: Point): boolean => metresOf(one, other) <= this.#metres

  #grow(entry: Entry, by: number) {
    entry.near += by
    if (entry.near >= this.#least) this.#full.add(entry)
    else this.#full.delete(entry)
  }

  /** Returns true if a vessel is counted within the circle around a place. */
  #isBeside({ one }: Entry, ship: number): boolean {
    for (const entry of this.#ofShip.get(ship) ?? []) {
      this.work++
      if (this.isNear(entry.one, one)) return true
    }
    return false
  }

  #near(one: Counted, hear: (entry: Entry) => void) {
    const { lat, lon } = one
    const steepest = Math.min(90, Math.abs(lat) + this.#degrees)
    const wide = this.#degrees / Math.max(STEEPEST, Math.cos((steepest * Math.PI) / 180))
    const [west, east] = [this.#columnOf(lon - wide), this.#columnOf(lon + wide)]
    for (let row = this.#rowOf(lat) - 1; row <= this.#rowOf(lat) + 1; row++)
      for (let column = west; column <= Math.min(east, west + this.#columns - 1); column++)
        for (const entry of this.#cells.get(this.#key(row, column)) ?? []) {
          this.work++
          if (this.isNear(entry.one, one)) hear(entry)
        }
  }
  #rowOf = (lat: number) => Math.floor((lat + 90) / this.#degrees)
  #columnOf = (lon: number) => Math.floor((lon + 180) / this.#degrees)
  #key = (row: number, column: number) => row * this.#columns + ((column + this.#columns) % this.#columns)
  #cellOf = ({ lat, lon }: Counted) => this.#key(this.#rowOf(lat), this.#columnOf(lon))
}

const metresOf = (one: Point, other: Point) => metresBetween(one.lat, one.lon, other.lat, other.lon)
/** Returns true for the fuller place, and of two equally full ones for the one that began, in any order of reports. */
function isBefore({ one, near }: Entry, { one: other, near: theirs }: Entry): boolean {
  if (near !== theirs) return near > theirs
  return one.from === other.from ? one.name < other.name : one.from < other.from
}
function put(map: Map<number, Set<Entry>>, key: number, entry: Entry) {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([entry]))
  else known.add(entry)
}
function take(map: Map<number, Set<Entry>>, key: number, entry: Entry) {
  const known = map.get(key)
  known?.delete(entry)
  if (known?.size === 0) map.delete(key)
}
