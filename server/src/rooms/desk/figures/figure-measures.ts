import type { FigureBucket, FigureBy, FigureQuery } from '@samudra/contract/figures'
import type { Caller } from '../../../platform/kernel/http/caller.ts'

/** Query of a figure that was checked: instants are epoch ms. */
export type FigureRequest = FigureQuery & {
  by?: FigureBy | undefined
  bucket: FigureBucket
  from: number
  to: number
  asOf: number
  /** True when the knowledge of this moment is requested. */
  isNow: boolean
}
/** Part of time that is counted; with `only` some buckets of it, by their beginning. */
export type Window = { from: number; to: number; only?: readonly number[] }
/** Value of a group in a bucket. */
export type FigureCell = { t: number; key: string; value: number }
export type Counted = {
  cells: FigureCell[]
  /** Cells left out, as they hold too few vessels for the caller. */
  suppressed: number
  /** Names of groups that only the source of the measure knows. */
  labels?: ReadonlyMap<string, string>
}
/** A source of measures: what it counts in a window by bucket and group, as far as a caller may see it. */
export interface MeasureSource {
  cells(request: FigureRequest, window: Window, caller: Caller): Promise<Counted>
}

const HOUR_MS = 3_600_000
export const BUCKET_MS: Record<FigureBucket, number> = { hour: HOUR_MS, day: 24 * HOUR_MS }
export const bucketOf = (at: number, bucket: FigureBucket) =>
  Math.floor(at / BUCKET_MS[bucket]) * BUCKET_MS[bucket]

/** Counts items by bucket and group; an item may be in several groups. */
export function cellsOf(
  items: Iterable<{ at: number; keys: readonly string[] }>,
  bucket: FigureBucket,
  { only }: Window,
): FigureCell[] {
  const wanted = only === undefined ? null : new Set(only)
  const cells = new Map<number, Map<string, FigureCell>>()
  for (const { at, keys } of items) {
    const t = bucketOf(at, bucket)
    if (wanted?.has(t) === false) continue
    const known = cells.get(t) ?? new Map<string, FigureCell>()
    cells.set(t, known)
    for (const key of keys) {
      const cell = known.get(key)
      if (cell === undefined) known.set(key, { t, key, value: 1 })
      else cell.value++
    }
  }
  return [...cells.values()].flatMap((one) => [...one.values()])
}
