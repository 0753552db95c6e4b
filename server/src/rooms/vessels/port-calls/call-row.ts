import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { CallState } from '@samudra/contract/port-calls'
import type { DetectedCall } from './port-call.ts'

/** A version of a call as it is stored; instants are epoch ms, degrees in millionths, draughts in 0.1 m. */
export type CallRow = {
  id: string
  version: number
  known_from: number
  known_to: number | null
  mmsi: number
  split: number
  port_id: string
  state: CallState
  began_at: number
  expected_at: number | null
  expected_by: 'AIS_ETA' | 'NOTICE' | 'MANUAL' | null
  expected_text: string | null
  entered_at: number | null
  anchored_at: number | null
  berthed_at: number | null
  departed_at: number | null
  berth: string | null
  confidence: number | null
  /**
   * True if the vessel lay there at its first position; null without detection, and for calls from before this was
   * stored.
   */
  already_there: boolean | null
  evidence: number[]
  sources: number[]
  lat_udeg: number | null
  lon_udeg: number | null
  ship_name: string | null
  ship_type: number | null
  draught_in: number | null
  draught_out: number | null
  /** Port declared at departure, and the text of the declaration. */
  next_port: string | null
  next_text: string | null
  computed_from: 'LIVE' | 'BACKFILL' | 'MANUAL'
  changed_by: string | null
  reason: string | null
}

/** Data of a vessel besides its fixes at the time of a call. */
export type Particulars = {
  ship_name: string | null
  ship_type: number | null
  draught: number | null
  destination: string | null
  destinationPort: string | null
}
export const NO_PARTICULARS: Particulars = {
  ship_name: null,
  ship_type: null,
  draught: null,
  destination: null,
  destinationPort: null,
}

const EXPECTED_STATES: readonly CallState[] = ['EXPECTED', 'MISSED']
const DAY = 86_400_000
/** Maximum difference between declared and actual arrival for the vessel to count as the expected one. */
const EXPECTED_WITHIN_MS = 7 * DAY

/** When a call is over as far as it is known: Infinity while it goes on. */
export const endOf = ({ state, departed_at, expected_at, began_at }: CallRow): number => {
  if (state === 'ANCHORED' || state === 'BERTHED') return Infinity
  return departed_at ?? expected_at ?? began_at
}

/** The version of a stored call that a detected one goes on from; undefined when it is a new one. */
export function sameCall(found: DetectedCall, known: readonly CallRow[]): CallRow | undefined {
  const end = found.departedAt ?? Infinity
  // A call that a user cancelled is not detected again.
  const detected = known.filter(
    ({ entered_at, state, changed_by }) =>
      entered_at !== null && (state !== 'CANCELLED' || changed_by !== null),
  )
  return (
    detected.findLast((row) => Math.abs(row.entered_at! - found.enteredAt) < 1000) ??
    detected.findLast(
      (row) => row.port_id === found.portId && row.entered_at! < end && endOf(row) > found.enteredAt,
    ) ??
    known.findLast(
      (row) =>
        row.port_id === found.portId &&
        EXPECTED_STATES.includes(row.state) &&
        Math.abs(row.expected_at! - found.enteredAt) < EXPECTED_WITHIN_MS,
    )
  )
}

const empty = (mmsi: number, split: number, at: number): CallRow => ({
  id: ulid(at),
  version: 0,
  known_from: at,
  known_to: null,
  mmsi,
  split,
  port_id: '',
  state: 'EXPECTED',
  began_at: at,
  expected_at: null,
  expected_by: null,
  expected_text: null,
  entered_at: null,
  anchored_at: null,
  berthed_at: null,
  departed_at: null,
  berth: null,
  confidence: null,
  already_there: null,
  evidence: [],
  sources: [],
  lat_udeg: null,
  lon_udeg: null,
  ship_name: null,
  ship_type: null,
  draught_in: null,
  draught_out: null,
  next_port: null,
  next_text: null,
  computed_from: 'LIVE',
  changed_by: null,
  reason: null,
})

/**
 * Returns the next version of a call from its fixes; null if nothing changes. A user correction stays, except that a
 * vessel still there may depart.
 */
export function detectedRow(
  before: CallRow | undefined,
  found: DetectedCall,
  of: { mmsi: number; split: number; at: number; particulars: Particulars; from: 'LIVE' | 'BACKFILL' },
): CallRow | null {
  const { mmsi, split, at, particulars } = of
  if (before !== undefined && before.changed_by !== null) {
    if (endOf(before) !== Infinity || found.departedAt === null) return null
    return next(before, at, { state: 'DEPARTED', departed_at: found.departedAt })
  }
  const base = before ?? empty(mmsi, split, at)
  const isKnownBetter =
    of.from === 'LIVE' &&
    base.computed_from === 'BACKFILL' &&
    base.entered_at !== null &&
    base.entered_at <= found.enteredAt
  if (isKnownBetter)
    // Late data was evaluated with the earlier fixes, which the live follower did not see.
    return next(base, at, {
      state: found.state,
      anchored_at: base.anchored_at ?? found.anchoredAt,
      berthed_at: base.berthed_at ?? found.berthedAt,
      departed_at: found.departedAt,
      confidence: Math.max(base.confidence ?? 1, found.confidence),
      draught_out: found.departedAt === null ? null : particulars.draught,
      next_port: found.departedAt === null ? null : particulars.destinationPort,
      next_text: found.departedAt === null ? null : particulars.destination,
    })
  const isGone = found.departedAt !== null
  return next(base, at, {
    port_id: found.portId,
    state: found.state,
    began_at: found.enteredAt,
    entered_at: found.enteredAt,
    anchored_at: found.anchoredAt,
    berthed_at: found.berthedAt,
    departed_at: found.departedAt,
    confidence: found.confidence,
    already_there: found.isAlreadyThere,
    evidence: found.fixIds,
    sources: found.sources,
    lat_udeg: Math.round(found.place.lat * 1e6),
    lon_udeg: Math.round(found.place.lon * 1e6),
    ship_name: particulars.ship_name ?? base.ship_name,
    ship_type: particulars.ship_type ?? base.ship_type,
    draught_in: base.draught_in ?? particulars.draught,
    draught_out: isGone ? particulars.draught : null,
    next_port: isGone ? particulars.destinationPort : null,
    next_text: isGone ? particulars.destination : null,
    computed_from: of.from,
  })
}

/** A call that is expected from what a ship declares. */
export const expectedRow = (
  before: CallRow | undefined,
  of: {
    mmsi: number
    split: number
    at: number
    portId: string
    expectedAt: number
    text: string
    sources: number[]
    particulars: Particulars
  },
): CallRow | null =>
  next(before ?? empty(of.mmsi, of.split, of.at), of.at, {
    port_id: of.portId,
    state: 'EXPECTED',
    began_at: of.expectedAt,
    expected_at: of.expectedAt,
    expected_by: 'AIS_ETA',
    expected_text: of.text,
    sources: of.sources,
    ship_name: of.particulars.ship_name,
    ship_type: of.particulars.ship_type,
  })

/** The next version with some fields changed; null when none of them is. */
export function next(before: CallRow, at: number, change: Partial<CallRow>): CallRow | null {
  const isNew = before.version === 0
  const differs = Object.entries(change).some(
    ([field, value]) => JSON.stringify(before[field as keyof CallRow]) !== JSON.stringify(value),
  )
  if (!isNew && !differs) return null
  return { ...before, ...change, version: before.version + 1, known_from: at, known_to: null }
}
