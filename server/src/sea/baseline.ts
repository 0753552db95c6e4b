import { BASELINE_WEEKS, LEAST_BASELINE_WEEKS, type FigureBucket } from '@samudra/contract/figures'

const HOUR_MS = 3_600_000
export const BUCKET_MS: Record<FigureBucket, number> = { hour: HOUR_MS, day: 24 * HOUR_MS }
export const bucketOf = (at: number, bucket: FigureBucket) =>
  Math.floor(at / BUCKET_MS[bucket]) * BUCKET_MS[bucket]

/** Part of time that is counted; with `only` some buckets of it, by their beginning. */
export type Window = { from: number; to: number; only?: readonly number[] }
/** Value of a group in a bucket. */
export type BucketCell = { t: number; key: string; value: number }

const WEEK_MS = 7 * BUCKET_MS.day
/** Makes the median of absolute deviations a standard deviation where values are normally distributed. */
const SD_OF_MAD = 1.4826

export type Usual = { mean: number; sd: number; weeks: number }
export type Period = { from: number; to: number }

/** Returns the buckets of a period by their beginning. */
export function bucketsOf({ from, to }: Period, bucket: FigureBucket): number[] {
  const size = BUCKET_MS[bucket]
  const first = bucketOf(from, bucket)
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / size)) }, (_, i) => first + i * size)
}

/** Returns the buckets before a period that its baseline is taken from: of the same hours of the week, or weekdays. */
export function baselineWindow(period: Period, bucket: FigureBucket): Required<Window> {
  const end = bucketOf(period.from, bucket)
  const from = end - BASELINE_WEEKS * WEEK_MS
  const wanted = new Set(bucketsOf(period, bucket).map((t) => t % WEEK_MS))
  return {
    from,
    to: end,
    only: bucketsOf({ from, to: end }, bucket).filter((t) => wanted.has(t % WEEK_MS)),
  }
}

/** Returns median and deviation of values. They hardly change where a few values are far off. */
export function usualOf(values: readonly number[]): Usual {
  const mean = median(values)
  const sd = SD_OF_MAD * median(values.map((value) => Math.abs(value - mean)))
  return { mean, sd, weeks: values.length }
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type Baseline = {
  enough: boolean
  weeks: number
  total: Usual | null
  series: { t: number; mean: number; sd: number }[]
  /** Usual sums of groups by key, where enough weeks are known. */
  groups: ReadonlyMap<string, Usual>
  /** Usual sum of a group without any value. */
  none: Usual | null
}

/**
 * Makes the baseline of buckets from cells of the weeks before. `covered` are the buckets with positions of any source: the
 * others are outages and count nothing.
 */
export function baselineOf(
  buckets: readonly number[],
  {
    cells,
    window,
    covered,
  }: {
    cells: readonly BucketCell[]
    window: Required<Window>
    covered: ReadonlySet<number>
  },
): Baseline {
  const samples = new Map<number, number[]>()
  for (const t of window.only)
    if (covered.has(t)) samples.set(t % WEEK_MS, [...(samples.get(t % WEEK_MS) ?? []), t])
  const weeks = Math.min(...buckets.map((t) => samples.get(t % WEEK_MS)?.length ?? 0))
  if (buckets.length === 0 || weeks < LEAST_BASELINE_WEEKS)
    return {
      enough: false,
      weeks: buckets.length === 0 ? 0 : weeks,
      total: null,
      series: [],
      groups: new Map(),
      none: null,
    }
  const byKey = new Map<string, Map<number, number>>()
  const all = new Map<number, number>()
  for (const { t, key, value } of cells) {
    const values = byKey.get(key) ?? new Map<number, number>()
    byKey.set(key, values)
    values.set(t, (values.get(t) ?? 0) + value)
    all.set(t, (all.get(t) ?? 0) + value)
  }
  const usualIn = (values: ReadonlyMap<number, number>) => {
    const known = new Map<number, Usual>()
    return buckets.map((t) => {
      const hour = t % WEEK_MS
      const usual = known.get(hour) ?? usualOf(samples.get(hour)!.map((at) => values.get(at) ?? 0))
      known.set(hour, usual)
      return usual
    })
  }
  const ofAll = usualIn(all)
  return {
    enough: true,
    weeks,
    total: sumOf(ofAll, weeks),
    series: buckets.map((t, i) => ({ t, mean: ofAll[i]!.mean, sd: ofAll[i]!.sd })),
    groups: new Map([...byKey].map(([key, values]) => [key, sumOf(usualIn(values), weeks)])),
    none: { mean: 0, sd: 0, weeks },
  }
}

/** Returns the usual sum of buckets, which deviate independently of each other. */
const sumOf = (all: readonly Usual[], weeks: number): Usual => ({
  mean: all.reduce((sum, { mean }) => sum + mean, 0),
  sd: Math.sqrt(all.reduce((sum, { sd }) => sum + sd * sd, 0)),
  weeks,
})
