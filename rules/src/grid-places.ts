import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { ShipFacts } from './memory.ts'

/** Ships are compared where they were at whole minutes, never a fresh fix with an old one. */
export const GRID_MS = 60_000
/** So many minutes are kept: what comes late lies within them. */
export const GRIDS = 64
const METRES_PER_DEGREE = 60 * METRES_PER_NM
/** Farther north and south cells get no wider. */
const STEEPEST = 0.1

/** Where a ship was at a whole minute, between two fixes: the motion is that of the nearer one. */
export type GridPlace = {
  at: number
  lat: number
  lon: number
  sog: number
  cog: number
  heading: number
  nav: number
  source: number
  /** The fix she was heard by next. */
  id: number
  facts: ShipFacts
  lists: readonly string[]
}

/** Where ships were at the whole minutes of the last hour, and who was near whom then. */
export class GridPlaces {
  readonly #metres: number
  readonly #rowDegrees: number
  /** Of each ship, by minute modulo GRIDS. */
  readonly #places: (GridPlace | undefined)[][] = []
  /** Of each minute modulo GRIDS: who was in which cell. */
  readonly #cells: { at: number; ships: Map<number, number[]> }[] = Array.from({ length: GRIDS }, () => ({
    at: 0,
    ships: new Map<number, number[]>(),
  }))
  #latest: number[] = []

  /** Who is within so many metres of another is near. */
  constructor(metres: number) {
    this.#metres = metres
    this.#rowDegrees = Math.max(metres / METRES_PER_DEGREE, 0.001)
  }

  of(ship: number, at: number): GridPlace | undefined {
    const place = this.#places[ship]?.[(at / GRID_MS) % GRIDS]
    return place?.at === at ? place : undefined
  }

  /** The latest minute at which it is known where a ship was, 0 for none. */
  latestOf(ship: number): number {
    return this.#latest[ship] ?? 0
  }

  /** Puts a ship where she was, or takes away where she was said to be; whether that is news. */
  put(ship: number, at: number, place: GridPlace | undefined): boolean {
    const slot = (at / GRID_MS) % GRIDS
    const mine = (this.#places[ship] ??= Array<GridPlace | undefined>(GRIDS))
    const before = this.of(ship, at)
    if (isSame(before, place)) return false
    if (before !== undefined) this.#remove(ship, before)
    mine[slot] = place
    if (place === undefined) return true
    this.#latest[ship] = Math.max(this.latestOf(ship), at)
    const cells = this.#cells[slot]!
    if (cells.at !== at) {
      if (cells.at > at) return true
      cells.at = at
      cells.ships.clear()
    }
    const key = this.#keyOf(this.#rowOf(place.lat), place.lon)
    const there = cells.ships.get(key)
    if (there === undefined) cells.ships.set(key, [ship])
    else there.push(ship)
    return true
  }

  #remove(ship: number, { at, lat, lon }: GridPlace) {
    const cells = this.#cells[(at / GRID_MS) % GRIDS]!
    if (cells.at !== at) return
    const there = cells.ships.get(this.#keyOf(this.#rowOf(lat), lon)) ?? []
    const index = there.indexOf(ship)
    if (index >= 0) there.splice(index, 1)
  }

  /** Tells of each other ship that was near at a minute. */
  near(ship: number, place: GridPlace, hear: (other: number) => void): void {
    const cells = this.#cells[(place.at / GRID_MS) % GRIDS]!
    if (cells.at !== place.at) return
    const row = this.#rowOf(place.lat)
    for (let by = -1; by <= 1; by++) {
      const width = this.#widthOf(row + by)
      const count = Math.round(360 / width)
      const column = Math.floor((place.lon + 180) / width)
      for (let step = -1; step <= 1; step++) {
        const there = cells.ships.get((row + by) * 1e7 + ((column + step + count) % count))
        if (there === undefined) continue
        for (const other of there)
          if (other !== ship && this.#isNear(place, this.of(other, place.at)!)) hear(other)
      }
    }
  }
  #isNear(one: GridPlace, other: GridPlace) {
    return metresBetween(one.lat, one.lon, other.lat, other.lon) <= this.#metres
  }

  #rowOf(lat: number): number {
    return Math.floor((lat + 90) / this.#rowDegrees)
  }
  /** A whole number of cells goes round; none is narrower than what is near. */
  #widthOf(row: number): number {
    const lat = Math.max(Math.abs(row * this.#rowDegrees - 90), Math.abs((row + 1) * this.#rowDegrees - 90))
    const width = this.#rowDegrees / Math.max(STEEPEST, Math.cos((Math.min(lat, 90) * Math.PI) / 180))
    return 360 / Math.max(3, Math.floor(360 / width))
  }
  #keyOf(row: number, lon: number): number {
    const width = this.#widthOf(row)
    return row * 1e7 + (Math.floor((lon + 180) / width) % Math.round(360 / width))
  }
}

const isSame = (one: GridPlace | undefined, other: GridPlace | undefined) =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.lat === other.lat &&
    one.lon === other.lon &&
    Object.is(one.sog, other.sog) &&
    Object.is(one.cog, other.cog) &&
    one.id === other.id &&
    one.nav === other.nav &&
    one.facts === other.facts &&
    one.lists === other.lists)
