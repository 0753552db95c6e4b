import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { UNTOUCHED, type AlertRow, type StoredAlert } from '../alert.ts'
import type { FalseStay, NamedRule, ResultRow, RulesInterface } from '../../rules/room.ts'
import type { Escalation } from './escalation.ts'
import type { Match } from './match-hits.ts'
import { nameVessels, type Particulars } from './named-positions.ts'

export type NewAlertNeeds = {
  rules: Pick<RulesInterface, 'isDegraded' | 'explanationOf'>
  escalation: Pick<Escalation, 'begins'>
  /** Returns true for a source that plays recordings. */
  isRecorded: (source: number) => boolean
  /** Returns a vessel of the picture by MMSI and split. */
  vesselOf: (mmsi: number, split: number) => Particulars | null
}

/** Sentence in the text of alerts of a source that plays recordings. */
const OF_RECORDING = 'The reports are from a replayed recording.'

/** Returns the alert that a match raises where none is there to count it in. */
export function newAlert(
  needs: NewAlertNeeds,
  { row, raiser, named, dedupe }: Match,
  { name, stays, now }: { name: string | null; stays: readonly FalseStay[]; now: number },
): StoredAlert {
  const severity = raiser.severity ?? row.severity
  const isOfReplay = row.sources.some((some) => some.length > 0 && some.every(needs.isRecorded))
  const policy = raiser.escalation_policy_id
  const escalates = policy !== 'NONE' && !isOfReplay
  const escalation_policy = policy === 'STANDARD' || policy === 'NONE' ? null : policy
  const text = named.textOf(row)
  return {
    id: ulid(now),
    version: 0,
    definition_id: raiser.id,
    type: named.type,
    severity,
    title: named.title,
    dedupe,
    text: isOfReplay ? `${text} ${OF_RECORDING}` : text,
    window_min: raiser.dedupe_window_min,
    grace_min: raiser.grace_min,
    auto_clear_min: raiser.auto_clear_min ?? null,
    ...ofHit(row),
    ...othersOf(row, named),
    ship_name: name,
    aoi_id: named.area ?? named.namesArea,
    known_at: now,
    changed_at: now,
    count: 0,
    ...UNTOUCHED,
    sound: isOfReplay ? 'NONE' : raiser.sound,
    ...needs.escalation.begins({ severity, escalates, escalation_policy }, now),
    comments: [],
    evidence: [],
    false_stays: stays,
    feed_degraded: needs.rules.isDegraded(row.sources),
    explanation: nameVessels(needs.rules.explanationOf(row), (split) => needs.vesselOf(row.mmsi, split)),
  }
}

/** Returns the fields that an alert has of its first hit. */
const ofHit = ({
  rule_id,
  rule_version,
  mmsi,
  split,
  source,
  icao24,
  lat_udeg,
  lon_udeg,
  ...row
}: ResultRow) => ({
  rule_id,
  rule_version,
  mmsi,
  split,
  source,
  icao24,
  lat_udeg,
  lon_udeg,
  sources: row.sources,
  of_past: row.of_past,
  first_at: row.first_at,
  last_at: row.last_at,
  began_at: row.began_at,
  ended_at: row.ended_at,
})

/** Returns the other vessel of a pair, or the other under the MMSI of a hit. */
function othersOf(row: ResultRow, named: NamedRule): Pick<AlertRow, 'other_mmsi' | 'other_split'> {
  const split = row.other_mmsi === null ? named.otherSplitOf(row) : null
  if (split !== null) return { other_mmsi: row.mmsi, other_split: split }
  return { other_mmsi: row.other_mmsi, other_split: row.other_split }
}
