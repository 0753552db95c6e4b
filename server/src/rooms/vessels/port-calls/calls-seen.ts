import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { countryOfMid } from '@samudra/nautical/mid'
import { SHIP_GROUPS, shipGroup, type ShipGroup } from '@samudra/nautical/ship-types'
import type { PortCall } from '@samudra/contract/port-calls'
import type { Db } from '../../../platform/needs/database.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { allSeen, isPlaceSeen, pageSeen, type Paged } from '../../../sea/page-seen.ts'
import { readCalls, countCalls, type QueriedRow, type CallsQuery } from './call-query.sql.ts'

/** Returns the query limits for calls a caller may see: by sources and berth position (contract D8). */
export const cutFor = (
  names: SourceNames,
  visibility: CallerVisibility,
): Pick<CallsQuery, 'sources' | 'box'> => ({
  sources: sourcesSeen(names, visibility),
  box: visibility.box,
})

/** Returns true if a caller may see a call. */
export const seesCall = (row: QueriedRow, names: SourceNames, visibility: CallerVisibility): boolean => {
  const seen = sourcesSeen(names, visibility)
  return (seen === null || row.sources.some((one) => seen.includes(one))) && isPlaceSeen(row, visibility)
}

const paged = (db: Db, query: CallsQuery): Paged<QueriedRow> => ({
  ask: (page) => readCalls(db, query, page),
  count: () => countCalls(db, query),
  at: ({ began_at }) => began_at,
  noun: 'port calls',
})

/** Returns all calls a caller may see, up to the query limit. Throws TOO_LARGE. */
export const allCallsSeen = (
  db: Db,
  query: CallsQuery,
  visibility: CallerVisibility,
): Promise<QueriedRow[]> => allSeen(paged(db, query), visibility)

type Paging = { limit?: number | undefined; cursor?: string | undefined }

/** Returns a page of the calls a caller may see. */
export const pageOfCalls = (db: Db, query: CallsQuery, visibility: CallerVisibility, page: Paging) =>
  pageSeen(paged(db, query), visibility, page)

/** States of calls of vessels that came. */
export const CAME = ['ANCHORED', 'BERTHED', 'DEPARTED'] as const

const AIS_TYPES = Array.from({ length: 256 }, (_, type) => type)
/** AIS ship types of a group; those of whom no type is known are of the unknown one. */
export const typesOf = (groups: readonly ShipGroup[]) => ({
  types: AIS_TYPES.filter((type) => groups.includes(shipGroup(type))),
  orNone: groups.includes(SHIP_GROUPS[0]),
})

const MIDS = Array.from({ length: 575 }, (_, i) => 201 + i)
/** First digits of the MMSIs of a flag. */
export const midsOf = (iso2: string) => MIDS.filter((mid) => countryOfMid(mid)?.iso2 === iso2)

const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const metres = (tenths: number | null) => (tenths === null ? null : tenths / 10)

/** Returns a call in its wire form. */
export function presentCall(
  row: QueriedRow,
  {
    nameOf,
    names,
    visibility,
    nameNow = () => null,
  }: {
    nameOf: (portId: string) => string | null
    names: SourceNames
    visibility: CallerVisibility
    /** Returns the present name of a vessel. */
    nameNow?: ((mmsi: number, split: number) => string | null) | undefined
  },
): PortCall {
  const { before } = row
  const seen = sourcesSeen(names, visibility)
  const mayKnowBefore =
    before !== null &&
    isPlaceSeen(before, visibility) &&
    (seen === null || before.sources.some((one) => seen.includes(one)))
  return {
    id: row.id,
    version: row.version,
    port_id: row.port_id,
    port_name: nameOf(row.port_id),
    mmsi: String(row.mmsi).padStart(9, '0'),
    split_id: row.split,
    ship_name: row.ship_name,
    ship_name_now: row.ship_name === null ? nameNow(row.mmsi, row.split) : null,
    ship_type: shipGroup(row.ship_type ?? 0),
    country: countryOfMmsi(row.mmsi)?.iso2 ?? null,
    state: row.state,
    expected_at: text(row.expected_at),
    expected_by: row.expected_by,
    expected_text: row.expected_text,
    entered_at: text(row.entered_at),
    anchored_at: text(row.anchored_at),
    berthed_at: text(row.berthed_at),
    departed_at: text(row.departed_at),
    berth: row.berth,
    confidence: row.confidence,
    already_there: row.already_there === true,
    evidence_fix_ids: row.evidence.map(String),
    previous_port_id: mayKnowBefore ? before.port_id : null,
    next_port: row.next_port,
    next_text: row.next_text,
    draught_in: metres(row.draught_in),
    draught_out: metres(row.draught_out),
    computed_from: row.computed_from,
    changed_by: row.changed_by,
    reason: row.reason,
    updated_at: text(row.known_from)!,
  }
}
