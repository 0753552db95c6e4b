import { getTrailData, TRAIL_DEFAULTS, type Trail, type TrailPoint } from '@samudra/contract/history'
import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import { medianMiss } from '@samudra/nautical/tracks/dead-reckoning'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { NAV_NONE } from '../../../sea/fix-batch.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { gapsOf, simplifiedByStretch } from './tracks.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { trailRows, type ShipRows } from './trail-rows.ts'
import { receivedHoursOf } from './trails.sql.ts'

/** Rows read for one answer; more are refused with what to do. */
const MOST_ROWS = 400_000
/** Maximum number of points returned for all vessels together, then the maximum per vessel (the minimum is 50). */
const MOST_POINTS = 120_000
const MOST_OF_ONE = 4000
/** Number of stretches of the requested time, each read as one fix: for all vessels together, and for one. */
const MOST_STRETCHES = 200_000
const STRETCHES_OF_ONE = 4000
const LONGEST_DAYS = 60
const MINUTES = { minute: 1, hour: 60, day: 1440 } as const

type Needs = {
  db: Db
  reader: FixReader
  clock: Clock
  names: SourceNames
  flush: () => Promise<void>
}

export const trailOps = (needs: Needs): Handled[] => [trails(needs)]

const trails = ({ db, reader, clock, names, flush }: Needs) =>
  handle(getTrailData, async ({ input, caller }) => {
    const knownBy = input.as_of === undefined ? undefined : Date.parse(input.as_of)
    const { from, to } = periodOf(input, Math.min(knownBy ?? Infinity, clock.now()))
    const { visibility } = caller
    await flush()
    const mmsis = [...new Set(input.mmsis.map(Number))]
    const stretches = Math.min(STRETCHES_OF_ONE, MOST_STRETCHES / mmsis.length)
    const found = await trailRows(reader, {
      mmsis,
      from,
      to,
      sources: sourcesSeen(names, visibility),
      // Callers limited to zones receive every fix: a fix that represents others could lie outside their zones.
      everyS: visibility.everywhere ? Math.floor((to - from) / 1000 / stretches) : 0,
      gapMs: GAP_MS,
      knownBy,
      limit: MOST_ROWS,
    })
    if (found === null)
      throw new OperationError(
        'TOO_LARGE',
        'These trails have too many positions. Choose fewer vessels or a shorter period.',
      )
    const ships = found
      .map(({ rows, total }) => ({
        rows: rows.filter((row) => visibility.place(row.lat_udeg / 1e6, row.lon_udeg / 1e6)),
        total,
      }))
      .filter((ship) => ship.rows.length > 0)
    const most = Math.min(MOST_OF_ONE, Math.max(50, Math.floor(MOST_POINTS / Math.max(1, ships.length))))
    const reported: Trail[] = []
    let sliceBegan = performance.now()
    for (const ship of ships) {
      reported.push(trailOf(ship, most, visibility.everywhere, names))
      // Long trails must not keep the feeds waiting.
      sliceBegan = await breathe(sliceBegan)
    }
    await describeGaps(db, reported, visibility.all)
    return reported
  })

type Query = {
  trail_type?: string | undefined
  length?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The period in epoch ms: an interval, or the last stretch of a length. */
function periodOf(query: Query, now: number): { from: number; to: number } {
  const isInterval =
    query.trail_type === 'interval' || (query.trail_type === undefined && query.from !== undefined)
  const refuse = (field: string, why: string, ...more: string[]) =>
    new OperationError('VALIDATION', why, { fields: [field, ...more].map((one) => ({ field: one, why })) })
  if (isInterval && query.from === undefined)
    throw refuse('from', 'Enter the start of the interval, or choose a length.')
  if (isInterval && query.length !== undefined)
    throw refuse('length', 'An interval has no length. Remove the length, or request a length only.')
  for (const end of ['from', 'to'] as const)
    if (!isInterval && query[end] !== undefined)
      throw refuse(end, 'A length counts back from now or from as_of. Remove from and to.', 'trail_type')
  const to = isInterval && query.to !== undefined ? Date.parse(query.to) : now
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(query.length ?? TRAIL_DEFAULTS.length)!
  const from = isInterval
    ? Date.parse(query.from!)
    : to - Number(count) * MINUTES[unit as keyof typeof MINUTES] * 60_000
  if (from >= to) throw refuse('from', 'The start is after the end. Swap from and to.')
  if (to - from > LONGEST_DAYS * 86_400_000)
    throw refuse('length', `A trail covers at most ${LONGEST_DAYS} days. Choose a shorter period.`)
  return { from, to }
}

const tenths = (value: number | null) => (value === null ? null : value / 10)

function trailOf(
  { rows, total: all }: ShipRows,
  most: number,
  countsAll: boolean,
  names: Needs['names'],
): Trail {
  const sources = [...new Set(rows.map((row) => names.sourceCode(row.source_id)))]
  const points = rows.map((row): TrailPoint => [
    row.observedAt,
    row.lat_udeg / 1e6,
    row.lon_udeg / 1e6,
    tenths(row.sog_tenths),
    tenths(row.cog_tenths),
    sources.indexOf(names.sourceCode(row.source_id)),
  ])
  const stops = points.map((point) => ({ t: point[0], lat: point[1], lon: point[2], point }))
  const gaps = gapsOf(stops, rows[0]!.mmsi)
  const remaining = simplifiedByStretch(stops, gaps, most).map(({ point }) => point)
  // A caller who may not see every place does not receive the number of fixes elsewhere.
  const total = countsAll ? all : rows.length
  return {
    mmsi: String(rows[0]!.mmsi).padStart(9, '0'),
    split_id: rows[0]!.split,
    points: remaining,
    gaps: gaps.map(({ from, to, out_of_reach }) => ({
      from,
      to,
      expected_coverage: 'unknown' as const,
      out_of_reach,
    })),
    sources,
    simplified: remaining.length < total,
    dropped: total - remaining.length,
    nav_status: rows.at(-1)!.nav_status ?? NAV_NONE,
    reckoning: medianMiss(points.map(([t, lat, lon, sog, cog]) => ({ t, lat, lon, sog, cog }))),
  }
}

/** Estimates whether other vessels were received where a vessel fell silent, which makes the silence its own. */
async function describeGaps(db: Db, visible: Trail[], isVisible: Caller['visibility']['all']) {
  // A caller who may not see every source does not learn the coverage of other sources.
  if (!isVisible) return
  const query = visible.flatMap((trail) =>
    trail.gaps.flatMap((gap) => {
      if (gap.out_of_reach !== null) return []
      const last = trail.points.find((point) => point[0] === gap.from)!
      return { gap, cell: cellOf(last[1], last[2]), from: new Date(gap.from), to: new Date(gap.to) }
    }),
  )
  const heard = await receivedHoursOf(db, query)
  for (const [i, { gap }] of query.entries()) {
    const hours = Math.max(1, Math.floor((gap.to - gap.from) / 3_600_000))
    gap.expected_coverage = heard[i] === 0 ? 'unknown' : heard[i]! >= hours / 2 ? 'yes' : 'no'
  }
}
