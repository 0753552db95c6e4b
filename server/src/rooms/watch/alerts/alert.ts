import type { AlertSound } from '@samudra/contract/alert-definitions'
import type { AlertMark } from '@samudra/contract/alert-marks'
import type { Alert } from '@samudra/contract/alerts'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import { explanationForOthers } from '@samudra/contract/rule-words'
import type { FalseStay } from '../rules/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'

/** In place of the MMSI of an alert about an area, a source or an aircraft. */
export const NO_MMSI = 0
/** An alert as it is stored; instants are epoch ms, degrees in millionths. Its explanation is read beside it. */
export type AlertRow = {
  id: string
  version: number
  definition_id: string | null
  rule_id: string
  rule_version: number
  type: string
  severity: Alert['severity']
  title: string
  text: string
  /** Key that combines hits of one definition into one alert. */
  dedupe: string
  window_min: number
  grace_min: number
  auto_clear_min: number | null
  mmsi: number
  split: number
  other_mmsi: number | null
  other_split: number | null
  ship_name: string | null
  aoi_id: string | null
  /** Code of the source it is about; null of others. */
  source: string | null
  /** ICAO address of the aircraft it is about; null of others. */
  icao24: string | null
  /** Null of a source, and of an aircraft without a place. */
  lat_udeg: number | null
  lon_udeg: number | null
  /** Groups of sources; a recipient must see one source of each group. */
  sources: number[][]
  of_past: boolean
  /** Instant of detection, and of the last change. */
  first_at: number
  last_at: number
  /** Beginning and end of the behaviour: the beginning is null of older versions, the end while it goes on. */
  began_at: number | null
  ended_at: number | null
  known_at: number
  changed_at: number
  count: number
  condition: Alert['condition']
  /** When it is over, unless it holds again until then. */
  clears_at: number | null
  state: Alert['state']
  owner_id: string | null
  owner: string | null
  acked_by: string | null
  acked_at: number | null
  escalates: boolean
  /** Null in versions older than this field. */
  sound: AlertSound | null
  /** Policy it follows by id; null for the steps of the watch. */
  escalation_policy: string | null
  escalation_level: number
  next_escalation_at: number | null
  shelved_until: number | null
  shelved_by: string | null
  disposition: Alert['disposition']
  comments: Alert['comments']
  evidence: Alert['evidence']
  group_key: string | null
  /** Positions and times of the false positions it reports; null in versions older than this field. */
  false_stays: readonly FalseStay[] | null
  feed_degraded: boolean
}
/** Columns for a mark on the map. */
export type MarkRow = Pick<AlertRow, (typeof MARKED)[number] | 'known_at'>
export const MARKED = [
  'id',
  'version',
  'type',
  'state',
  'severity',
  'title',
  'mmsi',
  'split',
  'other_mmsi',
  'other_split',
  'lat_udeg',
  'lon_udeg',
  'owner',
  'sound',
] as const satisfies (keyof AlertRow)[]
/** A new one brings why it was raised; later versions leave that as it is. */
export type StoredAlert = AlertRow & { explanation?: RuleExplanation | null }

/**
 * Fields of an alert without an owner: when it begins, and when its shelving ends by itself (ISA-18.2:
 * unacknowledged).
 */
export const UNHANDED = {
  state: 'NEW',
  owner_id: null,
  owner: null,
  acked_by: null,
  acked_at: null,
  shelved_until: null,
  shelved_by: null,
} as const satisfies Partial<AlertRow>
/** Fields of a new alert that no user has viewed. */
export const UNTOUCHED = {
  ...UNHANDED,
  condition: 'ACTIVE',
  clears_at: null,
  disposition: null,
  group_key: null,
} as const satisfies Partial<AlertRow>

const positionOf = ({ lat_udeg, lon_udeg }: Pick<AlertRow, 'lat_udeg' | 'lon_udeg'>): Alert['position'] =>
  lat_udeg === null || lon_udeg === null ? null : { latitude: lat_udeg / 1e6, longitude: lon_udeg / 1e6 }
const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** The ship of an alert and the other one of a pair; an alert about an area has none. */
const shipsOf = (row: Pick<AlertRow, 'mmsi' | 'split' | 'other_mmsi' | 'other_split'>) => ({
  mmsi: row.mmsi === NO_MMSI ? null : mmsiText(row.mmsi),
  split_id: row.split,
  other_mmsi: row.other_mmsi === null ? null : mmsiText(row.other_mmsi),
  other_split_id: row.other_split,
})

/**
 * Returns an alert as the contract defines it; `isNamed` includes the names of its vessel and of things in its rule.
 */
export const presentAlert = (
  row: AlertRow,
  explanation: RuleExplanation | null,
  isNamed: boolean,
): Alert => ({
  id: row.id,
  version: row.version,
  type: row.type,
  definition_id: row.definition_id,
  rule_id: row.rule_id,
  rule_version: row.rule_version,
  severity: row.severity,
  title: row.title,
  text: row.text,
  ...shipsOf(row),
  ship_name: isNamed ? row.ship_name : null,
  aoi_id: row.aoi_id,
  source: row.source,
  icao24: row.icao24,
  position: positionOf(row),
  first_at: iso(row.first_at),
  last_at: iso(row.last_at),
  began_at: iso(row.began_at ?? row.first_at),
  ended_at: isoOrNull(row.ended_at),
  known_at: iso(row.known_at),
  count: row.count,
  condition: row.condition,
  state: row.state,
  owner_id: row.owner_id,
  owner: row.owner,
  acked_by: row.acked_by,
  acked_at: isoOrNull(row.acked_at),
  escalation_level: row.escalation_level,
  next_escalation_at: isoOrNull(row.next_escalation_at),
  shelved_until: isoOrNull(row.shelved_until),
  shelved_by: row.shelved_by,
  disposition: row.disposition,
  comments: row.comments,
  explanation: explanation === null || isNamed ? explanation : explanationForOthers(explanation),
  evidence: row.evidence,
  group_key: row.group_key,
  case_id: null,
  feed_degraded: row.feed_degraded,
  sound: row.sound ?? 'SOFT',
})

/** As it is marked on the map. */
export const presentMark = (row: MarkRow): AlertMark => ({
  id: row.id,
  version: row.version,
  type: row.type,
  state: row.state as AlertMark['state'],
  severity: row.severity,
  title: row.title,
  ...shipsOf(row),
  position: positionOf(row),
  known_at: iso(row.known_at),
  owner: row.owner,
  sound: row.sound ?? 'SOFT',
})
