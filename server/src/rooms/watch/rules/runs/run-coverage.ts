import type { HistoryInterface } from '../../../past/history/room.ts'
import { lengthOf, unionOf, type TimeSpan } from '../../../../sea/time-spans.ts'
import type { RunCoverage, RunRow } from './runs.sql.ts'

type Period = Pick<RunRow, 'from_at' | 'to_at'>
/**
 * Returns the share of a period until now in which some sources (null: all) reported positions, in all and by source, the
 * highest share first.
 */
export async function coverageOf(
  spansOf: HistoryInterface['counts']['spans'],
  { from_at: from, to_at }: Period,
  sources: readonly number[] | null,
  now: number,
): Promise<RunCoverage> {
  const to = Math.min(to_at, now)
  const spans = (await spansOf({ from, to, imports: true })).filter(
    ({ source }) => sources?.includes(source) !== false,
  )
  const share = (some: readonly TimeSpan[]) => lengthOf(unionOf(some)) / Math.max(1, to - from)
  const each = [...new Set(spans.map(({ source }) => source))]
  return {
    share: share(spans),
    sources: each
      .map((source): [number, number] => [source, share(spans.filter((one) => one.source === source))])
      .sort(([a, one], [b, other]) => other - one || a - b),
  }
}
