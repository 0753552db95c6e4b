/** Last report of an aircraft; null where it did not report a value. */
export type AirFacts = {
  /** Altitude in feet, by the pressure altimeter where it is reported. */
  readonly altitude: number | null
  /** Feet a minute, climbing positive. */
  readonly verticalRate: number | null
  readonly squawk: string | null
  readonly onGround: boolean | null
  /** Emitter category, such as A7. */
  readonly category: string | null
  /** ADSB, MLAT, TISB or MODES. */
  readonly sourceType: string
}
/** Position of a vessel that a finding stands on, with what is known of the vessel then. Epoch ms, degrees, metres. */
export type VesselPosition = {
  readonly split: number
  readonly ship_name: string | null
  readonly call_sign: string | null
  readonly length: number | null
  readonly fix_id: number
  readonly at: number
  readonly lat: number
  readonly lon: number
}
/** Positions of two vessels under one MMSI: miles and minutes between them, and least speed of one vessel at both, knots. */
export type TwoPositions = {
  readonly of: readonly [VesselPosition, VesselPosition]
  readonly nm: number
  readonly minutes: number
  readonly knots: number
}

/** Facts that a vessel reports about itself or that others report about it; null if unknown. */
export type ShipFacts = {
  readonly mmsi: string
  /** Index of the vessel among those of a shared MMSI; 0 for a single vessel. */
  readonly split: number
  readonly imo: string | null
  readonly ship_name: string | null
  readonly call_sign: string | null
  readonly country: string | null
  readonly ship_type: string | null
  readonly destination: string | null
  readonly length: number | null
  readonly beam: number | null
  readonly draught: number | null
  readonly anomalies: readonly string[]
  /** Rank among vessels received in turns under one number, 1 the first; null for a single vessel. */
  readonly number_rank: number | null
  /** Value 1 when another contact under the same number was received since this one. */
  readonly heard_elsewhere: 0 | 1
  /** Latest positions of which one cannot be reached from the other; left out of a vessel alone under its MMSI. */
  readonly two_positions?: TwoPositions
  /** Facts of an aircraft, whose ICAO address stands in place of the MMSI. */
  readonly air?: AirFacts
}

/** A fix as conditions ask of it; NaN where a number is not available, -1 for no navigational status. */
export class FixState {
  at = 0
  id = 0
  lat = Number.NaN
  lon = Number.NaN
  sog = Number.NaN
  cog = Number.NaN
  heading = Number.NaN
  rot = Number.NaN
  nav = -1
  source = 0
  receivedAt = 0
  /** Id of the earlier fix for a position between two fixes; 0 for a fix. */
  beforeId = 0

  copy(): FixState {
    return Object.assign(new FixState(), this)
  }
}

/** Hit that is active, or ended so recently that the next one would not be reported as another. Times are epoch ms. */
export type OpenHit = {
  id: string
  /** Instant of detection. */
  firstAt: number
  /** Beginning of the behaviour: when its condition became true for as long as it had to. */
  begunAt: number
  lastAt: number
  /** End of the behaviour, 0 while it goes on. */
  endedAt: number
  /** Since when its condition does not hold any more, 0 while it does. */
  overSince: number
  isCleared: boolean
  /** Number of recurrences within the window of its rule. */
  again: number
  /** When it last began to hold, or was over. */
  reportedAt: number
}

/**
 * Complete state that a vessel carries to the next instant; a process that restores it continues exactly from there.
 */
export type Memory = {
  facts: ShipFacts
  lists: readonly string[]
  fix: FixState
  before: FixState
  /** Usual time between two fixes of the vessel of late, ms. */
  usualMs: number
  /** Instant of the last report of each source. */
  sources: Map<number, number>
  /** Number of silences of the plan evaluated since the last fix. */
  silences: number
  /** By number of the condition that remembers. */
  states: Map<number, number[]>
  /** By number of the condition that remembers a text. */
  texts: Map<number, string>
  /** By number of the rule. */
  hits: Map<number, OpenHit>
}

/** Facts of an unknown vessel. */
export const NO_FACTS: ShipFacts = {
  mmsi: '',
  split: 0,
  imo: null,
  ship_name: null,
  call_sign: null,
  country: null,
  ship_type: null,
  destination: null,
  length: null,
  beam: null,
  draught: null,
  anomalies: [],
  number_rank: null,
  heard_elsewhere: 0,
}

export const newMemory = (facts: ShipFacts): Memory => ({
  facts,
  lists: [],
  fix: new FixState(),
  before: new FixState(),
  usualMs: 0,
  sources: new Map(),
  silences: 0,
  states: new Map(),
  texts: new Map(),
  hits: new Map(),
})

/** A copy that goes on for itself. */
export const copyOf = (memory: Memory): Memory => copied(memory, () => new Map<number, never>())

/**
 * Returns a copy to restore from, which is never written to: most of it is empty, and all empty parts share one map.
 */
export const copyToKeep = (memory: Memory): Memory => copied(memory, () => EMPTY)

const EMPTY = new Map<number, never>()

function copied(memory: Memory, empty: () => Map<number, never>): Memory {
  const mapOf = <Of>(map: Map<number, Of>, copy: (one: Of) => Of): Map<number, Of> =>
    map.size === 0 ? empty() : new Map(Array.from(map, ([number, one]) => [number, copy(one)]))
  return {
    ...memory,
    fix: memory.fix.copy(),
    before: memory.before.copy(),
    sources: mapOf(memory.sources, (at) => at),
    texts: mapOf(memory.texts, (text) => text),
    states: mapOf(memory.states, (state) => state.slice()),
    hits: mapOf(memory.hits, (hit) => ({ ...hit })),
  }
}

const MINUTE_MS = 60_000
/**
 * Bounds of a hole, which is longer than twice the usual time between fixes: a shorter gap is none, a longer one
 * always is.
 */
const LEAST_HOLE_MS = 12 * MINUTE_MS
const MOST_USUAL_MS = 360 * MINUTE_MS
/** Share of the usual time that a fix renews. */
const RENEWED = 1 / 8

/** Returns the time after which the movement of a vessel is unknown, ms. */
export const holeOf = ({ usualMs }: Memory): number => Math.max(LEAST_HOLE_MS, 2 * usualMs)
/** A fix came so long after the one before it, ms. */
export function renewUsual(memory: Memory, gapMs: number): void {
  memory.usualMs += (Math.min(gapMs, MOST_USUAL_MS) - memory.usualMs) * RENEWED
}
