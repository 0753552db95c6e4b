import { shipGroup } from '@samudra/nautical/ship-types'
import type { QueriedRow } from './call-query.sql.ts'
import type { CallRow } from './call-row.ts'

const HOUR = 3_600_000
export const BUCKET_MS = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR } as const
type BucketName = keyof typeof BUCKET_MS

type Period = { from: number; to: number }
type Counted = { at: string; count: number; by_type: Record<string, number> }

const isIn = ({ from, to }: Period, at: number | null): at is number => at !== null && at >= from && at < to
/** Instant of arrival, at the berth or anchorage or else in the port; null of a vessel that was there before. */
const arrivedAt = (row: CallRow) =>
  row.entered_at === null || row.already_there === true
    ? null
    : (row.anchored_at ?? row.berthed_at ?? row.entered_at)

/** Middle of some values; null of none. */
export function middle(values: readonly number[], share = 0.5): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const low = sorted[Math.floor(place)]!
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place))
}

/**
 * Counts events in each bucket of a period, including empty ones; buckets begin at whole ones of UTC, weeks on Monday.
 */
export function counted(
  rows: readonly CallRow[],
  period: Period,
  bucket: BucketName,
  when: (row: CallRow) => number | null,
): Counted[] {
  const step = BUCKET_MS[bucket]
  // 1970-01-01 was a Thursday.
  const shift = bucket === 'week' ? 4 * 24 * HOUR : 0
  const first = Math.floor((period.from - shift) / step) * step + shift
  const size = Math.max(0, Math.ceil((period.to - first) / step))
  const buckets = Array.from({ length: size }, (_, i): Counted => ({
    at: new Date(first + i * step).toISOString(),
    count: 0,
    by_type: {},
  }))
  for (const row of rows) {
    const at = when(row)
    if (!isIn(period, at)) continue
    const one = buckets[Math.floor((at - first) / step)]!
    const type = shipGroup(row.ship_type ?? 0)
    one.count++
    one.by_type[type] = (one.by_type[type] ?? 0) + 1
  }
  return buckets
}

export const arrivals = (rows: readonly CallRow[], period: Period, bucket: BucketName) =>
  counted(rows, period, bucket, arrivedAt)
export const departures = (rows: readonly CallRow[], period: Period, bucket: BucketName) =>
  counted(rows, period, bucket, (row) => row.departed_at)

const hours = (ms: number) => Math.round((ms / HOUR) * 10) / 10

/** Median hours at the berth of vessels that left it in a period and were seen to come. */
export function medianStay(rows: readonly CallRow[], period: Period): number | null {
  const stays = rows.flatMap(({ berthed_at, departed_at, already_there }) =>
    berthed_at !== null && already_there !== true && isIn(period, departed_at)
      ? [departed_at - berthed_at]
      : [],
  )
  const found = middle(stays)
  return found === null ? null : hours(found)
}

/** Median hours at anchor before the berth of vessels that berthed in a period and were seen to come; 0 without waiting. */
export function medianWait(rows: readonly CallRow[], period: Period): number | null {
  const waits = rows.flatMap(({ anchored_at, berthed_at, already_there }) =>
    already_there !== true && isIn(period, berthed_at)
      ? [anchored_at === null ? 0 : Math.max(0, berthed_at - anchored_at)]
      : [],
  )
  const found = middle(waits)
  return found === null ? null : hours(found)
}

/** Counts the occurrences of each key, most frequent first. */
export function tally(keys: readonly (string | null)[], most = Infinity): { key: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key ?? '', (counts.get(key ?? '') ?? 0) + 1)
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .toSorted((a, b) => b.count - a.count || a.key.localeCompare(b.key, 'en'))
    .slice(0, most)
}

export const BASELINE_MS = 8 * BUCKET_MS.week

/**
 * Returns the baseline: arrivals in the buckets of eight weeks, or since the first call; null if that is less than a
 * week ago.
 */
export function usual(rows: readonly QueriedRow[], before: number, bucket: BucketName) {
  const first = Math.min(...rows.flatMap((row) => arrivedAt(row) ?? []))
  const period = { from: Math.max(first, before - BASELINE_MS), to: before }
  if (!(period.to - period.from >= BUCKET_MS.week)) return null
  const counts = arrivals(rows, period, bucket).map(({ count }) => count)
  return {
    buckets: counts.length,
    low: middle(counts, 0.1)!,
    median: middle(counts)!,
    high: middle(counts, 0.9)!,
  }
}
