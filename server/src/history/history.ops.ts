import {
  REJECT_REASONS,
  getAisHistoryForTrackBtwInterval,
  getTrackForMmsi,
  type Fix,
  type TrackPoint,
} from '@samudra/contract/history'
import { rotDegreesPerMinute } from '@samudra/nautical/ais/rate-of-turn'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import {
  countStoredFixes,
  receptionsOf,
  storedFixes,
  trackFixes,
  type FixRow,
  type StoredRange,
} from './fixes.sql.ts'
import { heardHours } from './hours.sql.ts'
import { cellOf, gapsOf, simplified } from './tracks.ts'

const DEFAULT_INTERVAL_MIN = 5760
const DEFAULT_POINTS = 5000
/** Fixes read for one track; a longer one is refused with what to do. */
const MOST_FIXES = 500_000
const QUALITIES = ['OK', 'SUSPECT', 'QUARANTINED'] as const
const RADIO_CHANNELS = [null, 'A', 'B', null] as const

/** Names of the numbers that fixes carry. */
export type Names = {
  sources(): { number: number; code: string }[]
  sourceCode(number: number): string
  stationCode(number: number): string | null
}
type Needs = { db: Db; clock: Clock; names: Names; flush: () => Promise<void> }

export const historyOps = (needs: Needs): Handled[] => [track(needs), storedHistory(needs)]

const track = ({ db, clock, names, flush }: Needs) =>
  handle(getTrackForMmsi, async ({ input, caller }) => {
    const to = input.to === undefined ? clock.now() : Date.parse(input.to)
    const minutes = input.interval === undefined ? DEFAULT_INTERVAL_MIN : Number.parseInt(input.interval, 10)
    const from = input.from === undefined ? to - minutes * 60_000 : Date.parse(input.from)
    if (from > to) throw new Refusal('VALIDATION', 'The beginning lies after the end; exchange from and to.')
    await flush()
    const rows = await trackFixes(db, {
      mmsi: Number(input.mmsi),
      split: input.split_id,
      from: new Date(from),
      to: new Date(to),
      asOf: input.as_of === undefined ? undefined : new Date(input.as_of),
      limit: MOST_FIXES + 1,
    })
    if (rows.length > MOST_FIXES)
      throw new Refusal('TOO_LARGE', `The track has more than ${MOST_FIXES} fixes; ask for a shorter time.`)
    const points = rows.flatMap((row) => trackPoint(row, names, caller))
    const kept = simplified(points, input.max_points ?? DEFAULT_POINTS)
    return {
      mmsi: input.mmsi,
      points: kept,
      gaps: await describeGaps(db, points, caller.sight.all),
      simplified: kept.length < points.length,
      dropped: points.length - kept.length,
      sources: [...new Set(points.map((point) => point.source))],
    }
  })

const storedHistory = ({ db, clock, names, flush }: Needs) =>
  handle(getAisHistoryForTrackBtwInterval, async ({ input, caller }) => {
    const seen = names.sources().filter((source) => caller.sight.source(source.code))
    const sources = caller.sight.everySource ? null : seen.map((source) => source.number)
    const range = { mmsi: Number(input.mmsi), from: new Date(input.from), to: new Date(input.to), sources }
    const limit = input.limit ?? 100
    await flush()
    const after = cursorOf(input.cursor)
    const { total, rows } = caller.sight.everywhere
      ? { total: await countStoredFixes(db, range), rows: await storedFixes(db, range, after, limit + 1) }
      : await storedInSight(db, range, after, limit + 1, caller)
    const page = rows.slice(0, limit)
    const ids = page.map((row) => row.fix_id)
    const receptions = ids.length === 0 ? [] : await receptionsOf(db, range.mmsi, ids, range.from)
    const items = page.map((row) => {
      const others = receptions.filter(
        (one) => one.fix_id === row.fix_id && (sources === null || sources.includes(one.source_id)),
      )
      return presentFix(row, names, others)
    })
    const next = rows.length > limit ? page.at(-1)!.fix_id : null
    return { items, total, next, as_of: new Date(clock.now()).toISOString() }
  })

/** The same for a caller of some zones: what lies outside is neither told nor counted. */
async function storedInSight(db: Db, range: StoredRange, after: string, limit: number, { sight }: Caller) {
  const all = await storedFixes(db, range, '0', MOST_FIXES + 1)
  if (all.length > MOST_FIXES)
    throw new Refusal('TOO_LARGE', `There are more than ${MOST_FIXES} fixes; ask for a shorter time.`)
  const place = (udeg: number | null) => (udeg === null ? null : fromUdeg(udeg))
  const seen = all.filter((row) => sight.place(place(row.lat_udeg), place(row.lon_udeg)))
  const rows = seen.filter((row) => BigInt(row.fix_id) > BigInt(after)).slice(0, limit)
  return { total: seen.length, rows }
}

/** Whether somebody else was heard where the ship fell silent: then the silence is its own. */
async function describeGaps(db: Db, points: TrackPoint[], isTold: boolean) {
  const described = []
  for (const gap of gapsOf(points.map((point) => Date.parse(point.t)))) {
    const last = points.findLast((point) => Date.parse(point.t) <= gap.from)!
    const hours = Math.max(1, Math.floor(gap.minutes / 60))
    // Who may not see every source is not told where the others hear.
    const heard = !isTold
      ? 0
      : await heardHours(db, cellOf(last.lat, last.lon), new Date(gap.from), new Date(gap.to))
    described.push({
      from: new Date(gap.from).toISOString(),
      to: new Date(gap.to).toISOString(),
      minutes: gap.minutes,
      expected_coverage:
        heard === 0 ? ('unknown' as const) : heard >= hours / 2 ? ('yes' as const) : ('no' as const),
    })
  }
  return described
}

function cursorOf(cursor: string | undefined): string {
  if (cursor === undefined) return '0'
  if (!/^\d{1,18}$/.test(cursor))
    throw new Refusal('VALIDATION', 'The cursor is not one of an earlier answer.')
  return cursor
}

const tenths = (value: number | null) => (value === null ? null : value / 10)
const fromUdeg = (value: number) => value / 1e6

type TrackRow = Awaited<ReturnType<typeof trackFixes>>[number]

function trackPoint(row: TrackRow, names: Names, caller: Caller): TrackPoint[] {
  const source = names.sourceCode(row.source_id)
  if (row.lat_udeg === null || row.lon_udeg === null) return []
  const [lat, lon] = [fromUdeg(row.lat_udeg), fromUdeg(row.lon_udeg)]
  if (!caller.sight.row(source, lat, lon)) return []
  return [
    {
      t: row.observed_at.toISOString(),
      lat,
      lon,
      sog: tenths(row.sog_tenths),
      cog: tenths(row.cog_tenths),
      hdg: row.true_heading,
      source,
      quality: row.quality === 1 ? 'SUSPECT' : 'OK',
      fix_id: row.fix_id,
    },
  ]
}

type Reception = Awaited<ReturnType<typeof receptionsOf>>[number]

function presentFix(row: FixRow, names: Names, receptions: Reception[]): Fix {
  return {
    id: row.fix_id,
    mmsi: String(row.mmsi).padStart(9, '0'),
    split_id: row.split,
    latitude: row.lat_udeg === null ? null : fromUdeg(row.lat_udeg),
    longitude: row.lon_udeg === null ? null : fromUdeg(row.lon_udeg),
    sog: tenths(row.sog_tenths),
    cog: tenths(row.cog_tenths),
    true_heading: row.true_heading,
    rot: row.rot_ais === null ? null : rotDegreesPerMinute(row.rot_ais),
    nav_status: row.nav_status,
    observed_at: row.observed_at.toISOString(),
    rec_time: row.rec_time.toISOString(),
    latency_s: (row.rec_time.getTime() - row.observed_at.getTime()) / 1000,
    source: names.sourceCode(row.source_id),
    station: row.station_id === null ? null : names.stationCode(row.station_id),
    channel: RADIO_CHANNELS[(row.bits >> 4) & 3]!,
    msg_type: row.msg_type,
    accuracy: (row.bits & 1) !== 0,
    raim: (row.bits & 2) !== 0,
    quality: QUALITIES[row.quality]!,
    reject_reasons: REJECT_REASONS.filter((_, bit) => row.reject_reasons & (1 << bit)),
    receivers: receptions.map((one) => ({
      source: names.sourceCode(one.source_id),
      station: one.station_id === null ? null : names.stationCode(one.station_id),
      rec_time: one.rec_time.toISOString(),
    })),
  }
}
