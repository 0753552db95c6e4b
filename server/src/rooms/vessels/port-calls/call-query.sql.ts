import { sql, type RawBuilder } from 'kysely'
import type { CallMoment, CallState } from '@samudra/contract/port-calls'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import type { After } from '../../../sea/page-seen.ts'
import type { CallRow } from './call-row.ts'
import { CALL_COLUMNS } from './port-calls.sql.ts'

/** Query for calls; instants are epoch ms. */
export type CallsQuery = {
  id?: string
  portId?: string | undefined
  mmsi?: number | undefined
  split?: number | undefined
  states?: readonly CallState[] | undefined
  from?: number | undefined
  to?: number | undefined
  /** With `from` and `to`: those that arrived or departed between them. */
  moment?: CallMoment | undefined
  /** AIS ship types, and whether those of whom none is known are meant too. */
  shipTypes?: { types: readonly number[]; orNone: boolean } | undefined
  /** First three digits of the MMSI. */
  mids?: readonly number[] | undefined
  minConfidence?: number | undefined
  /** Time of knowledge; now if absent. */
  at?: number | undefined
  /** Numbers of the sources that may be known; null for all. */
  sources: readonly number[] | null
  /** Around what may be seen, degrees; null for everywhere. */
  box: { west: number; south: number; east: number; north: number } | null
}
/** A call, and the one of the same ship before it. */
export type QueriedRow = CallRow & {
  before: { port_id: string; sources: number[]; lat_udeg: number; lon_udeg: number } | null
}

/** Instants of arrival and departure; null of a vessel that was there before its first position. */
export const MOMENTS: Record<CallMoment, RawBuilder<unknown>> = {
  arrival: sql`case when coalesce(already_there, false) then null when entered_at is null then null
    else coalesce(anchored_at, berthed_at, entered_at) end`,
  departure: sql`departed_at`,
}

const instant = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`

export function conditions(request: CallsQuery): RawBuilder<unknown> {
  const { box, at } = request
  const all: RawBuilder<unknown>[] = [
    at === undefined
      ? sql`known_to is null`
      : sql`known_from <= ${instant(at)} and (known_to is null or known_to > ${instant(at)})`,
  ]
  if (request.id !== undefined) all.push(sql`id = ${request.id}`)
  if (request.portId !== undefined) all.push(sql`port_id = ${request.portId}`)
  if (request.mmsi !== undefined) all.push(sql`mmsi = ${request.mmsi}`)
  if (request.split !== undefined) all.push(sql`split = ${request.split}`)
  if (request.states !== undefined) all.push(sql`state = any(${request.states}::text[])`)
  if (request.from !== undefined) all.push(sql`ended_at >= ${instant(request.from)}`)
  if (request.to !== undefined) all.push(sql`began_at < ${instant(request.to)}`)
  if (request.moment !== undefined) {
    const at = MOMENTS[request.moment]
    all.push(sql`${at} is not null`)
    if (request.from !== undefined) all.push(sql`${at} >= ${instant(request.from)}`)
    if (request.to !== undefined) all.push(sql`${at} < ${instant(request.to)}`)
  }
  if (request.mids !== undefined) all.push(sql`mmsi / 1000000 = any(${request.mids}::int[])`)
  if (request.minConfidence !== undefined) all.push(sql`confidence >= ${request.minConfidence}`)
  if (request.shipTypes !== undefined) {
    const { types, orNone } = request.shipTypes
    all.push(sql`(ship_type = any(${types}::int[]) or (${orNone} and ship_type is null))`)
  }
  if (request.sources !== null) all.push(sql`sources && ${request.sources}::smallint[]`)
  if (box !== null)
    all.push(sql`(lat_udeg is null or (lat_udeg between ${Math.floor(box.south * 1e6)} and ${Math.ceil(box.north * 1e6)}
      and lon_udeg between ${Math.floor(box.west * 1e6)} and ${Math.ceil(box.east * 1e6)}))`)
  return sql.join(all, sql` and `)
}

/** Calls in order of when they began, the latest first; `after` is the last one of the page before. */
export async function readCalls(
  db: Db,
  request: CallsQuery,
  { limit, after }: { limit: number; after?: After | undefined },
): Promise<QueriedRow[]> {
  const rest = after === undefined ? sql`true` : sql`(began_at, id) < (${instant(after.at)}, ${after.id})`
  const { rows } = await sql<QueriedRow>`
    with page as materialized (
      select * from port_calls where ${conditions(request)} and ${rest} order by began_at desc, id desc limit ${limit}
    )
    select ${sql.raw(CALL_COLUMNS)}, (
      select json_build_object('port_id', earlier.port_id, 'sources', earlier.sources,
        'lat_udeg', earlier.lat_udeg, 'lon_udeg', earlier.lon_udeg)
      from port_calls earlier
      where earlier.mmsi = page.mmsi and earlier.split = page.split and earlier.known_to is null
        and earlier.began_at < page.began_at and earlier.state in ('ANCHORED', 'BERTHED', 'DEPARTED')
      order by earlier.began_at desc limit 1) as before
    from page order by began_at desc, id desc`.execute(query(db))
  return rows
}

export async function countCalls(db: Db, request: CallsQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from port_calls where ${conditions(request)}`.execute(query(db))
  return rows[0]!.n
}

/** All that was ever believed of a call, the oldest first. */
export async function versionsOf(db: Db, id: string): Promise<QueriedRow[]> {
  const { rows } = await sql<CallRow>`
    select ${sql.raw(CALL_COLUMNS)} from port_calls where id = ${id} order by version`.execute(query(db))
  return rows.map((row) => ({ ...row, before: null }))
}
