import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { countryOfMid } from '@samudra/nautical/mid'
import { SHIP_GROUPS, shipGroup, type ShipGroup } from '@samudra/nautical/ship-types'
import type { PortCall } from '@samudra/contract/port-calls'
import type { Db } from '../needs/database.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Sight } from '../kernel/sight.ts'
import { sourcesSeen, type SourceNames } from '../sea/names.ts'
import { askedCalls, countCalls, type AskedRow, type CallsAsked } from './calls-asked.sql.ts'

/** Rows looked at one by one for who sees some waters only; more are refused with what to do. */
const MOST_LOOKED_AT = 20_000
const USUAL = 100

const isSeen = (row: { lat_udeg: number | null; lon_udeg: number | null }, sight: Sight) =>
  sight.place(
    row.lat_udeg === null ? null : row.lat_udeg / 1e6,
    row.lon_udeg === null ? null : row.lon_udeg / 1e6,
  )

/** What of calls somebody may know: by the sources that tell of them and the place where the ship lay (contract D8). */
export const cutFor = (names: SourceNames, sight: Sight): Pick<CallsAsked, 'sources' | 'box'> => ({
  sources: sourcesSeen(names, sight),
  box: sight.box,
})

/** Whether somebody may know of a call. */
export const seesCall = (row: AskedRow, names: SourceNames, sight: Sight): boolean => {
  const seen = sourcesSeen(names, sight)
  return (seen === null || row.sources.some((one) => seen.includes(one))) && isSeen(row, sight)
}

/** All calls somebody may know of, at most as many as are looked at. Throws TOO_LARGE. */
export async function allSeen(db: Db, asked: CallsAsked, sight: Sight): Promise<AskedRow[]> {
  const rows = await askedCalls(db, asked, { limit: MOST_LOOKED_AT + 1 })
  if (rows.length > MOST_LOOKED_AT)
    throw new Refusal(
      'TOO_LARGE',
      `There are more than ${MOST_LOOKED_AT} port calls; ask for a shorter time or one port.`,
    )
  return rows.filter((row) => isSeen(row, sight))
}

type Paging = { limit?: number | undefined; cursor?: string | undefined }

/** A page of the calls somebody may know of. */
export async function pageSeen(db: Db, asked: CallsAsked, sight: Sight, page: Paging) {
  const limit = page.limit ?? USUAL
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor)
  if (sight.everywhere) {
    const rows = await askedCalls(db, asked, { limit: limit + 1, after })
    return { ...cut(rows, limit), total: await countCalls(db, asked) }
  }
  const seen = await allSeen(db, asked, sight)
  const rest =
    after === undefined
      ? seen
      : seen.filter(
          (row) => row.began_at < after.beganAt || (row.began_at === after.beganAt && row.id < after.id),
        )
  return { ...cut(rest, limit), total: seen.length }
}

const cut = (rows: AskedRow[], limit: number) => {
  const last = rows[limit - 1]
  return {
    rows: rows.slice(0, limit),
    next: rows.length > limit && last !== undefined ? `${last.began_at} ${last.id}` : null,
  }
}

function readCursor(cursor: string): { beganAt: number; id: string } {
  const [beganAt = '', id = ''] = cursor.split(' ')
  if (!/^\d{1,15}(\.\d+)?$/.test(beganAt) || id === '')
    throw new Refusal('VALIDATION', 'Check cursor: take the one of the page before.', {
      fields: [{ field: 'cursor', why: 'is not one of this list' }],
    })
  return { beganAt: Number(beganAt), id }
}

const AIS_TYPES = Array.from({ length: 256 }, (_, type) => type)
/** AIS ship types of a group; those of whom no type is known are of the unknown one. */
export const typesOf = (group: ShipGroup) => ({
  types: AIS_TYPES.filter((type) => shipGroup(type) === group),
  orNone: group === SHIP_GROUPS[0],
})

const MIDS = Array.from({ length: 575 }, (_, i) => 201 + i)
/** First digits of the MMSIs of a flag. */
export const midsOf = (iso2: string) => MIDS.filter((mid) => countryOfMid(mid)?.iso2 === iso2)

const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const metres = (tenths: number | null) => (tenths === null ? null : tenths / 10)

/** A call as it is told. */
export function presentCall(
  row: AskedRow,
  { nameOf, names, sight }: { nameOf: (portId: string) => string | null; names: SourceNames; sight: Sight },
): PortCall {
  const { before } = row
  const seen = sourcesSeen(names, sight)
  const mayKnowBefore =
    before !== null &&
    isSeen(before, sight) &&
    (seen === null || before.sources.some((one) => seen.includes(one)))
  return {
    id: row.id,
    version: row.version,
    port_id: row.port_id,
    port_name: nameOf(row.port_id),
    mmsi: String(row.mmsi).padStart(9, '0'),
    split_id: row.split,
    ship_name: row.ship_name,
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
