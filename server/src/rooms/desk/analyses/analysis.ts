import {
  LONGEST_ANALYSIS_DAYS,
  MOST_ANALYSIS_FLOWS,
  MOST_ANALYSIS_VESSELS,
  PORT_CALL_WITHIN_DAYS,
  type analyse,
  type AnalysedVessel,
  type Analysis,
} from '@samudra/contract/analyses'
import { LEAST_TRAFFIC_CELL } from '@samudra/contract/traffic'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { TrafficInterface } from '../../past/traffic/room.ts'
import type { PortCallsInterface, VesselCall } from '../../vessels/port-calls/room.ts'
import type { RulesInterface } from '../../watch/rules/room.ts'
import { FlowSum, waysOf, type VesselWays } from './analysis-flows.ts'
import { GAP_MS, readInside, type ReadCount, type ReadNeeds } from './analysis-read.ts'
import { readySubject, type ReadySubject, type SubjectNeeds } from './analysis-subject.ts'
import {
  groupsOf,
  hoursOf,
  keysOf,
  sumsOf,
  unusualOf,
  type Analysed,
  type FoundAnomaly,
} from './analysis-sums.ts'
import { vesselIdentities, vesselKey } from './vessel-identities.ts'
import type { InsideVessel } from './visit-walk.ts'

export type AnalysisNeeds = SubjectNeeds &
  ReadNeeds & {
    db: Db
    clock: Clock
    flush: () => Promise<void>
    portCalls: PortCallsInterface
    rules: RulesInterface
    traffic: TrafficInterface
  }
type Input = Extract<ReturnType<typeof analyse.input>, { ok: true }>['value']
type Period = { from: number; to: number }

const DAY_MS = 86_400_000
/** Anomalies are read in slices of time, so that a busy sea does not exceed what one read may count. */
const ANOMALY_SLICE_MS = 7 * DAY_MS
const iso = (at: number) => new Date(at).toISOString()

/** Checks a period that is analysed; it ends now at the latest. Throws VALIDATION, TOO_LARGE. */
export function checkedPeriod(input: { from: string; to: string }, now: number): Period {
  const from = Date.parse(input.from)
  const to = Math.min(Date.parse(input.to), now)
  const refuse = (field: string, why: string) =>
    new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
  if (Date.parse(input.to) <= from) throw refuse('to', 'the period must end after it begins')
  if (to <= from) throw refuse('from', 'this period has not started; choose an earlier one')
  if (Date.parse(input.to) - from > LONGEST_ANALYSIS_DAYS * DAY_MS)
    throw new OperationError(
      'TOO_LARGE',
      `An analysis covers at most ${LONGEST_ANALYSIS_DAYS} days; choose a shorter period.`,
    )
  return { from, to }
}

/** Analyses a subject as a caller may see it. Throws VALIDATION, NOT_FOUND, TOO_LARGE. */
export async function analysisOf(needs: AnalysisNeeds, input: Input, caller: Caller): Promise<Analysis> {
  const { visibility } = caller
  const request = input.as_of === undefined ? null : Date.parse(input.as_of)
  const period = checkedPeriod(input, needs.clock.now())
  const subject = await readySubject(needs, input.subject, caller, request)
  await needs.flush()
  const asOf = Math.min(request ?? Infinity, needs.clock.now())
  const count: ReadCount = { all: 0, seen: 0 }
  const of = { needs, subject, asOf, caller, count }
  const now = await analysedIn(of, period)
  const earlier = { from: period.from - (period.to - period.from), to: period.from }
  const before = input.compare === undefined ? null : await analysedIn(of, earlier)

  const least = visibility.all ? 1 : LEAST_TRAFFIC_CELL
  const kinds = groupsOf('kind', now.all, before?.all ?? null, least)
  const flags = groupsOf('flag', now.all, before?.all ?? null, least)
  const flows = now.flows.done(least, MOST_ANALYSIS_FLOWS)
  const found = await anomaliesIn(of, period)
  const compared =
    before === null ? null : { now: now.all, before: before.all, flags: flags.groups, kinds: kinds.groups }
  const { days_in_files } = await needs.traffic.waiting(
    before === null ? period.from : earlier.from,
    period.to,
  )
  return {
    label: subject.label,
    box: subject.box,
    vessels: rowsOf(now, before?.all ?? null, found),
    total: now.all.length,
    totals: sumsOf(now.all),
    by_kind: kinds.groups,
    by_flag: flags.groups,
    previous:
      before === null ? null : { from: iso(earlier.from), to: iso(earlier.to), totals: sumsOf(before.all) },
    places: flows.places,
    flows: flows.flows,
    more_flows: flows.more_flows,
    unusual: unusualOf(found, compared),
    suppressed: kinds.suppressed + flags.suppressed + flows.suppressed,
    days_in_files,
    fixes: count.seen,
    query: sentenceOf(subject, period, before !== null, asOf),
    from: iso(period.from),
    to: iso(period.to),
    as_of: iso(asOf),
  }
}

type Of = {
  needs: AnalysisNeeds
  subject: ReadySubject
  asOf: number
  caller: Caller
  count: ReadCount
}
type AnalysedWays = Analysed & VesselWays
type SideOfAnalysis = { all: AnalysedWays[]; flows: FlowSum }

/** Reads who was inside in a period, and from where to where. */
async function analysedIn(
  { needs, subject, asOf, caller, count }: Of,
  period: Period,
): Promise<SideOfAnalysis> {
  const { visibility } = caller
  const inside = await readInside(needs, subject, { ...period, knownBy: asOf }, caller, count)
  const identities = await vesselIdentities(needs, inside, asOf, visibility)
  const calls = await callsByVessel(needs, inside, period, asOf, caller)
  const flows = new FlowSum()
  const of = { subject, ports: needs.ports, period, longestGapMs: GAP_MS }
  const all = inside.map((vessel) => {
    const ways = waysOf(of, vessel, calls.get(vesselKey(vessel)) ?? [])
    flows.add(vessel, ways)
    return { vessel, identity: identities.get(vesselKey(vessel))!, ...ways }
  })
  return { all, flows }
}

async function callsByVessel(
  { portCalls }: AnalysisNeeds,
  inside: readonly InsideVessel[],
  { from, to }: Period,
  asOf: number,
  caller: Caller,
): Promise<ReadonlyMap<number, VesselCall[]>> {
  const within = PORT_CALL_WITHIN_DAYS * DAY_MS
  const mmsis = [...new Set(inside.map(({ mmsi }) => mmsi))]
  const calls = await portCalls.ofVessels({ mmsis, from: from - within, to: to + within, at: asOf }, caller)
  const byVessel = new Map<number, VesselCall[]>()
  for (const call of calls) {
    const known = byVessel.get(vesselKey(call))
    if (known === undefined) byVessel.set(vesselKey(call), [call])
    else known.push(call)
  }
  return byVessel
}

/** Returns anomalies of a period inside, of a list those of its members. */
async function anomaliesIn(
  { needs, subject, asOf, caller }: Of,
  { from, to }: Period,
): Promise<FoundAnomaly[]> {
  const members = subject.mmsis === null ? null : new Set(subject.mmsis)
  const found: FoundAnomaly[] = []
  for (let at = from; at < to; at += ANOMALY_SLICE_MS) {
    const slice = { from: at, to: Math.min(to, at + ANOMALY_SLICE_MS), asOf }
    for (const one of await needs.rules.detections(slice, caller))
      if (members === null ? subject.holds(one.lat, one.lon) : one.mmsis.some((mmsi) => members.has(mmsi)))
        found.push(one)
  }
  return found
}

function rowsOf(
  { all }: SideOfAnalysis,
  before: readonly Analysed[] | null,
  found: readonly FoundAnomaly[],
): AnalysedVessel[] {
  const anomalies = new Map<number, number>()
  for (const { mmsis } of found)
    for (const mmsi of new Set(mmsis)) anomalies.set(mmsi, (anomalies.get(mmsi) ?? 0) + 1)
  const was = before === null ? null : keysOf(before)
  return all
    .toSorted((a, b) => b.vessel.insideMs - a.vessel.insideMs || vesselKey(a.vessel) - vesselKey(b.vessel))
    .slice(0, MOST_ANALYSIS_VESSELS)
    .map(({ vessel, identity, ways, visits }) => ({
      mmsi: mmsiText(vessel.mmsi),
      split_id: vessel.split,
      ...identity,
      first: iso(vessel.first),
      last: iso(vessel.last),
      hours: hoursOf(vessel.insideMs),
      visits,
      from: ways[0]?.from.label ?? null,
      to: ways.at(-1)?.to.label ?? null,
      anomalies: anomalies.get(vessel.mmsi) ?? 0,
      new: was === null ? null : !was.has(vesselKey(vessel)),
    }))
}

const WHERE: Record<ReadySubject['kind'], string> = { AREA: 'in', SHAPE: 'in', PORT: 'at', LIST: 'of' }
const minute = (at: number) => iso(at).slice(0, 16).replace('T', ' ')
const second = (at: number) => iso(at).slice(0, 19).replace('T', ' ')

/** Returns what is analysed, in one sentence. */
function sentenceOf({ kind, label }: ReadySubject, { from, to }: Period, isCompared: boolean, asOf: number) {
  const compared = isCompared ? ', compared with the previous period' : ''
  return `Vessels ${WHERE[kind]} ${label} from ${minute(from)} to ${minute(to)} UTC${compared}; as known at ${second(asOf)} UTC.`
}
