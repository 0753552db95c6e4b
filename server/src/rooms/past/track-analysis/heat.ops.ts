import type { AisFilter } from '@samudra/contract/filter'
import { getHeatmapData, LONGEST_HEAT_DAYS, type HeatMetric } from '@samudra/contract/heat'
import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import type { Bbox } from '@samudra/contract/kernel'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { fixBatch, type FixBatch } from '../../../sea/fix-batch.ts'
import { HeatSum, HeatWalk, STORED_UNIT, type CellColumns } from './heat-cells.ts'
import { isShip } from '../../../sea/ship-reports.ts'
import { HOUR_MS, hourOf, type HeatHours, type HeatNeeds } from './heat-hours.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { widenedBox } from '../../../sea/widened-box.ts'

/** Test of whether the fix at one index of a batch passes a filter. */
export type FixTest = (batch: FixBatch, i: number) => boolean
export type HeatOpNeeds = HeatNeeds & {
  hours: HeatHours
  names: SourceNames
  /** A saved filter as a caller sees it. Throws NOT_FOUND. */
  filterOf: (caller: Caller, id: string) => AisFilter
  /** Returns a filter test. Vessels are taken as known at one instant, areas and lists as known at another. */
  testOf: (filter: AisFilter, caller: Caller, at: number, believedAt: number) => Promise<FixTest>
}

/** Time and size of one answer. */
const BUDGET_MS = 20_000
const MOST_FIXES = 8_000_000
const MOST_CELLS = 150_000
const MOST_HELD = 6_000_000
/** Number of fixes to filter between checks of the clock. */
const LOOK_EVERY = 512
/** Margin around the box in which vessels that spent time inside are searched: the longest leap that counts. */
const MARGIN_DEG = 1

type Query = {
  bbox: Bbox
  from: number
  to: number
  metric: HeatMetric
  unit: number
  filter: AisFilter | undefined
  /** Leaves out what arrived then or later. */
  knownBy: number | undefined
  caller: Caller
}

export const heatOps = (needs: HeatOpNeeds): Handled[] => [
  handle(getHeatmapData, async ({ input, caller }) => {
    const filter = input.filter_id === undefined ? undefined : needs.filterOf(caller, input.filter_id)
    const query: Query = {
      ...input,
      from: Date.parse(input.from),
      to: Math.min(Date.parse(input.to), needs.clock.now()),
      unit: Math.round(input.cell_deg * 1e6),
      filter,
      knownBy: input.as_of === undefined ? undefined : Date.parse(input.as_of),
      caller,
    }
    checkPeriod(query, Date.parse(input.to))
    const sum = new HeatSum(query.unit, query.metric, query.bbox)
    const stop = AbortSignal.timeout(BUDGET_MS)
    try {
      await (isStored(query) ? sumHours(needs, query, sum, stop) : sumFixes(needs, query, sum, stop))
    } catch (error) {
      if (stop.aborted) throw tooSlow()
      throw error
    }
    const reported = sum.done()
    if (reported.cells.length > MOST_CELLS)
      throw new OperationError(
        'TOO_LARGE',
        `There are more than ${MOST_CELLS} cells; take larger cells or a smaller area.`,
      )
    const period = { from: new Date(query.from).toISOString(), to: new Date(query.to).toISOString() }
    return { ...reported, cell_deg: input.cell_deg, metric: input.metric, ...period }
  }),
]

function checkPeriod({ from, to }: Query, requestedTo: number) {
  if (from >= requestedTo)
    throw new OperationError('VALIDATION', 'The start is after the end. Swap from and to.')
  if (from >= to) throw new OperationError('VALIDATION', 'This period has not begun; choose an earlier one.')
  if (to - from > LONGEST_HEAT_DAYS * 86_400_000)
    throw new OperationError(
      'VALIDATION',
      `A heat map covers ${LONGEST_HEAT_DAYS} days at most; choose a shorter period.`,
    )
}

const tooSlow = () =>
  new OperationError(
    'TOO_LARGE',
    `This takes longer than ${BUDGET_MS / 1000} seconds; choose a shorter period, a smaller area or cells of 0.05 degrees or more, or ask again when more hours have been counted.`,
  )

/** Fields that say what a vessel is, whatever it does. */
const OF_VESSELS = new Set([
  'mmsi',
  'imo',
  'ship_name',
  'call_sign',
  'country',
  'ship_type',
  'destination',
  'length',
  'beam',
  'draught',
])
const isOfVessels = (node: NonNullable<AisFilter['expr']>): boolean =>
  'op' in node ? node.of.every(isOfVessels) : OF_VESSELS.has(node.field)

/** Returns true if the stored hours can answer: stored cells, all sources and places, and a filter on vessels alone. */
function isStored({ unit, caller, knownBy, filter = {} }: Query): boolean {
  const { time_filter, sources, nav_status, speed, area, anomalies, expr } = filter
  const needsFixes =
    [time_filter, sources, nav_status, speed, area, anomalies].some((one) => one !== undefined) ||
    (expr !== undefined && !isOfVessels(expr))
  return knownBy === undefined && unit % STORED_UNIT === 0 && caller.visibility.all && !needsFixes
}

/** Sums the stored hours; missing hours are counted now and stored once complete. */
async function sumHours(needs: HeatOpNeeds, query: Query, sum: HeatSum, stop: AbortSignal) {
  const { hours } = needs
  const { from, to } = query
  const current = hourOf(needs.clock.now())
  const due = new Set(await hours.due(to, stop))
  const passes = await vesselTest(needs, query)
  let began = performance.now()
  for (let hour = hourOf(from); hour < to; hour += HOUR_MS) {
    stop.throwIfAborted()
    const isWhole = from <= hour && to >= hour + HOUR_MS && hour < current
    if (isWhole && due.has(hour)) await hours.make(hour, stop)
    const parts = isWhole
      ? await hours.stored(hour, query.bbox)
      : [await hours.read(Math.max(from, hour), Math.min(to, hour + HOUR_MS), stop)]
    for (const part of parts) {
      addPart(sum, part, STORED_UNIT, (i) => passes(part, i))
      began = await breathe(began, stop)
    }
  }
}

function addPart(sum: HeatSum, part: CellColumns, unit: number, passes: (i: number) => boolean) {
  sum.add(part, unit, passes)
  if (sum.size > MOST_HELD)
    throw new OperationError(
      'TOO_LARGE',
      'These are too many cells and vessels; take larger cells or a smaller area.',
    )
}

/** Returns a filter test that evaluates each vessel once. */
async function vesselTest({ testOf, clock }: HeatOpNeeds, { filter, caller, to }: Query) {
  if (filter === undefined) return () => true
  const test = await testOf(filter, caller, to, clock.now())
  const known = new Map<number, boolean>()
  const one = fixBatch(1)
  one.count = 1
  one.observedAt[0] = to
  return ({ mmsi, split }: CellColumns, i: number) => {
    const key = mmsi[i]! * 256 + split[i]!
    const answer = known.get(key)
    if (answer !== undefined) return answer
    one.mmsi[0] = mmsi[i]!
    one.split[0] = split[i]!
    const found = test(one, 0)
    known.set(key, found)
    return found
  }
}

/** From the fixes themselves: fine cells, callers of some sources or zones, filters that ask of fixes. */
async function sumFixes(needs: HeatOpNeeds, query: Query, sum: HeatSum, stop: AbortSignal) {
  const { bbox, from, to, caller, filter, unit, knownBy } = query
  const { visibility } = caller
  const { names, flush, fixes, testOf } = needs
  const test = filter === undefined ? null : await testOf(filter, caller, to, knownBy ?? needs.clock.now())
  await flush()
  // Read at the requested side, or finer where stored cells are coarser than requested.
  const walk = new HeatWalk(Math.min(unit, STORED_UNIT), from, to)
  const batches = fixes.readFixes({
    by: 'OBSERVED',
    from: from - GAP_MS,
    to: to + GAP_MS,
    knownBy,
    box: widenedBox(bbox, MARGIN_DEG),
    sources: sourcesSeen(names, visibility),
    order: 'CONTACT',
    columns: ['lat', 'lon', 'sog', 'cog', 'heading', 'navStatus', 'type', 'source'],
    limit: MOST_FIXES + 1,
    signal: stop,
  })
  let read = 0
  let began = performance.now()
  for await (const batch of batches) {
    read += batch.count
    if (read > MOST_FIXES)
      throw new OperationError(
        'TOO_LARGE',
        `There are more than ${MOST_FIXES} positions; choose a shorter period or a smaller area.`,
      )
    for (let i = 0; i < batch.count; i++) {
      if (i % LOOK_EVERY === 0) began = await breathe(began, stop)
      const [lat, lon] = [batch.lat[i]!, batch.lon[i]!]
      if (!isShip(batch, i) || !visibility.place(lat / 1e6, lon / 1e6)) continue
      if (test !== null && !test(batch, i)) continue
      walk.add(batch.mmsi[i]!, batch.split[i]!, batch.observedAt[i]!, lat, lon)
    }
    if (walk.size > MOST_HELD)
      throw new OperationError(
        'TOO_LARGE',
        'These are too many cells and vessels; take larger cells or a smaller area.',
      )
  }
  addPart(sum, walk.done(), Math.min(unit, STORED_UNIT), () => true)
}
