import type { Vessel } from '@samudra/contract/vessels'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import type { EventGeometry } from '@samudra/contract/events'
import { minutesText } from '@samudra/contract/rule-words'
import { positionText } from '@samudra/nautical/position-text'
import { closestOf, distanceText } from './closest.ts'
import { worstLeg, type EvidencePosition } from './series.ts'

export type FoundVessel = Pick<
  Vessel,
  'imo' | 'ship_name' | 'call_sign' | 'country' | 'ship_type' | 'length' | 'beam' | 'sources'
> & { mmsi: string; split_id: number | null }

/** Finding of an alert or of an event. Instants are ISO 8601, UTC. */
export type Finding = {
  kind: 'alert' | 'event'
  id: string
  title: string
  text: string
  type: string
  /** Origin of the finding: a detector of the product, a rule of users, or a report. */
  found_by: string
  severity: string
  status: string
  rule: { id: string; version: number; title: string; sentence: string | null } | null
  began_at: string
  ended_at: string | null
  /** When it was detected, or reported. */
  known_at: string
  count: number
  position: { latitude: number; longitude: number; text: string } | null
  geometry: EventGeometry | null
  vessels: FoundVessel[]
  source: string | null
  aircraft: string | null
  feed_degraded: boolean
  judgement: string | null
}

const counts = new Intl.NumberFormat('en-GB')
const secondsText = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`

type Found = { positions: readonly EvidencePosition[]; reasons: readonly string[] }
/** States a finding in plain sentences, for a reader outside the centre. */
export function sentencesOf(finding: Finding, { positions, reasons }: Found): string[] {
  const { title, text, vessels, rule, began_at, ended_at, known_at, count, position } = finding
  const late = (Date.parse(known_at) - Date.parse(began_at)) / 60_000
  return [
    text === '' ? `${title}.` : `${title}: ${ended(text)}`,
    ...vessels.map(vesselSentence),
    ...(finding.source === null ? [] : [`Source: ${finding.source}.`]),
    ...(finding.aircraft === null ? [] : [`Aircraft: ICAO address ${finding.aircraft}.`]),
    ...(position === null ? [] : [`Position of the finding: ${position.text}.`]),
    `It began at ${secondsText(began_at)} and ${ended_at === null ? 'its end is unknown' : `ended at ${secondsText(ended_at)}`}.`,
    `It was ${rule === null ? 'reported' : 'detected'} at ${secondsText(known_at)}${late >= 1 ? `, ${minutesText(late)} after it began` : ''}.`,
    ...(count > 1 ? [`It was found ${count} times.`] : []),
    ...(reasons.length === 0 ? [] : [`Measured: ${reasons.join('; ')}.`]),
    ...legSentences(positions),
    ...closestSentence(positions),
    ...(finding.feed_degraded
      ? ['A source of these reports was down at that time: treat with caution.']
      : []),
    ...(finding.judgement === null ? [] : [finding.judgement]),
  ]
}
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function vesselSentence(vessel: FoundVessel): string {
  const { mmsi, ship_name, imo, call_sign, country, ship_type, length, beam, split_id } = vessel
  const size = length === null ? null : `${length} m long${beam === null ? '' : `, ${beam} m wide`}`
  const facts = [
    imo === null ? null : `IMO number ${imo}`,
    call_sign === null ? null : `call sign ${call_sign}`,
    country === null ? null : `flag ${country}`,
    ship_type === 'UNKNOWN' ? null : `type ${ship_type.toLowerCase()}`,
    size,
  ].filter((fact) => fact !== null)
  const which = split_id === null || split_id === 0 ? '' : ` (vessel ${split_id + 1} under this MMSI)`
  return `Vessel: ${ship_name ?? 'name not known'}, MMSI ${mmsi}${which}${facts.length === 0 ? '' : `, ${facts.join(', ')}`}.`
}

/** States the worst impossible leg, with both positions. */
function legSentences(positions: readonly EvidencePosition[]): string[] {
  const worst = worstLeg(positions)
  if (worst === null) return []
  const { from, to, leg } = worst
  const reported = to.sog === null ? 'It reported no speed.' : `It reported ${to.sog.toFixed(1)} kn.`
  const way = `From ${placed(from)} to ${placed(to)} are ${counts.format(leg.distance_nm)} NM`
  return [
    leg.required_kn === null
      ? `${way}, and both were sent at the same time: one vessel cannot have sent both.`
      : `${way} in ${minutesText(leg.seconds / 60)}: one vessel would need ${counts.format(Math.round(leg.required_kn))} kn. ${reported}`,
  ]
}
/** States how near two vessels came to each other. */
function closestSentence(positions: readonly EvidencePosition[]): string[] {
  const closest = closestOf(positions)
  if (closest === null) return []
  const { one, other, metres } = closest
  return [
    `The vessels were nearest to each other, ${distanceText(metres)} apart, at ${placed(one)} and ${placed(other)}.`,
  ]
}
const placed = ({ number, position, observed_at, source, station }: EvidencePosition) =>
  `position ${number} (${position}, ${secondsText(observed_at)}, source ${source}${station === null ? '' : `, station ${station}`})`

export const placeOf = (latitude: number, longitude: number): Finding['position'] => ({
  latitude,
  longitude,
  text: positionText(latitude, longitude),
})

/** Condition of a rule as a row of a table; `depth` is that of its place in the rule. */
export type ConditionRow = {
  depth: number
  asked: string
  verdict: RuleExplanation['verdict']
  value: string | null
  threshold: string | null
  from: string | null
  to: string | null
}
const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const withUnit = (value: string | number | null, unit: string | null) =>
  value === null
    ? null
    : [typeof value === 'number' ? figures.format(value) : value, unit ?? ''].join(' ').trim()

/** Conditions in a sentence of reasons at most. */
const MOST_REASONS = 8
/** Parts of a rule that name whom it is about and when it does not apply: no reasons. */
const NO_REASON = /^(scope|unless|clear)\b/
/** Returns what held and was measured in a unit, each condition once with its value. */
export function reasonsOf(whys: readonly RuleExplanation[]): string[] {
  const reasons = (why: RuleExplanation): string[] => {
    if (why.verdict !== 'TRUE' || NO_REASON.test(why.asked)) return []
    if (why.of.length > 0) return why.of.flatMap(reasons)
    if (why.value === null) return /\d/.test(why.asked) ? [why.asked] : []
    return why.unit === null ? [] : [`${why.asked} (${withUnit(why.value, why.unit)})`]
  }
  return [...new Set(whys.flatMap(reasons))].slice(0, MOST_REASONS)
}

/** Lists the conditions of an explanation, each before those it consists of. */
export const conditionRows = (why: RuleExplanation, depth = 0): ConditionRow[] => [
  {
    depth,
    asked: why.asked,
    verdict: why.verdict,
    value: withUnit(why.value, why.unit),
    threshold: withUnit(why.threshold, why.unit),
    from: why.window?.from ?? null,
    to: why.window?.to ?? null,
  },
  ...why.of.flatMap((one) => conditionRows(one, depth + 1)),
]

/** Fixes that an explanation names. */
export const fixesIn = (why: RuleExplanation): number[] => [
  ...why.fix_ids.map(Number),
  ...why.of.flatMap(fixesIn),
]
