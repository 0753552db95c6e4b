import { NO_PLACE } from '../../../../sea/fix-batch.ts'
import type { Box, FixColumn, FixQuery } from '../../../../sea/fix-reader.ts'
import { KEY_COLUMNS } from './fix-columns.ts'

/** Query with conditions that only the history itself uses. */
export type Reading = FixQuery & {
  /** Leaves out what arrived before, and fixes up to an id. */
  arrivedFrom?: number | undefined
  after?: number | undefined
  /**
   * Instant up to which, of fixes that lie together, the last observed one of each split and source is enough. A batch
   * is reused for the next.
   */
  lastUpTo?: number | undefined
}

/** A fix observed later than this after its arrival is off time: its clock is ahead, and it was quarantined. */
export const AHEAD_MS = 61_000
/** A fix that arrives later than this after it was observed is off time too; such fixes are found by an index of their own. */
export const LATE_MS = 600_000
export const HOUR_MS = 3_600_000

export const hourOf = (at: number) => Math.floor(at / HOUR_MS) * HOUR_MS

/** Returns whether a column of an answer has values. */
export const isQuery = (query: Pick<FixQuery, 'columns'>, column: FixColumn) =>
  query.columns === undefined ||
  query.columns.includes(column) ||
  (KEY_COLUMNS as readonly FixColumn[]).includes(column)

/** A question made ready to be put to one fix after the other; everything a plain number, in the units of columns. */
export class FixTest {
  readonly #isByArrival: boolean
  readonly #from: number
  readonly #to: number
  readonly #knownBy: number
  readonly #mmsis: ReadonlySet<number> | null
  readonly #sources: ReadonlySet<number> | null
  readonly #takesAll: boolean
  readonly #box: [west: number, south: number, east: number, north: number] | null
  /** Fixes up to this id are left out. */
  readonly #after: number

  constructor(query: Reading) {
    this.#isByArrival = query.by === 'ARRIVAL'
    this.#from = query.from
    this.#to = query.to
    this.#knownBy = query.knownBy ?? Infinity
    this.#mmsis = query.mmsis === undefined ? null : new Set(query.mmsis)
    this.#sources = query.sources === undefined || query.sources === null ? null : new Set(query.sources)
    this.#takesAll = query.quarantined === true
    this.#box = query.box === undefined ? null : udegBox(query.box)
    this.#after = query.after ?? -1
  }

  isInTime(observedAt: number, recTime: number): boolean {
    const time = this.#isByArrival ? recTime : observedAt
    return time >= this.#from && time < this.#to && recTime < this.#knownBy
  }

  isWanted(fixId: number, mmsi: number, source: number, quality: number, lat: number, lon: number): boolean {
    if (fixId <= this.#after) return false
    if (!this.#takesAll && (quality >= 2 || lat === NO_PLACE || lon === NO_PLACE)) return false
    if (this.#mmsis !== null && !this.#mmsis.has(mmsi)) return false
    if (this.#sources !== null && !this.#sources.has(source)) return false
    return this.#box === null || isInBox(this.#box, lat, lon)
  }
}

/** The box in degrees x 1e6, rounded outwards. */
export const udegBox = ({ west, south, east, north }: Box): [number, number, number, number] => [
  Math.floor(west * 1e6),
  Math.floor(south * 1e6),
  Math.ceil(east * 1e6),
  Math.ceil(north * 1e6),
]

export function isInBox(
  [west, south, east, north]: readonly [number, number, number, number],
  lat: number,
  lon: number,
): boolean {
  // "Not available" lies south of everything, but also west of it.
  if (lat < south || lat > north || lon === NO_PLACE) return false
  return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
}
