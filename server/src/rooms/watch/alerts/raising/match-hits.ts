import type { AisFilter } from '@samudra/contract/filter'
import type { RuleSchedule } from '@samudra/contract/rules'
import { isNight } from '@samudra/nautical/sun'
import { onDuty } from '@samudra/rules/plans/schedule'
import { isTrue, TRUE, UNKNOWN } from '@samudra/rules/plans/verdict'
import type { PortAreas } from '../../../../sea/port-areas.ts'
import { mmsiText } from '../../../../sea/ship-numbers.ts'
import type { NamedRule, ResultRow, RulesInterface } from '../../rules/room.ts'
import { NO_MMSI } from '../alert.ts'
import type { Raiser } from '../definitions/definition.ts'
import type { Definitions } from '../definitions/definitions.ts'

/** A hit with what makes an alert of it: a definition or the rule itself; hits with the same key are one alert. */
export type Match = { row: ResultRow; raiser: Raiser; named: NamedRule; dedupe: string }

export type Matcher = {
  rules: Pick<RulesInterface, 'named' | 'isNews'>
  definitions: Pick<Definitions, 'raisedBy'>
  ports: PortAreas
  /** Returns the vessels that pass a filter, as the owner of a definition sees them; null where the owner is gone. */
  passing: (subject: AisFilter, ownerId: string) => ReadonlySet<number> | null
  vesselOf: (mmsi: number, split: number) => { ship_type: string; sog: number | null } | null
}

/** Types and least speed, knots, of merchant vessels in passage. */
const MERCHANT: readonly string[] = ['CARGO', 'TANKER', 'PASSENGER']
const PASSAGE_KN = 5

/** Returns the hits that become an alert or part of one, once for each definition that they fulfil. */
export function matchesOf(rows: readonly ResultRow[], matcher: Matcher): Match[] {
  const { rules, definitions } = matcher
  return rows.flatMap((row) => {
    const named = rules.named(row.rule_id)
    if (named === undefined || !rules.isNews(row)) return []
    return definitions
      .raisedBy(row.rule_id, named)
      .filter((raiser) => isFulfilled(raiser, row, matcher) && isCrossing(raiser, { row, named }, matcher))
      .map((raiser) => ({ row, named, raiser, dedupe: dedupeOf(raiser, row, named) }))
  })
}

function isFulfilled(
  { owner_id, exclude_in_port, schedule, subject }: Raiser,
  row: ResultRow,
  { ports, passing }: Matcher,
): boolean {
  if (exclude_in_port && ports.hold(row)) return false
  if (schedule !== undefined && !isHour(schedule, row)) return false
  if (subject === undefined) return true
  const vessels = passing(subject, owner_id)
  return (
    vessels !== null && (vessels.has(row.mmsi) || (row.other_mmsi !== null && vessels.has(row.other_mmsi)))
  )
}

function isCrossing(
  { crossing: query }: Raiser,
  { row, named }: Pick<Match, 'row' | 'named'>,
  { vesselOf }: Matcher,
): boolean {
  if (query === undefined) return true
  const crossing = named.crossingOf(row)
  if (crossing === null) return false
  if (query.direction !== undefined && query.direction !== crossing.direction) return false
  const { states } = query
  if (states !== undefined && !crossing.states.some((state) => states.includes(state))) return false
  return query.exclude_passage !== true || !isInPassage(vesselOf(row.mmsi, row.split))
}

/** Returns true for a merchant vessel at passage speed (UNCLOS, Article 18: continuous and expeditious passage). */
const isInPassage = (vessel: ReturnType<Matcher['vesselOf']>): boolean =>
  vessel !== null && MERCHANT.includes(vessel.ship_type) && vessel.sog !== null && vessel.sog >= PASSAGE_KN

/** Evaluates the schedule; without a position it is unknown if it is night there. */
const isHour = (schedule: RuleSchedule, { first_at: at, lat_udeg: lat, lon_udeg: lon }: ResultRow): boolean =>
  onDuty({ schedule })(at, () =>
    lat === null || lon === null ? UNKNOWN : isTrue(isNight(at, lat / 1e6, lon / 1e6)),
  ) === TRUE

/** Returns the key by which hits are the same alert; the two of a pair count in any order. */
function dedupeOf({ id, dedupe_key }: Raiser, row: ResultRow, { area }: NamedRule): string {
  const ship = (mmsi: number, split: number | null) => `${mmsiText(mmsi)}.${split ?? 0}`
  const whose = row.source === null ? row.icao24 && `aircraft ${row.icao24}` : `source ${row.source}`
  const ships = whose !== null ? [whose] : row.mmsi === NO_MMSI ? [] : [ship(row.mmsi, row.split)]
  const pair = row.other_mmsi === null ? ships : [...ships, ship(row.other_mmsi, row.other_split)].sort()
  const parts: Record<(typeof dedupe_key)[number], string> = {
    mmsi: ships.join(),
    pair: pair.join(),
    aoi: area ?? (row.mmsi === NO_MMSI ? areaOf(row) : ''),
    source: row.source ?? '',
    icao24: row.icao24 ?? '',
  }
  const isPair = row.other_mmsi !== null && dedupe_key.includes('pair')
  return [
    id ?? `rule ${row.rule_id}`,
    ...dedupe_key.map((key) => (key === 'mmsi' && isPair ? '' : parts[key])),
  ].join(' ')
}

/** Returns the rule that counts in a zone; for a crowd also its position, which is part of the hit's id. */
const areaOf = ({ rule_id, id }: ResultRow): string => {
  const place = /\.area-([^.]+)\.\d+$/.exec(id)?.[1]
  return place === undefined ? rule_id : `${rule_id} ${place}`
}
