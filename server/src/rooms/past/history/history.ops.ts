import { amountOf } from '@samudra/contract/admin-settings'
import {
  REJECT_REASONS,
  getAisHistoryForTrackBtwInterval,
  getDaysInFiles,
  getTrackForMmsi,
  type Fix,
  type TrackPoint,
} from '@samudra/contract/history'
import type { Stop } from '@samudra/nautical/tracks/out-of-reach'
import { rotDegreesPerMinute } from '@samudra/nautical/ais/rate-of-turn'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { instantText } from '../../../platform/kernel/text/instant-text.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { NAV_NONE, NONE16, NO_PLACE, ROT_NONE, tenths } from '../../../sea/fix-batch.ts'
import { STATION_NONE } from './read/fix-columns.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { daysInFiles } from './tiers/days-in-files.sql.ts'
import { receivedHours } from './derived/hours.sql.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type Names } from '../../../sea/names.ts'
import { receptionsOf, storedPage, type Place, type Receiver } from './read/stored-fixes.ts'
import { cellOf } from '../../../sea/quarter-cells.ts'
import { gapsOf, simplifiedByStretch, type Gap } from './tracks.ts'

const DEFAULT_INTERVAL = '5760 minutes'
const DEFAULT_POINTS = 5000
/** Fixes read for one track; a longer one is refused with what to do. */
const MOST_FIXES = 500_000
/** Legs out of reach in one answer: more are of several vessels. */
const MOST_OUT_OF_REACH = 1000
const QUALITIES = ['OK', 'SUSPECT', 'QUARANTINED'] as const
const RADIO_CHANNELS = [null, 'A', 'B', null] as const

type TrackStop = Stop & { point: TrackPoint }
type Needs = {
  db: Db
  reader: FixReader
  clock: Clock
  names: Names
  flush: () => Promise<void>
  settings: Administered
}

export const historyOps = (needs: Needs): Handled[] => [track(needs), storedHistory(needs), inFiles(needs)]

const track = ({ db, reader, clock, names, flush, settings }: Needs) =>
  handle(getTrackForMmsi, async ({ input, caller }) => {
    const to = input.to === undefined ? clock.now() : Date.parse(input.to)
    const minutes = amountOf(input.interval ?? settings.text('ais.interval'), DEFAULT_INTERVAL)
    const from = input.from === undefined ? to - minutes * 60_000 : Date.parse(input.from)
    if (from > to) throw new OperationError('VALIDATION', 'The start is after the end. Swap from and to.')
    await flush()
    const stops: TrackStop[] = []
    let read = 0
    for await (const batch of reader.readFixes({
      by: 'OBSERVED',
      from,
      to: to + 1,
      mmsis: [Number(input.mmsi)],
      knownBy: input.as_of === undefined ? undefined : Date.parse(input.as_of),
      order: 'TIME',
      columns: ['lat', 'lon', 'sog', 'cog', 'heading', 'source', 'quality'],
    }))
      for (let i = 0; i < batch.count; i++) {
        if (input.split_id !== undefined && batch.split[i] !== input.split_id) continue
        if (++read > MOST_FIXES)
          throw new OperationError(
            'TOO_LARGE',
            `The track has more than ${MOST_FIXES} fixes; ask for a shorter time.`,
          )
        const point = trackPoint(batch, i, names, caller)
        if (point === null) continue
        stops.push({ t: batch.observedAt[i]!, lat: point.lat, lon: point.lon, point })
      }
    const gaps = gapsOf(stops, Number(input.mmsi))
    if (gaps.filter((gap) => gap.out_of_reach !== null).length > MOST_OUT_OF_REACH)
      throw new OperationError(
        'TOO_LARGE',
        `The track has more than ${MOST_OUT_OF_REACH} legs that no vessel can sail; ask for a shorter time, or for one vessel by split_id.`,
      )
    const remaining = simplifiedByStretch(stops, gaps, input.max_points ?? DEFAULT_POINTS)
    return {
      mmsi: input.mmsi,
      points: remaining.map(({ point }) => point),
      gaps: await describeGaps(db, stops, gaps, caller.visibility.all),
      simplified: remaining.length < stops.length,
      dropped: stops.length - remaining.length,
      sources: [...new Set(stops.map(({ point }) => point.source))],
    }
  })

const storedHistory = ({ db, reader, clock, names, flush }: Needs) =>
  handle(getAisHistoryForTrackBtwInterval, async ({ input, caller }) => {
    const { visibility } = caller
    const sources = sourcesSeen(names, visibility)
    const { by = 'OBSERVED' } = input
    const range = {
      by,
      mmsi: Number(input.mmsi),
      from: Date.parse(input.from),
      to: Date.parse(input.to),
      knownBy: input.as_of === undefined ? undefined : Date.parse(input.as_of),
      sources,
    }
    const limit = input.limit ?? 100
    await flush()
    // One row more than is returned shows whether there are more. Rows outside the caller's zones are neither returned
    // nor counted.
    const { total, rows } = await storedPage(reader, range, {
      after: cursorOf(input.cursor),
      limit: limit + 1,
      isSeen: (fixes, i) =>
        visibility.everywhere || visibility.place(degrees(fixes.lat[i]!), degrees(fixes.lon[i]!)),
    })
    const count = Math.min(limit, rows.count)
    const items = await presentFixes({ db, names }, { ...rows, count }, range.mmsi, sources)
    const time = by === 'ARRIVAL' ? rows.recTime : rows.observedAt
    const next = rows.count > limit ? `${time[count - 1]!}.${rows.fixId[count - 1]!}` : null
    return { items, total, next, as_of: new Date(clock.now()).toISOString() }
  })

/** Presents fixes of one MMSI with their other receivers, as far as these are of some sources; null for all. */
export async function presentFixes(
  { db, names }: Pick<Needs, 'db' | 'names'>,
  rows: FixBatch,
  mmsi: number,
  sources: readonly number[] | null,
): Promise<Fix[]> {
  const { count } = rows
  const firstArrival = rows.recTime.subarray(0, count).reduce((a, b) => Math.min(a, b), Infinity)
  const receivers = await receptionsOf(db, mmsi, [...rows.fixId.subarray(0, count)], firstArrival)
  const byFix = new Map<number, Receiver[]>()
  for (const one of receivers)
    if (sources === null || sources.includes(one.source))
      byFix.set(one.fixId, [...(byFix.get(one.fixId) ?? []), one])
  return Array.from({ length: count }, (_, i) => presentFix(rows, i, names, byFix.get(rows.fixId[i]!) ?? []))
}

const inFiles = ({ db }: Needs) =>
  handle(getDaysInFiles, async ({ input }) => ({
    days: await daysInFiles(db, new Date(input.from), new Date(input.to)),
  }))

/** Describes gaps, with whether others were received where the vessel fell silent: then the silence is its own. */
async function describeGaps(db: Db, stops: readonly Stop[], gaps: readonly Gap[], isVisible: boolean) {
  const described = []
  const stopAt = new Map(stops.map((stop) => [stop.t, stop]))
  for (const gap of gaps) {
    const last = stopAt.get(gap.from)!
    const hours = Math.max(1, Math.floor(gap.minutes / 60))
    // A user who may not see every source does not learn where the others receive.
    const heard =
      !isVisible || gap.out_of_reach !== null
        ? 0
        : await receivedHours(db, cellOf(last.lat, last.lon), new Date(gap.from), new Date(gap.to))
    described.push({
      from: new Date(gap.from).toISOString(),
      to: new Date(gap.to).toISOString(),
      minutes: gap.minutes,
      expected_coverage:
        heard === 0 ? ('unknown' as const) : heard >= hours / 2 ? ('yes' as const) : ('no' as const),
      out_of_reach: gap.out_of_reach,
    })
  }
  return described
}

function cursorOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const found = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor)
  if (found === null)
    throw new OperationError('VALIDATION', 'The cursor is not valid. Use the cursor of an earlier answer.')
  return { time: Number(found[1]), fixId: Number(found[2]) }
}

const degrees = (udeg: number) => (udeg === NO_PLACE ? null : udeg / 1e6)
const unless = (none: number, value: number) => (value === none ? null : value)

function trackPoint(fixes: FixBatch, i: number, names: Names, caller: Caller): TrackPoint | null {
  const source = names.sourceCode(fixes.source[i]!)
  const [lat, lon] = [fixes.lat[i]! / 1e6, fixes.lon[i]! / 1e6]
  if (!caller.visibility.row(source, lat, lon)) return null
  return {
    t: instantText(fixes.observedAt[i]!),
    lat,
    lon,
    sog: tenths(fixes.sog[i]!),
    cog: tenths(fixes.cog[i]!),
    hdg: unless(NONE16, fixes.heading[i]!),
    source,
    quality: fixes.quality[i] === 1 ? 'SUSPECT' : 'OK',
    fix_id: String(fixes.fixId[i]!),
  }
}

function presentFix(fixes: FixBatch, i: number, names: Names, receivers: Receiver[]): Fix {
  const [bits, rot] = [fixes.bits[i]!, unless(ROT_NONE, fixes.rot[i]!)]
  const station = (number: number | null) => (number === null ? null : names.stationCode(number))
  return {
    id: String(fixes.fixId[i]!),
    mmsi: String(fixes.mmsi[i]!).padStart(9, '0'),
    split_id: fixes.split[i]!,
    latitude: degrees(fixes.lat[i]!),
    longitude: degrees(fixes.lon[i]!),
    sog: tenths(fixes.sog[i]!),
    cog: tenths(fixes.cog[i]!),
    true_heading: unless(NONE16, fixes.heading[i]!),
    rot: rot === null ? null : rotDegreesPerMinute(rot),
    nav_status: unless(NAV_NONE, fixes.navStatus[i]!),
    observed_at: instantText(fixes.observedAt[i]!),
    rec_time: instantText(fixes.recTime[i]!),
    latency_s: (fixes.recTime[i]! - fixes.observedAt[i]!) / 1000,
    source: names.sourceCode(fixes.source[i]!),
    station: station(unless(STATION_NONE, fixes.station[i]!)),
    channel: RADIO_CHANNELS[(bits >> 4) & 3]!,
    msg_type: fixes.type[i]!,
    accuracy: (bits & 1) !== 0,
    raim: (bits & 2) !== 0,
    quality: QUALITIES[fixes.quality[i]!]!,
    reject_reasons: REJECT_REASONS.filter((_, bit) => fixes.reasons[i]! & (1 << bit)),
    receivers: receivers.map((one) => ({
      source: names.sourceCode(one.source),
      station: station(one.station),
      rec_time: instantText(one.recTime),
    })),
  }
}
