import type { EventStatus, VesselEvent } from '@samudra/contract/events'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import { boxOf, middleOf } from '@samudra/nautical/polygons/box'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'
import type { ReferenceInterface } from '../../../chart/reference/room.ts'
import type { EventsInterface } from '../../events/room.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { visibilityOf } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import { cutAfter, readAfter } from '../../../../sea/page-seen.ts'
import { detectorOfRule, type Detectors } from '../detectors/detectors.ts'
import type { ResultRow } from './results.sql.ts'
import { pageOfResults, presentResult, within, type SeenNeeds } from '../rule-visibility.ts'
import { asKnown, statusOf } from './result-then.ts'

type Needs = SeenNeeds & {
  clock: Clock
  detectors: Detectors
  events: EventsInterface
  reference: Pick<ReferenceInterface, 'boundaries'>
  areas: FilterInputsInterface['areas']
}
type Input = Extract<ReturnType<typeof getFilteredVesselEvents.input>, { ok: true }>['value']

const USUAL = 100

export const vesselEventOps = (needs: Needs): Handled[] => [
  handle(getFilteredVesselEvents, async ({ input, caller }) => {
    checkSplit(input)
    return eventsPage(needs, input, caller)
  }),
]

/** Returns what reads the latest events of a contact for the report on its vessel. */
export const eventsAbout =
  (needs: Needs) =>
  async (
    { mmsi, split_id }: { mmsi: string; split_id: number },
    { asOf, limit }: { asOf: number | null; limit: number },
    caller: Caller,
  ): Promise<VesselEvent[]> => {
    const past = asOf === null ? {} : { as_of: new Date(asOf).toISOString() }
    return (await eventsPage(needs, { mmsis: [mmsi], split_id, limit, ...past }, caller)).items
  }

/** Returns a page of detected and reported events, the last to begin first, as far as a caller may know of them. */
async function eventsPage(needs: Needs, input: Input, caller: Caller) {
  const limit = input.limit ?? USUAL
  const places = placesOf(needs, input, caller)
  const [found, shown] = [
    await detected(needs, input, caller, places),
    await reported(needs, input, caller, places),
  ]
  const after = input.cursor === undefined ? null : readAfter(input.cursor)
  const rest = shown.filter(
    ({ at, id }) => after === null || at < after.at || (at === after.at && id < after.id),
  )
  const all = [...found.rows, ...rest].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  const page = cutAfter(all, limit, ({ at }) => at)
  const last = page.rows.at(-1)
  return {
    items: page.rows.map(({ event }) => event),
    total: found.total + shown.length,
    next: page.next ?? (found.next === null || last === undefined ? null : `${last.at} ${last.id}`),
    as_of: new Date(ms(input.as_of) ?? needs.clock.now()).toISOString(),
  }
}

function checkSplit({ mmsis, split_id }: Input) {
  if (split_id === undefined || new Set(mmsis).size === 1) return
  const why = 'needs exactly one MMSI in mmsis; add it, or leave it out'
  throw new OperationError('VALIDATION', `Check split_id: it ${why}.`, {
    fields: [{ field: 'split_id', why }],
  })
}

type Placed = { id: string; at: number; event: VesselEvent }
const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

/** Returns the outlines in which events are meant: of the area drawn in the query and of the one it names. Throws NOT_FOUND. */
function placesOf({ areas, reference }: Needs, { area, area_id: id }: Input, caller: Caller): ZoneGeometry[] {
  const drawn = area === undefined ? [] : [area]
  if (id === undefined) return drawn
  const zone = reference.boundaries().find((one) => one.id === id)
  const named = zone?.geometry ?? areas.list(caller).find((one) => one.id === id)?.body.geometry
  if (named === undefined)
    throw new OperationError('NOT_FOUND', 'This area does not exist, or you may not see it.')
  return [...drawn, named]
}

/** Returns detections the caller may know. */
async function detected(needs: Needs, input: Input, caller: Caller, places: readonly ZoneGeometry[]) {
  const { types, mmsis, min_confidence, limit, cursor } = input
  const none = { rows: [], total: 0, next: null }
  if (input.origin === 'REPORTED') return none
  const ruleIds = needs.detectors
    .ruleIds(caller)
    .filter((id) => types === undefined || types.includes(detectorOfRule(id)!.code))
  if (ruleIds.length === 0) return none
  const visibility = places.reduce(within, caller.visibility)
  const page = await pageOfResults(
    needs,
    {
      runId: '',
      ruleIds,
      mmsis: mmsis?.map(Number),
      split: input.split_id,
      leastConfidence: min_confidence,
      knownBy: ms(input.as_of),
      from: ms(input.from),
      to: ms(input.to),
      foundFrom: ms(input.found_from),
      foundTo: ms(input.found_to),
      severities: input.severities,
      eventStatuses: input.statuses,
    },
    { visibility },
    { limit: limit ?? USUAL, cursor },
  )
  return {
    ...page,
    rows: page.rows.map((row): Placed => ({
      id: row.id,
      at: row.first_at,
      event: eventOf(asKnown(row, ms(input.as_of)), { visibility }),
    })),
  }
}

/** Returns events reported by users; one without an end is active. */
async function reported(
  { events }: Needs,
  input: Input,
  caller: Caller,
  places: readonly ZoneGeometry[],
): Promise<Placed[]> {
  if (input.origin === 'DETECTED') return []
  const { types, mmsis, severities, statuses, min_confidence = 1 } = input
  const [from, to] = [ms(input.from) ?? -Infinity, ms(input.to) ?? Infinity]
  const ships = mmsis === undefined ? null : new Set(mmsis)
  const [first, last] = [ms(input.found_from) ?? -Infinity, ms(input.found_to) ?? Infinity]
  const inside = places.map((place) => visibilityOf(['*'], [place]))
  const asOf = input.as_of === undefined ? undefined : new Date(input.as_of)
  return (await events.reported(caller, asOf)).flatMap((event) => {
    const at = Date.parse(event.start_at)
    const middle = middleOf(boxOf(event.geometry))
    const isQuery =
      (types === undefined || types.includes(event.type)) &&
      (ships === null || event.mmsis.some((mmsi) => ships.has(mmsi))) &&
      at < to &&
      (event.end_at === null || Date.parse(event.end_at) >= from) &&
      (min_confidence === 1 || (event.confidence ?? 1) >= min_confidence) &&
      at >= first &&
      at < last &&
      severities?.includes(event.severity) !== false &&
      statuses?.includes(event.status) !== false &&
      inside.every((place) => place.place(middle.lat, middle.lon))
    return isQuery ? [{ id: event.id, at, event }] : []
  })
}

const CONFIDENCE: Record<EventStatus, VesselEvent['confidence']> = {
  CONFIRMED: 4,
  DETECTED: 2,
  REVISED: 1,
  DISPUTED: 1,
  REMOVED: 1,
}

/** Converts a detection to an event. */
function eventOf(row: ResultRow, caller: Pick<Caller, 'visibility'>): VesselEvent {
  const { id, mmsis, last_at, began_at, ended_at, known_at, latitude, longitude, explanation, ...result } =
    presentResult(row, caller)
  const { code, label, text } = detectorOfRule(row.rule_id)!
  const status = statusOf(row)
  return {
    id,
    version: 1,
    domain: 'REAL',
    visibility: 'CENTRE',
    owner_id: '',
    owner: 'Samudra',
    group_ids: [],
    created_at: known_at,
    updated_at: new Date(row.changed_at).toISOString(),
    updated_user_id: '',
    updated_by: result.judged_by ?? 'Samudra',
    valid_from: null,
    valid_to: null,
    mine: false,
    type: code,
    category: 'AIS_BEHAVIOUR',
    title: label,
    text,
    severity: result.severity,
    status,
    start_at: began_at,
    end_at: ended_at ?? (result.status === 'CLEARED' ? last_at : null),
    // Detectors are of ships, alone or together, which are somewhere.
    geometry: { type: 'Point', coordinates: [longitude!, latitude!] },
    mmsis,
    confidence: CONFIDENCE[status],
    evidence_fix_ids: explanation === null ? [] : fixesOf(explanation),
    detector: row.rule_id,
    params: { rule_version: row.rule_version, again: row.again },
    explanation: explanation === null ? null : sentenceOf(explanation),
    files: [],
    case_id: null,
    revisions:
      status === 'REVISED'
        ? [{ at: last_at, by: 'Samudra', why: 'Late data shows otherwise.', late_fix_id: null }]
        : [],
    removed_reason: null,
  }
}

const MOST_FIXES = 100
const fixesOf = (explanation: RuleExplanation): string[] => {
  const ids = new Set<string>()
  const gather = (node: RuleExplanation) => {
    for (const id of node.fix_ids) ids.add(id)
    node.of.forEach(gather)
  }
  gather(explanation)
  return [...ids].slice(0, MOST_FIXES)
}

/** Returns the conditions that held, one by one, in one line. */
function sentenceOf(explanation: RuleExplanation): string {
  const leaves = (node: RuleExplanation): RuleExplanation[] =>
    node.of.length === 0 ? [node] : node.of.flatMap(leaves)
  return leaves(explanation)
    .filter(({ verdict }) => verdict === 'TRUE')
    .map(({ asked: query, value, unit }) =>
      value === null ? query : `${query}: ${[value, unit ?? ''].join(' ').trim()}`,
    )
    .join('; ')
}
