import {
  coursePlace,
  PATTERN_COUNTERS,
  PATTERN_WIDTH,
  hourOf,
  intervalPlace,
  speedPlace,
} from '@samudra/nautical/usual-value'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import { NO_PLACE, NONE16, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixColumn } from '../../../sea/fix-reader.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import { CounterRows, packed, wide } from './counters.ts'
import { LanePoints } from './lane-points.ts'

export const PATTERN_FIX_COLUMNS = [
  'lat',
  'lon',
  'sog',
  'cog',
  'type',
  'source',
] as const satisfies FixColumn[]

/** Speeds and courses of a ship are counted so often at most, or a fast ship, which reports oftener, would count more. */
const SAMPLE_MS = 180_000
/** Minimum speed under way, in tenths of a knot; below it the vessel is stationary and its course means nothing. */
const UNDER_WAY = 10

export const keyOf = (mmsi: number, split: number) => mmsi * 256 + split

type Ship = {
  at: number
  sampledAt: number
  hour: number
  /** Cells and hours in which the vessel was counted, as cell × 24 + hour. */
  readonly seen: Set<number>
}

export type LearnedDay = {
  ships: { key: number; body: Buffer; cells: number[] }[]
  cells: { key: number; body: Buffer }[]
  types: { key: number; body: Buffer }[]
  lanePoints: { key: number; body: Buffer }[]
  fixes: number
}

/**
 * Learns one day from its fixes in order of arrival. Each vessel has its own counters; cells and types count each
 * vessel once an hour. Holds 370 bytes of counters and some 400 of memory per vessel, and 370 bytes per cell.
 */
export class DayLearner {
  readonly #groupOf: (key: number) => number
  readonly #ships = new Map<number, Ship>()
  readonly #own = new CounterRows(PATTERN_WIDTH, wide)
  readonly #cells = new CounterRows(PATTERN_WIDTH, wide)
  readonly #types = new CounterRows(PATTERN_WIDTH, wide)
  readonly #lanes = new LanePoints()
  #fixes = 0

  /** Creates a learner; `groupOf` returns the index of a vessel in SHIP_GROUPS. */
  constructor(groupOf: (key: number) => number) {
    this.#groupOf = groupOf
  }

  /** Restores the time of the last fix of each vessel before the day. */
  restore(latest: FixBatch): void {
    for (let i = 0; i < latest.count; i++) {
      const ship = this.#shipOf(keyOf(latest.mmsi[i]!, latest.split[i]!))
      ship.at = Math.max(ship.at, latest.observedAt[i]!)
    }
  }

  async take(batch: FixBatch, signal?: AbortSignal): Promise<void> {
    let began = performance.now()
    for (let i = 0; i < batch.count; i++) {
      if ((i & 1023) === 0) began = await breathe(began, signal)
      if (batch.lat[i] !== NO_PLACE && isShip(batch, i)) this.#takeFix(batch, i)
    }
  }

  #shipOf(key: number): Ship {
    const known = this.#ships.get(key)
    if (known !== undefined) return known
    const ship: Ship = { at: -Infinity, sampledAt: -Infinity, hour: -1, seen: new Set() }
    this.#ships.set(key, ship)
    return ship
  }

  #takeFix(batch: FixBatch, i: number): void {
    const key = keyOf(batch.mmsi[i]!, batch.split[i]!)
    const ship = this.#shipOf(key)
    const at = batch.observedAt[i]!
    // What was sent before the last one is no interval; where ships go is known without it.
    if (at <= ship.at) return
    const seconds = (at - ship.at) / 1000
    ship.at = at
    this.#fixes++
    const own = this.#own.of(key)
    const counts = this.#own.counts
    const hour = hourOf(at)
    counts[own + PATTERN_COUNTERS.hour.from + hour] = 1
    if (Number.isFinite(seconds)) counts[own + intervalPlace(seconds)]!++
    const sog = batch.sog[i]!
    const cog = batch.cog[i]!
    if (at - ship.sampledAt >= SAMPLE_MS) {
      ship.sampledAt = at
      countWay(counts, own, sog, cog)
    }
    const [lat, lon] = [batch.lat[i]! / 1e6, batch.lon[i]! / 1e6]
    const group = this.#groupOf(key)
    const cell = cellOf(lat, lon)
    if (!ship.seen.has(cell * 24 + hour)) {
      ship.seen.add(cell * 24 + hour)
      const place = this.#cells.of(cell)
      count(this.#cells.counts, place, hour, seconds)
      countWay(this.#cells.counts, place, sog, cog)
    }
    if (ship.hour !== hour) {
      ship.hour = hour
      const place = this.#types.of(group)
      count(this.#types.counts, place, hour, seconds)
      countWay(this.#types.counts, place, sog, cog)
    }
    this.#lanes.take(key, group, lat, lon, sog, cog)
  }

  learned(): LearnedDay {
    const rows = (of: CounterRows) =>
      [...of.keys()].sort((a, b) => a - b).map((key) => ({ key, body: packed(of.counts, of.find(key)) }))
    return {
      ships: rows(this.#own).map((row) => ({ ...row, cells: cellsOf(this.#ships.get(row.key)!.seen) })),
      cells: rows(this.#cells),
      types: rows(this.#types),
      lanePoints: this.#lanes.packed(),
      fixes: this.#fixes,
    }
  }
}

const cellsOf = (seen: ReadonlySet<number>) =>
  [...new Set([...seen].map((one) => Math.floor(one / 24)))].sort((a, b) => a - b)

function count(counts: Uint32Array, place: number, hour: number, seconds: number): void {
  counts[place + PATTERN_COUNTERS.hour.from + hour]!++
  if (Number.isFinite(seconds)) counts[place + intervalPlace(seconds)]!++
}

function countWay(counts: Uint32Array, place: number, sog: number, cog: number): void {
  if (sog === NONE16 || sog < UNDER_WAY) return
  counts[place + speedPlace(sog / 10)]!++
  if (cog !== NONE16) counts[place + coursePlace(cog / 10)]!++
}
