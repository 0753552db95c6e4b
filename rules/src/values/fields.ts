import { deadReckon, reckoningRadius } from '@samudra/nautical/tracks/dead-reckoning'
import { isValidImo } from '@samudra/nautical/imo'
import { stationClass } from '@samudra/nautical/mmsi'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { degrees, knots, METRES_PER_NM, place } from '@samudra/nautical/units'
import { metresBetween } from '@samudra/nautical/geodesy'
import { RULE_FIELD_UNITS } from '@samudra/contract/rule-fields'
import { RULE_FIELDS, type AIRCRAFT_FIELDS, type RuleField } from '@samudra/contract/rules'
import type { Moment } from '../running/moment.ts'
import type { AirFacts, ShipFacts, VesselPosition } from '../running/memory.ts'
import { twoPositionsWords } from '../pairs/two-positions.ts'
import { whereOf, type World, type WorldField } from '../world.ts'

/** Reader of a number; numbers are NaN and texts null where unknown. */
export type NumberReader = {
  kind: 'NUMBER'
  unit: string | null
  isStatic: boolean
  isAngle: boolean
  read: (m: Moment) => number
  /** The fixes it is read from, where those are more than the one that came. */
  evidence?: (m: Moment) => number[]
  /** Returns the value in words; null where it is unknown. */
  words?: (m: Moment) => string | null
  /** Positions of several vessels that it is read from. */
  positions?: (m: Moment) => readonly VesselPosition[] | undefined
}
export type TextReader = { kind: 'TEXT'; isStatic: boolean; read: (m: Moment) => string | null }
/** Has several values at once, or none. */
export type SetReader = { kind: 'SET'; isStatic: boolean; read: (m: Moment) => readonly string[] }
export type Reader = NumberReader | TextReader | SetReader
/** Number reader before its unit is known. */
type Uncounted = Omit<NumberReader, 'unit'>
type Reading = Uncounted | TextReader | SetReader

const MINUTE_MS = 60_000
/** Fixes further apart than this are no prediction a watch would make. */
const FARTHEST_AHEAD_MS = 60 * MINUTE_MS
/** Time within which a source that reported a vessel counts among its receivers. */
export const RECEPTION_MS = 60 * MINUTE_MS
const NONE = Number.NaN
const LEAST_HOURS = 1 / 3600

const numbers = (
  read: (m: Moment) => number,
  { isAngle = false, evidence }: { isAngle?: boolean; evidence?: (m: Moment) => number[] } = {},
): Uncounted => ({
  kind: 'NUMBER',
  isStatic: false,
  isAngle,
  read,
  ...(evidence === undefined ? {} : { evidence }),
})
/** Evidence for the way from one fix to the next. */
const ofTwo = { evidence: ({ before, fix }: Moment) => [before.id, fix.id].filter((id) => id !== 0) }
type FactNumber = 'length' | 'beam' | 'draught' | 'number_rank' | 'heard_elsewhere'
const ofFacts = (field: FactNumber): Uncounted => ({
  kind: 'NUMBER',
  isStatic: true,
  isAngle: false,
  read: ({ memory }) => memory.facts[field] ?? NONE,
})
const textOfFacts = (
  field: Exclude<keyof ShipFacts, 'split' | FactNumber | 'anomalies' | 'two_positions' | 'air'>,
): TextReader => ({
  kind: 'TEXT',
  isStatic: true,
  read: ({ memory }) => memory.facts[field],
})

const isFirst = ({ before }: Moment) => before.at === 0
const hoursSince = ({ gapMs }: Moment) => Math.max(gapMs / 3_600_000, LEAST_HOURS)
const shortTurn = (from: number, to: number) => ((to - from + 540) % 360) - 180

export function countSources({ memory, at }: Moment): number {
  let count = 0
  for (const heardAt of memory.sources.values()) if (at - heardAt <= RECEPTION_MS) count++
  return count
}

const ofFix = {
  sog: numbers(({ fix }) => fix.sog),
  cog: numbers(({ fix }) => fix.cog, { isAngle: true }),
  true_heading: numbers(({ fix }) => fix.heading, { isAngle: true }),
  latitude: numbers(({ fix }) => fix.lat),
  longitude: numbers(({ fix }) => fix.lon, { isAngle: true }),
  age_min: numbers((m) => (m.fix.at === 0 ? NONE : (m.at - m.fix.at) / MINUTE_MS)),
  gap_min: numbers(({ gapMs }) => gapMs / MINUTE_MS),
  source_count: numbers(countSources),
  latency_s: numbers(({ fix }) => (fix.at === 0 ? NONE : (fix.receivedAt - fix.at) / 1000)),
  nav_status: {
    kind: 'TEXT',
    isStatic: false,
    read: ({ fix }) => (fix.nav < 0 ? null : navStatusLabel(fix.nav)),
  },
} as const satisfies Partial<Record<RuleField, Reading>>

/** Returns the metres from the position reckoned from the fix before; NaN where no reckoning is possible. */
function missOf({ before, fix, gapMs }: Moment): number {
  if (before.at === 0 || gapMs <= 0 || gapMs > FARTHEST_AHEAD_MS || Number.isNaN(before.sog)) return NONE
  const reckoned = deadReckon(
    {
      place: place(before.lat, before.lon),
      sog: knots(before.sog),
      cog: Number.isNaN(before.cog) ? null : degrees(before.cog),
      rot: Number.isNaN(before.rot) ? null : before.rot,
    },
    gapMs,
  )
  return reckoned === null ? NONE : metresBetween(reckoned.lat, reckoned.lon, fix.lat, fix.lon)
}

/** Between a fix and the one before it. */
const ofWay = {
  run_nm: numbers(
    (m) =>
      isFirst(m) ? NONE : metresBetween(m.before.lat, m.before.lon, m.fix.lat, m.fix.lon) / METRES_PER_NM,
    ofTwo,
  ),
  reckoning_miss_nm: numbers((m) => missOf(m) / METRES_PER_NM, ofTwo),
  /** In predicted errors. */
  reckoning_ratio: numbers((m) => missOf(m) / reckoningRadius(m.gapMs, m.before.sog), ofTwo),
  turn_rate: numbers(
    (m) => (isFirst(m) ? NONE : shortTurn(m.before.cog, m.fix.cog) / (hoursSince(m) * 60)),
    ofTwo,
  ),
  acceleration: numbers(
    (m) => (isFirst(m) ? NONE : (m.fix.sog - m.before.sog) / (hoursSince(m) * 60)),
    ofTwo,
  ),
  required_speed_kn: numbers((m) => {
    const { before, fix } = m
    if (isFirst(m)) return NONE
    return metresBetween(before.lat, before.lon, fix.lat, fix.lon) / METRES_PER_NM / hoursSince(m)
  }, ofTwo),
} as const satisfies Partial<Record<RuleField, Reading>>

const ofShip = {
  mmsi: textOfFacts('mmsi'),
  imo: textOfFacts('imo'),
  ship_name: textOfFacts('ship_name'),
  call_sign: textOfFacts('call_sign'),
  country: textOfFacts('country'),
  ship_type: textOfFacts('ship_type'),
  destination: textOfFacts('destination'),
  length: ofFacts('length'),
  beam: ofFacts('beam'),
  draught: ofFacts('draught'),
  anomaly: { kind: 'SET', isStatic: true, read: ({ memory }) => memory.facts.anomalies },
  station_class: {
    kind: 'TEXT',
    isStatic: true,
    read: ({ memory: { facts } }) => (facts.mmsi === '' ? null : stationClass(Number(facts.mmsi))),
  },
  imo_valid: {
    ...numbers(({ memory: { facts } }) => (facts.imo === null ? NONE : Number(isValidImo(facts.imo)))),
    isStatic: true,
  },
  number_rank: {
    ...ofFacts('number_rank'),
    words: ({ memory: { facts } }) =>
      facts.two_positions === undefined ? null : twoPositionsWords(facts.two_positions),
    positions: ({ memory: { facts } }) => facts.two_positions?.of,
    evidence: ({ memory: { facts }, fix }) =>
      (facts.two_positions?.of.map(({ fix_id }) => fix_id) ?? [fix.id]).filter((id) => id !== 0),
  },
  heard_elsewhere: ofFacts('heard_elsewhere'),
  list_count: { ...numbers(({ memory }) => memory.lists.length), isStatic: true },
} as const satisfies Partial<Record<RuleField, Reading>>

const textOfAir = (field: 'squawk' | 'category' | 'sourceType'): TextReader => ({
  kind: 'TEXT',
  isStatic: false,
  read: ({ memory }) => memory.facts.air?.[field] ?? null,
})
const numberOfAir = (read: (air: AirFacts) => number | null) =>
  numbers(({ memory: { facts } }) => (facts.air === undefined ? NONE : (read(facts.air) ?? NONE)))
const ofAircraft = {
  icao24: textOfFacts('mmsi'),
  altitude_ft: numberOfAir(({ altitude }) => altitude),
  vertical_rate_fpm: numberOfAir(({ verticalRate }) => verticalRate),
  on_ground: numberOfAir(({ onGround }) => (onGround === null ? null : Number(onGround))),
  squawk: textOfAir('squawk'),
  emitter_category: textOfAir('category'),
  source_type: textOfAir('sourceType'),
} as const satisfies Record<(typeof AIRCRAFT_FIELDS)[number], Reading>

/** Returns the reader of each field; `misfit` reads what the plan remembers. */
export function readersOf(
  world: World,
  misfit: Pick<NumberReader, 'read' | 'words' | 'evidence'>,
): Record<RuleField, Reader> {
  const known = (field: WorldField) =>
    numbers((m) => (Number.isNaN(m.fix.lat) ? NONE : world.number(field, whereOf(m))))
  return counted({
    ...ofShip,
    ...ofFix,
    ...ofWay,
    ...ofAircraft,
    speed_misfit_kn: { ...numbers(misfit.read), ...misfit },
    source: {
      kind: 'TEXT',
      isStatic: false,
      read: ({ fix }) => (fix.at === 0 ? null : world.sourceCode(fix.source)),
    },
    last_port: { kind: 'TEXT', isStatic: false, read: (m) => world.text('last_port', whereOf(m)) },
    distance_to_port_nm: known('distance_to_port_nm'),
    distance_to_shore_nm: known('distance_to_shore_nm'),
    depth_m: known('depth_m'),
    in_port: known('in_port'),
    in_tss: known('in_tss'),
    night: known('night'),
    days_since_last_call: known('days_since_last_call'),
    flag_changes_12m: known('flag_changes_12m'),
    name_changes_12m: known('name_changes_12m'),
    risk_level: known('risk_level'),
    station_nm: known('station_nm'),
  })
}

/** With the units of the contract. */
const counted = (readings: Record<RuleField, Reading>) =>
  Object.fromEntries(
    RULE_FIELDS.map((field): [RuleField, Reader] => {
      const reading = readings[field]
      return [
        field,
        reading.kind === 'NUMBER' ? { ...reading, unit: RULE_FIELD_UNITS[field] ?? null } : reading,
      ]
    }),
  ) as Record<RuleField, Reader>
