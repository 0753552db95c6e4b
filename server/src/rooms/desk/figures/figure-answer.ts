import { MOST_GROUPS, type Figure } from '@samudra/contract/figures'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OTHER_GROUPS } from '@samudra/contract/traffic'
import type { TrafficInterface } from '../../past/traffic/room.ts'
import {
  baselineOf,
  baselineWindow,
  bucketsOf,
  type Baseline,
  type BucketCell,
} from '../../../sea/baseline.ts'
import type { FigureRequest, MeasureSource } from './figure-measures.ts'
import { groupLabel, querySentence, type Naming } from './figure-words.ts'
import { listLink } from './list-link.ts'

type AnswerNeeds = { traffic: TrafficInterface; source: MeasureSource; naming: Naming }

const iso = (at: number) => new Date(at).toISOString()
const sumOf = (cells: readonly BucketCell[]) => cells.reduce((sum, { value }) => sum + value, 0)

/** Sums of cells by a field of theirs, in order of time. */
function sumsBy<Key extends string | number>(cells: readonly BucketCell[], keyOf: (cell: BucketCell) => Key) {
  const sums = new Map<Key, number>()
  for (const cell of cells) sums.set(keyOf(cell), (sums.get(keyOf(cell)) ?? 0) + cell.value)
  return sums
}

/** Counts a figure: its groups, its buckets and what it is compared with. */
export async function figureOf(
  { traffic, source, naming }: AnswerNeeds,
  request: FigureRequest,
  caller: Caller,
): Promise<Figure> {
  const { measure, by, bucket, from, to, compare, asOf } = request
  const { cells, suppressed, labels } = await source.cells(request, { from, to }, caller)
  const before = compare === 'previous' ? await previousOf(source, request, caller) : null
  const baseline = compare === 'baseline' ? await usualBefore({ traffic, source }, request, caller) : null
  const sums = sumsBy(cells, ({ key }) => key)
  if (by === undefined && sums.size === 0) sums.set('', 0)
  // A group that was there before and is not any more is news too.
  for (const key of before?.groups.keys() ?? []) if (by !== undefined && !sums.has(key)) sums.set(key, 0)
  const ranked = [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const large = ranked.slice(0, MOST_GROUPS)
  const rest = ranked.slice(MOST_GROUPS)
  const named = new Set(large.map(([key]) => key))
  const groupOf = (key: string) => (named.has(key) ? key : OTHER_GROUPS)
  const groups = large.map(([key, value]) => ({
    key,
    label: labels?.get(key) || groupLabel(request, key, naming),
    value,
    previous: before === null ? null : (before.groups.get(key) ?? 0),
    usual: baseline === null ? null : (baseline.groups.get(key) ?? baseline.none),
    link: listLink(request, caller, by === undefined ? undefined : key),
  }))
  if (rest.length > 0)
    groups.push({
      key: OTHER_GROUPS,
      label: groupLabel(request, OTHER_GROUPS, naming),
      value: rest.reduce((sum, [, value]) => sum + value, 0),
      previous: before === null ? null : rest.reduce((sum, [key]) => sum + (before.groups.get(key) ?? 0), 0),
      usual: null,
      link: null,
    })
  const series = new Map<number, Map<string, number>>()
  for (const { t, key, value } of cells) {
    const at = series.get(t) ?? new Map<string, number>()
    series.set(t, at)
    at.set(groupOf(key), (at.get(groupOf(key)) ?? 0) + value)
  }
  return {
    measure,
    by: by ?? null,
    bucket,
    total: sumOf(cells),
    groups,
    series: [...series]
      .sort(([a], [b]) => a - b)
      .flatMap(([t, values]) => [...values].map(([key, value]) => ({ t: iso(t), key, value }))),
    previous: before === null ? null : before.previous,
    baseline: baseline === null ? null : shownBaseline(baseline),
    suppressed,
    ...(await waitingFor(traffic, request)),
    query: querySentence(request, naming),
    link: listLink(request, caller),
    from: iso(from),
    to: iso(to),
    as_of: iso(asOf),
  }
}

async function previousOf(source: MeasureSource, request: FigureRequest, caller: Caller) {
  const window = { from: request.from - (request.to - request.from), to: request.from }
  const { cells } = await source.cells(request, window, caller)
  const byTime = [...sumsBy(cells, ({ t }) => t)].sort(([a], [b]) => a - b)
  return {
    groups: sumsBy(cells, ({ key }) => key),
    previous: {
      from: iso(window.from),
      to: iso(window.to),
      total: sumOf(cells),
      series: byTime.map(([t, value]) => ({ t: iso(t), value })),
    },
  }
}

/** Returns what is usual in the buckets of a period that have begun. */
export async function usualBefore(
  { traffic, source }: Pick<AnswerNeeds, 'traffic' | 'source'>,
  request: FigureRequest,
  caller: Caller,
): Promise<Baseline> {
  const { bucket, from, to, asOf } = request
  const begun = { from, to: Math.min(to, asOf) }
  const window = baselineWindow(begun, bucket)
  const covered = await traffic.covered({ bucket, only: window.only, version: asOf })
  const { cells } = covered.size === 0 ? { cells: [] } : await source.cells(request, window, caller)
  return baselineOf(bucketsOf(begun, bucket), { cells, window, covered })
}

const shownBaseline = ({ enough, weeks, total, series }: Baseline) => ({
  enough,
  weeks,
  total,
  series: series.map(({ t, mean, sd }) => ({ t: iso(t), mean, sd })),
})

/** Returns what of the counts of positions is not up to date; other measures wait for nothing. */
async function waitingFor(traffic: TrafficInterface, { measure, from, to }: FigureRequest) {
  const isCounted = measure === 'vessels' || measure === 'positions' || measure === 'abnormal'
  return isCounted ? traffic.waiting(from, to) : { waiting: 0, days_in_files: [] }
}
