import { DISMISSED_AS, type Disposition } from '@samudra/contract/alert-workflow'
import type { EventFile, VesselEvent } from '@samudra/contract/events'
import { OF_A_NUMBER } from '@samudra/contract/event-types'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import type { AlertEvidence, AlertsInterface } from '../alerts/room.ts'
import type { EventsInterface } from '../events/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { EvidenceOfHit, RulesInterface } from '../rules/room.ts'
import { fixesIn, placeOf, type Finding } from './finding.ts'
import type { SeriesQuery } from './series.ts'

/** One step of what people and the system did; `at` is ISO 8601, `by` null for the system. */
export type EvidenceStep = { at: string; by: string | null; what: string; comment: string | null }
/** Whom evidence is of: the finding, what it stands on, and what was done about it. */
export type Subject = {
  finding: Omit<Finding, 'vessels'>
  asked: SeriesQuery
  whys: RuleExplanation[]
  steps: EvidenceStep[]
  files: EventFile[]
}
export type SubjectNeeds = { alerts: AlertsInterface; events: EventsInterface; rules: RulesInterface }

const HOUR_MS = 3_600_000
const [BEFORE_MS, AFTER_MS, MOST_MS] = [HOUR_MS, HOUR_MS / 2, 48 * HOUR_MS]
/** Returns the time that positions are read for, around a behaviour; of a longer one its first part. */
function windowAround(began: string, end: string): NonNullable<SeriesQuery['window']> {
  const from = Date.parse(began) - BEFORE_MS
  const to = Math.max(Date.parse(began), Date.parse(end)) + AFTER_MS
  return { from, to: Math.min(to, from + MOST_MS), isCut: to > from + MOST_MS }
}

/** Throws NOT_FOUND for what is not there and for what the caller may not know. */
export async function subjectOf(
  needs: SubjectNeeds,
  { kind, id }: { kind: 'alert' | 'event'; id: string },
  caller: Caller,
): Promise<Subject> {
  const found =
    kind === 'alert'
      ? await ofAlert(needs, id, caller)
      : ((await ofReported(needs, id, caller)) ?? (await ofHit(needs, id, caller)))
  if (found === null)
    throw new OperationError('NOT_FOUND', `This ${kind} does not exist; choose it from the list.`)
  return found
}

async function ofAlert({ alerts, rules }: SubjectNeeds, id: string, caller: Caller): Promise<Subject | null> {
  const found = await alerts.evidenceOf(id, caller)
  if (found === null) return null
  const { alert } = found
  const hits: EvidenceOfHit[] = []
  for (const { result_id } of alert.evidence) {
    const hit = await rules.evidence.hit(result_id, caller)
    if (hit !== null) hits.push(hit)
  }
  const reasons = hits.flatMap(({ explanation }) => explanation ?? [])
  const whys = reasons.length > 0 ? reasons : alert.explanation === null ? [] : [alert.explanation]
  const named = [...whys.flatMap(fixesIn), ...alert.evidence.flatMap(({ fix_ids }) => fix_ids.map(Number))]
  const { position } = alert
  return {
    finding: {
      kind: 'alert',
      id,
      title: alert.title,
      text: alert.text,
      type: alert.type,
      found_by: foundBy(alert.type),
      severity: alert.severity,
      status: `${alert.state}, ${alert.condition}`,
      rule: await ruleOf(rules, alert.rule_id, alert.rule_version, caller),
      began_at: alert.began_at,
      ended_at: alert.ended_at,
      known_at: alert.known_at,
      count: alert.count,
      position: position && placeOf(position.latitude, position.longitude),
      geometry: null,
      source: alert.source,
      aircraft: alert.icao24,
      feed_degraded: alert.feed_degraded,
      judgement: alert.disposition === null ? null : DISPOSITION_SENTENCES[alert.disposition],
    },
    asked: {
      ...(alert.mmsi === null ? manyVessels(hits) : vesselsOf(alert)),
      named: [...new Set(named)],
    },
    whys,
    steps: [...alertSteps(found), ...hits.flatMap(judgedStep)].sort(byTime),
    files: [],
  }
}

type Two = {
  type: string
  mmsi: string | null
  split_id: number
  other_mmsi: string | null
  other_split_id: number | null
  began_at: string
  ended_at: string | null
  last_at: string
}
function vesselsOf(of: Two): Omit<SeriesQuery, 'named'> {
  // A finding about a number is about every vessel under it.
  const first = { mmsi: Number(of.mmsi), split: OF_A_NUMBER.includes(of.type) ? null : of.split_id }
  // Every vessel under the number is in the first already.
  const isOther = of.other_mmsi !== null && !(first.split === null && of.other_mmsi === of.mmsi)
  const other = isOther ? [{ mmsi: Number(of.other_mmsi), split: of.other_split_id }] : []
  return {
    vessels: [first, ...other],
    window: windowAround(of.began_at, of.ended_at ?? of.last_at),
  }
}
/** Limits the positions of many vessels to those that the rule names. */
const manyVessels = (hits: readonly EvidenceOfHit[]): Omit<SeriesQuery, 'named'> => ({
  vessels: hits.flatMap(({ mmsis, split_ids }) =>
    mmsis.map((mmsi, i) => ({ mmsi: Number(mmsi), split: split_ids[i] ?? 0 })),
  ),
  window: null,
})

async function ofHit({ alerts, rules }: SubjectNeeds, id: string, caller: Caller): Promise<Subject | null> {
  const hit = await rules.evidence.hit(id, caller)
  if (hit === null) return null
  const [mmsi = null, other_mmsi = null] = hit.mmsis
  const [split_id = 0, other_split_id = 0] = hit.split_ids
  const { type, title, text } = hit
  const raised = hit.alert_id === null ? null : await alerts.evidenceOf(hit.alert_id, caller)
  const isOfFew = hit.subject !== 'AREA' && mmsi !== null
  return {
    finding: {
      kind: 'event',
      id,
      title,
      text,
      type,
      found_by: foundBy(type),
      severity: hit.severity,
      status: hit.judgement ?? HIT_STATUS[hit.status],
      rule: await ruleOf(rules, hit.rule_id, hit.rule_version, caller),
      began_at: hit.began_at,
      ended_at: hit.ended_at ?? (hit.status === 'CLEARED' ? hit.last_at : null),
      known_at: hit.known_at,
      count: hit.again + 1,
      position: hit.latitude === null || hit.longitude === null ? null : placeOf(hit.latitude, hit.longitude),
      geometry: null,
      source: hit.source,
      aircraft: hit.icao24,
      feed_degraded: false,
      judgement: statusSentence(hit.judgement ?? HIT_STATUS[hit.status]),
    },
    asked: {
      ...(isOfFew ? vesselsOf({ ...hit, mmsi, split_id, other_mmsi, other_split_id }) : manyVessels([hit])),
      named: [...new Set(hit.explanation === null ? [] : fixesIn(hit.explanation))],
    },
    whys: hit.explanation === null ? [] : [hit.explanation],
    steps: [
      { at: hit.known_at, by: null, what: 'The event was detected.', comment: null },
      ...judgedStep(hit),
      ...(raised === null ? [] : alertSteps(raised)),
    ].sort(byTime),
    files: [],
  }
}
const HIT_STATUS = { HIT: 'DETECTED', CLEARED: 'DETECTED', REVISED: 'REVISED' } as const

async function ofReported({ events }: SubjectNeeds, id: string, caller: Caller): Promise<Subject | null> {
  const found = await events.withVersions(id, caller)
  if (found === null) return null
  const { event, versions } = found
  const { geometry, start_at, end_at } = event
  const at = geometry.type === 'Point' ? geometry.coordinates : null
  return {
    finding: {
      kind: 'event',
      id,
      title: event.title,
      text: event.text,
      type: event.type,
      found_by: `Reported by ${event.owner}`,
      severity: event.severity,
      status: event.status,
      rule: null,
      began_at: start_at,
      ended_at: end_at,
      known_at: event.created_at,
      count: 1,
      position: at === null ? null : placeOf(at[1], at[0]),
      geometry,
      source: null,
      aircraft: null,
      feed_degraded: false,
      judgement: statusSentence(event.status),
    },
    asked: {
      vessels: event.mmsis.map((mmsi) => ({ mmsi: Number(mmsi), split: null })),
      window: event.mmsis.length === 0 ? null : windowAround(start_at, end_at ?? start_at),
      named: event.evidence_fix_ids.map(Number),
    },
    whys: [],
    steps: [...versions.map(versionStep), ...event.revisions.map(revisionStep)].sort(byTime),
    files: event.files,
  }
}

type Version = NonNullable<Awaited<ReturnType<EventsInterface['withVersions']>>>['versions'][number]
const versionStep = ({ version, at, by, reason, status }: Version): EvidenceStep => ({
  at,
  by,
  what: version === 1 ? 'Reported the event.' : `Changed the event; its status is ${status}.`,
  comment: reason === '' ? null : reason,
})
const revisionStep = ({ at, by, why }: VesselEvent['revisions'][number]): EvidenceStep => ({
  at,
  by,
  what: 'Added late information.',
  comment: why,
})

const foundBy = (type: string) =>
  type === 'RULE' ? 'A rule of users of the centre' : `Detector ${type} of the product Samudra`

async function ruleOf(
  rules: RulesInterface,
  id: string,
  version: number,
  caller: Caller,
): Promise<Finding['rule']> {
  const named = rules.named(id)
  const sentence = await rules.evidence.sentence(id, version, caller)
  if (named === undefined && sentence === null) return null
  return { id, version, title: named?.title ?? id, sentence }
}

type Notified = AlertEvidence['notified'][number]
const notifiedStep = ({ at, username, read_at }: Notified): EvidenceStep => ({
  at,
  by: null,
  what: `${username} was notified${read_at === null ? '' : ` and read it at ${read_at.slice(0, 19).replace('T', ' ')} UTC`}.`,
  comment: null,
})
/** Steps of an alert, and who was notified of it. */
const alertSteps = ({ steps, notified }: AlertEvidence): EvidenceStep[] => [
  ...steps,
  ...notified.map(notifiedStep),
]
const judgedStep = ({ judgement, judged_by, judged_at, judged_reason }: EvidenceOfHit): EvidenceStep[] =>
  judgement === null || judged_at === null
    ? []
    : [
        {
          at: judged_at,
          by: judged_by,
          what: judgement === 'CONFIRMED' ? 'Confirmed the event.' : 'Disputed the event.',
          comment: judged_reason,
        },
      ]
const byTime = (a: EvidenceStep, b: EvidenceStep) => Date.parse(a.at) - Date.parse(b.at)

const statusSentence = (status: string): string | null => STATUS_SENTENCES[status] ?? null
const STATUS_SENTENCES: Readonly<Record<string, string>> = {
  CONFIRMED: 'An officer confirmed this event.',
  DISPUTED: 'An officer disputed this event.',
  REVISED: 'Late data changed this finding.',
  REMOVED: 'This event was removed.',
}
const DISMISSED = new Set<string>(DISMISSED_AS)
const VERDICTS: Readonly<Record<Disposition, string>> = {
  TRUE_POSITIVE: 'true',
  BENIGN: 'true but harmless',
  INCONCLUSIVE: 'inconclusive',
  FALSE_POSITIVE: 'a false alarm',
  DUPLICATE: 'a duplicate of another alert',
  EXPECTED: 'expected',
}
const DISPOSITION_SENTENCES = Object.fromEntries(
  Object.entries(VERDICTS).map(([verdict, words]) => [
    verdict,
    `An officer ${DISMISSED.has(verdict) ? 'dismissed' : 'resolved'} this alert as ${words}.`,
  ]),
) as Record<Disposition, string>
