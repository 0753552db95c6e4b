import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { ShipFacts } from '../running/memory.ts'

/** Ships are compared where they were at whole minutes, never a fresh fix with an old one. */
export const GRID_MS = 60_000
/** Number of minutes that are stored: late data lie within them. */
export const GRIDS = 64
const METRES_PER_DEGREE = 60 * METRES_PER_NM
/** Farther north and south cells get no wider. */
const STEEPEST = 0.1

/**
 * Position of a vessel at a whole minute, between two fixes: the motion is that of the nearer one. Places are stored
 * to a hundredth of a metre, motion to 1/10,000.
 */
export type GridPlace = {
  at: number
  lat: number
  lon: number
  sog: number
  cog: number
  heading: number
  nav: number
  source: number
  /** Fix by which the vessel was received next, and the one before. */
  id: number
  beforeId: number
  facts: ShipFacts
  lists: readonly string[]
}

/** Name and lists of a vessel, as often as they changed lately. */
type Named = Pick<GridPlace, 'facts' | 'lists'>
const MOST_NAMED = 128

/** Ships whose places lie in columns together. */
const BLOCK = 1024
const ROWS = BLOCK * GRIDS
const NONE = -1
const UNITS = 1e7
const PARTS = 1e4

/** Places of some ships: 52 bytes each, of each ship by minute modulo GRIDS. */
class Columns {
  /** Whole minutes since 1970, 0 for no place. */
  readonly minute = new Int32Array(ROWS)
  readonly lat = new Int32Array(ROWS)
  readonly lon = new Int32Array(ROWS)
  readonly sog = new Float32Array(ROWS)
  readonly cog = new Float32Array(ROWS)
  readonly heading = new Float32Array(ROWS)
  readonly nav = new Int8Array(ROWS)
  readonly source = new Uint16Array(ROWS)
  readonly id = new Float64Array(ROWS)
  readonly beforeId = new Float64Array(ROWS)
  readonly named = new Uint8Array(ROWS)
  /** Hash of the cell the vessel was in, and the next vessel in a cell of the same bucket. */
  readonly cell = new Int32Array(ROWS)
  readonly next = new Int32Array(ROWS)
}

/** Vessels by cell at a minute: the first vessel of each bucket. */
type Cells = { minute: number; heads: Int32Array }
const FEWEST_BUCKETS = 1 << 12

/** Where ships were at the whole minutes of the last hour, and who was near whom then. */
export class GridPlaces {
  readonly #metres: number
  readonly #rowDegrees: number
  readonly #blocks: Columns[] = []
  readonly #named: { ring: Named[]; last: number }[] = []
  readonly #cells: Cells[] = Array.from({ length: GRIDS }, () => ({ minute: 0, heads: new Int32Array(0) }))
  readonly #latest: number[] = []

  /** Sets the metres within which another vessel is near. */
  constructor(metres: number) {
    this.#metres = metres
    this.#rowDegrees = Math.max(metres / METRES_PER_DEGREE, 0.001)
  }

  of(ship: number, at: number): GridPlace | undefined {
    const minute = at / GRID_MS
    const columns = this.#blocks[Math.floor(ship / BLOCK)]
    const row = rowOf(ship, minute)
    if (columns === undefined || columns.minute[row] !== minute) return undefined
    const { facts, lists } = this.#named[ship]!.ring[columns.named[row]!]!
    return {
      at,
      lat: columns.lat[row]! / UNITS,
      lon: columns.lon[row]! / UNITS,
      sog: Math.round(columns.sog[row]! * PARTS) / PARTS,
      cog: Math.round(columns.cog[row]! * PARTS) / PARTS,
      heading: Math.round(columns.heading[row]! * PARTS) / PARTS,
      nav: columns.nav[row]!,
      source: columns.source[row]!,
      id: columns.id[row]!,
      beforeId: columns.beforeId[row]!,
      facts,
      lists,
    }
  }

  /** The latest minute at which it is known where a ship was, 0 for none. */
  latestOf(ship: number): number {
    return this.#latest[ship] ?? 0
  }

  /** Puts a vessel where it was, or removes a reported position; returns true if that is new. */
  put(ship: number, at: number, place: GridPlace | undefined): boolean {
    const minute = at / GRID_MS
    const columns = (this.#blocks[Math.floor(ship / BLOCK)] ??= new Columns())
    const row = rowOf(ship, minute)
    const wasThere = columns.minute[row] === minute
    // An hour later is known already.
    if (columns.minute[row]! > minute || (place === undefined && !wasThere)) return false
    const named = place === undefined ? 0 : this.#nameOf(ship, place)
    if (place !== undefined && wasThere && isSame(columns, row, place, named)) return false
    if (wasThere) this.#leave(ship, minute, columns.cell[row]!)
    columns.minute[row] = place === undefined ? 0 : minute
    if (place === undefined) return true
    write(columns, row, place, named)
    this.#latest[ship] = Math.max(this.latestOf(ship), at)
    this.#enter(ship, minute, columns, row)
    return true
  }

  #nameOf(ship: number, { facts, lists }: Named): number {
    const named = (this.#named[ship] ??= { ring: [], last: NONE })
    const { ring } = named
    const last = ring[named.last]
    if (last?.facts === facts && last.lists === lists) return named.last
    const known = ring.findIndex((one) => one.facts === facts && one.lists === lists)
    if (known >= 0) return known
    named.last = (named.last + 1) % MOST_NAMED
    ring[named.last] = { facts, lists }
    return named.last
  }

  #enter(ship: number, minute: number, columns: Columns, row: number) {
    const cells = this.#cells[minute % GRIDS]!
    if (cells.minute > minute) return
    if (cells.minute < minute) this.#begin(cells, minute)
    const gridRow = this.#rowOf(columns.lat[row]! / UNITS)
    const width = this.#widthOf(gridRow)
    const cell = cellOf(gridRow, columnOf(columns.lon[row]! / UNITS, width) % Math.round(360 / width))
    const bucket = cell & (cells.heads.length - 1)
    columns.cell[row] = cell
    columns.next[row] = cells.heads[bucket]!
    cells.heads[bucket] = ship
  }

  #begin(cells: Cells, minute: number) {
    let buckets = FEWEST_BUCKETS
    while (buckets < this.#latest.length) buckets *= 2
    if (cells.heads.length !== buckets) cells.heads = new Int32Array(buckets)
    cells.heads.fill(NONE)
    cells.minute = minute
  }

  #leave(ship: number, minute: number, cell: number) {
    const { minute: current, heads } = this.#cells[minute % GRIDS]!
    if (current !== minute) return
    const bucket = cell & (heads.length - 1)
    let before = NONE
    let one = heads[bucket]!
    for (; one !== ship && one !== NONE; one = this.#next(one, minute)) before = one
    if (one === NONE) return
    const next = this.#next(ship, minute)
    if (before === NONE) heads[bucket] = next
    else this.#blocks[Math.floor(before / BLOCK)]!.next[rowOf(before, minute)] = next
  }
  #next(ship: number, minute: number): number {
    return this.#blocks[Math.floor(ship / BLOCK)]!.next[rowOf(ship, minute)]!
  }

  /** Reports each other vessel that was near at a minute. */
  near(ship: number, at: number, hear: (other: number) => void): void {
    const minute = at / GRID_MS
    const { minute: current, heads } = this.#cells[minute % GRIDS]!
    const columns = this.#blocks[Math.floor(ship / BLOCK)]
    const mine = rowOf(ship, minute)
    if (current !== minute || columns?.minute[mine] !== minute) return
    const [lat, lon] = [columns.lat[mine]! / UNITS, columns.lon[mine]! / UNITS]
    const row = this.#rowOf(lat)
    for (let by = -1; by <= 1; by++) {
      const width = this.#widthOf(row + by)
      const count = Math.round(360 / width)
      const column = columnOf(lon, width)
      for (let step = -1; step <= 1; step++) {
        const cell = cellOf(row + by, (column + step + count) % count)
        for (let other = heads[cell & (heads.length - 1)]!; other !== NONE;) {
          const theirs = this.#blocks[Math.floor(other / BLOCK)]!
          const there = rowOf(other, minute)
          const next = theirs.next[there]!
          if (
            theirs.cell[there] === cell &&
            other !== ship &&
            metresBetween(lat, lon, theirs.lat[there]! / UNITS, theirs.lon[there]! / UNITS) <= this.#metres
          )
            hear(other)
          other = next
        }
      }
    }
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
}

const rowOf = (ship: number, minute: number) => (ship % BLOCK) * GRIDS + (minute % GRIDS)
const columnOf = (lon: number, width: number) => Math.floor((lon + 180) / width)
/** Thirty-two bits that are those of no other cell but by a rare chance. */
function cellOf(row: number, column: number): number {
  const mixed = Math.imul(row, 0x9e3779b1) ^ Math.imul(column, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

function write(columns: Columns, row: number, place: GridPlace, named: number) {
  columns.lat[row] = Math.round(place.lat * UNITS)
  columns.lon[row] = Math.round(place.lon * UNITS)
  columns.sog[row] = place.sog
  columns.cog[row] = place.cog
  columns.heading[row] = place.heading
  columns.nav[row] = place.nav
  columns.source[row] = place.source
  columns.id[row] = place.id
  columns.beforeId[row] = place.beforeId
  columns.named[row] = named
}

const isSame = (columns: Columns, row: number, place: GridPlace, named: number) =>
  columns.lat[row] === Math.round(place.lat * UNITS) &&
  columns.lon[row] === Math.round(place.lon * UNITS) &&
  Object.is(columns.sog[row], Math.fround(place.sog)) &&
  Object.is(columns.cog[row], Math.fround(place.cog)) &&
  columns.id[row] === place.id &&
  columns.beforeId[row] === place.beforeId &&
  columns.nav[row] === place.nav &&
  columns.named[row] === named
