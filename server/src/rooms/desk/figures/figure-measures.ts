import type { FigureBucket, FigureBy, FigureQuery } from '@samudra/contract/figures'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { bucketOf, type BucketCell, type Window } from '../../../sea/baseline.ts'

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
export type Counted = {
  cells: BucketCell[]
  /** Cells left out, as they hold too few vessels for the caller. */
  suppressed: number
  /** Names of groups that only the source of the measure knows. */
  labels?: ReadonlyMap<string, string>
}
/** A source of measures: what it counts in a window by bucket and group, as far as a caller may see it. */
export interface MeasureSource {
  cells(request: FigureRequest, window: Window, caller: Caller): Promise<Counted>
}

/** Counts items by bucket and group; an item may be in several groups. */
export function cellsOf(
  items: Iterable<{ at: number; keys: readonly string[] }>,
  bucket: FigureBucket,
  { only }: Window,
): BucketCell[] {
  const wanted = only === undefined ? null : new Set(only)
  const cells = new Map<number, Map<string, BucketCell>>()
  for (const { at, keys } of items) {
    const t = bucketOf(at, bucket)
    if (wanted?.has(t) === false) continue
    const known = cells.get(t) ?? new Map<string, BucketCell>()
    cells.set(t, known)
    for (const key of keys) {
      const cell = known.get(key)
      if (cell === undefined) known.set(key, { t, key, value: 1 })
      else cell.value++
    }
  }
  return [...cells.values()].flatMap((one) => [...one.values()])
}
