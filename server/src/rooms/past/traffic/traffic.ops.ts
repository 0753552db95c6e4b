import {
  getTrafficCounts,
  LEAST_TRAFFIC_CELL,
  LONGEST_TRAFFIC_DAYS,
  OTHER_GROUPS,
} from '@samudra/contract/traffic'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { addPast, answerOf } from './traffic-answer.ts'
import type { TrafficAreas } from './traffic-areas.ts'
import { ANYWHERE } from './traffic-count.ts'
import {
  RUNNING_VERSIONS_MS,
  SPAN_MS,
  areaNumbers,
  countsVersion,
  currentCounts,
  pastCounts,
  waitingIn,
  DAY_MS,
  type Cell,
  type Span,
  type TrafficQuery,
} from './traffic.sql.ts'

export type TrafficNeeds = {
  db: Db
  clock: Clock
  names: SourceNames
  areas: TrafficAreas
}
type Input = Extract<ReturnType<typeof getTrafficCounts.input>, { ok: true }>['value']

export const trafficOps = (needs: TrafficNeeds): Handled[] => [
  handle(getTrafficCounts, ({ input, caller }) => trafficCounts(needs, input, caller)),
]

async function trafficCounts(needs: TrafficNeeds, input: Input, caller: Caller) {
  const period = periodOf(input)
  const {
    cells: all,
    keyOf,
    labelOf,
    version,
    suppressed,
  } = await countTraffic(needs, { ...input, ...period }, caller)
  const { total, groups, series } = answerOf(all)
  return {
    total,
    groups: groups.map((one) => ({ ...one, key: keyOf(one.key), label: labelOf(one.key) })),
    series: [...series]
      .sort(([a], [b]) => a - b)
      .flatMap(([t, sums]) => [...sums].map(([key, sum]) => ({ t: iso(t), key: keyOf(key), ...sum }))),
    suppressed,
    ...(await waitingIn(needs.db, period.from, period.to)),
    from: iso(period.from),
    to: iso(period.to),
    as_of: iso(version),
  }
}

/** Query of counts: whole buckets of a period, or `only` some of them. */
export type CountsQuery = Omit<Input, 'from' | 'to'> & {
  from: number
  to: number
  only?: readonly number[]
}

/**
 * Counts by bucket and group as far as the caller may see them, and leaves out small cells where some are hidden. Keys are
 * internal numbers of sources and areas; `keyOf` and `labelOf` name them. Throws VALIDATION, NOT_FOUND.
 */
export async function countTraffic(needs: TrafficNeeds, input: CountsQuery, caller: Caller) {
  const { db, names } = needs
  const { by = null, from, to, only = null } = input
  const span: Span = input.bucket === 'day' ? 'D' : 'H'
  const version = await versionOf(needs, input.as_of, to)
  const { areas, labels } = await areasOf(needs, input, caller)
  const query: TrafficQuery = {
    span,
    from,
    to,
    only,
    by,
    areas,
    kinds: input.kinds ?? null,
    countries: input.countries ?? null,
    sources: sourcesOf(needs, input, caller),
  }
  const all = await countedCells(db, query, version)
  const cells = caller.visibility.all ? all : all.filter(({ vessels }) => vessels >= LEAST_TRAFFIC_CELL)
  const keyOf = (key: string) => {
    if (key === OTHER_GROUPS) return key
    if (by === 'area') return labels.get(Number(key))!.id
    return by === 'source' ? names.sourceCode(Number(key)) : key
  }
  const labelOf = (key: string) => (by === 'area' ? labels.get(Number(key))?.name : undefined) ?? keyOf(key)
  return { cells, keyOf, labelOf, version, suppressed: all.length - cells.length }
}

/** Counts cells of a version, without regard to who may see them. */
export async function countedCells(db: Db, query: TrafficQuery, version: number): Promise<Cell[]> {
  const cells: Cell[] = []
  if (query.areas.length === 0 || query.sources?.length === 0) return cells
  cells.push(...(await currentCounts(db, query, version)))
  // Counts that were replaced since the current ones were read are not in both: these are newer than the version.
  for (const past of await pastCounts(db, query, version)) addPast(cells, query, past)
  return cells
}

/** Returns which of some buckets have positions of any source in the counts of a version. */
export async function coveredBuckets(
  { db }: Pick<TrafficNeeds, 'db'>,
  { bucket, only, version }: { bucket: 'hour' | 'day'; only: readonly number[]; version: number },
): Promise<ReadonlySet<number>> {
  if (only.length === 0) return new Set()
  const span: Span = bucket === 'day' ? 'D' : 'H'
  const [from, to] = [Math.min(...only), Math.max(...only) + 1]
  const groups = { by: null, areas: [ANYWHERE], kinds: null, countries: null, sources: null }
  return new Set((await countedCells(db, { span, from, to, only, ...groups }, version)).map(({ t }) => t))
}

const iso = (at: number) => new Date(at).toISOString()

function periodOf({ from, to, bucket = 'hour' }: Input) {
  const size = SPAN_MS[bucket === 'day' ? 'D' : 'H']
  const period = {
    from: Math.floor(Date.parse(from) / size) * size,
    to: Math.ceil(Date.parse(to) / size) * size,
  }
  const most = LONGEST_TRAFFIC_DAYS[bucket]
  if (period.to - period.from > most * DAY_MS + size)
    throw new OperationError(
      'TOO_LARGE',
      `A period by ${bucket} holds at most ${most} days. Choose a shorter period${bucket === 'hour' ? ' or bucket day' : ''}.`,
    )
  return period
}

/** Returns the version that an answer is of. Throws if versions of that time are not stored any more. */
async function versionOf({ db, clock }: TrafficNeeds, asOf: string | undefined, to: number): Promise<number> {
  const last = await countsVersion(db)
  if (asOf === undefined) return last
  const at = Date.parse(asOf)
  if (at < to && at < clock.now() - RUNNING_VERSIONS_MS)
    throw new OperationError(
      'VALIDATION',
      'Counts of a running hour are stored for 7 days. End the period before as_of, or remove as_of.',
      { fields: [{ field: 'as_of', why: 'is older than 7 days and within the period' }] },
    )
  return Math.min(at, last)
}

async function areasOf({ db, areas }: TrafficNeeds, { area, by }: CountsQuery, caller: Caller) {
  if (area === undefined && by !== 'area') {
    if (!caller.visibility.everywhere)
      throw new OperationError(
        'VALIDATION',
        'Your access is restricted to zones. Choose an area inside them, or count by area.',
        { fields: [{ field: 'area', why: 'is required for users with zones' }] },
      )
    return { areas: [ANYWHERE], labels: new Map<number, { id: string; name: string }>() }
  }
  const seen = areas.seenBy(caller).filter(({ id }) => area === undefined || id === area)
  if (area !== undefined && seen.length === 0)
    throw new OperationError(
      'NOT_FOUND',
      'This area is not counted. Choose an exclusive economic zone or an area shared with the whole centre.',
    )
  const numbers = await areaNumbers(db)
  const labels = new Map(
    seen.flatMap(({ id, name }) => {
      const number = numbers.get(id)
      return number === undefined ? [] : [[number, { id, name }] as const]
    }),
  )
  return { areas: [...labels.keys()], labels }
}

/** Returns numbers of the sources to count, null for all: those of the caller that the input names. */
function sourcesOf(
  { names }: TrafficNeeds,
  { sources }: CountsQuery,
  { visibility }: Caller,
): number[] | null {
  const seen = sourcesSeen(names, visibility)
  if (sources === undefined) return seen
  return names
    .sources()
    .flatMap(({ number, code }) =>
      sources.includes(code) && seen?.includes(number) !== false ? [number] : [],
    )
}
