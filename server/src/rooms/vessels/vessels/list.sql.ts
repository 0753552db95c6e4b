import { sql, type RawBuilder } from 'kysely'
import type { StoredOrder } from '@samudra/contract/vessels'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { NAMELESS, OF_REGISTER } from './claim.ts'
import { and, col, isWanted, seenCondition, wantedOf, type Seen, type Wanted } from './vessels.sql.ts'

/** Vessel with its sort value; null without one. A page continues after it. */
export type Listed = { head_id: number; key: string | number | Date | null }

/** Sort column of vessels: claims that contain it, and its form in a cursor. Each has its own index. */
type Order = {
  key: (alias: string) => RawBuilder<unknown>
  reported: (alias: string) => RawBuilder<boolean>
  type: RawBuilder<unknown>
}
const column = (name: string, type: string): Order => ({
  key: (alias) => col(alias, name),
  reported: (alias) => sql<boolean>`${col(alias, name)} is not null`,
  type: sql.raw(type),
})
const ORDERS: Record<StoredOrder, Order> = {
  name: {
    ...column('plain', 'text'),
    reported: (alias) => sql<boolean>`${col(alias, 'plain')} <> ${sql.lit(NAMELESS)}`,
  },
  imo: column('imo', 'int'),
  mmsi: { ...column('mmsi', 'int'), reported: (alias) => sql<boolean>`${col(alias, 'mmsi')} <> 0` },
  call_sign: {
    ...column('call_sign', 'text'),
    key: (alias) => sql`${col(alias, 'call_sign')} collate "C"`,
  },
  country: column('country', 'text'),
  length: column('length', 'real'),
  heard: {
    ...column('last_at', 'timestamptz'),
    reported: (alias) => sql<boolean>`${col(alias, 'form')} <> ${sql.lit(OF_REGISTER)}`,
  },
}

/** `heads` are all that are wanted, where they are few: looked up so, rows that are passed over cost little. */
export type Query = {
  seen: Seen
  wanted: Wanted
  heads: readonly number[] | null
  by: StoredOrder
  isDown: boolean
}
const isQuery = ({ seen, wanted, heads }: Query, alias: string) =>
  heads === null
    ? isWanted(seen, wanted, alias)
    : sql<boolean>`${col(alias, 'head_id')} = any(${heads}::int[])`

/** Returns a page of vessels in an order, those without a value at the end; reads only the rows of the page. */
export async function readInOrder(
  db: Db,
  request: Query,
  after: Listed | null,
  limit: number,
): Promise<Listed[]> {
  const shown = after?.key === null ? [] : await readReported(db, request, after, limit)
  if (shown.length === limit) return shown
  const from = after?.key === null ? after.head_id : 0
  return [...shown, ...(await readUntold(db, request, from, limit - shown.length))]
}

const latestOf = (seen: Seen, alias: string) =>
  and([sql<boolean>`${col(alias, 'is_latest')}`, seenCondition(seen, alias)])

/** Reads by the value on the vessel page: the last received, else the last of a register. */
async function readReported(db: Db, request: Query, after: Listed | null, limit: number) {
  const { seen, by, isDown } = request
  const { key, reported: shown, type } = ORDERS[by]
  const way = sql.raw(isDown ? 'desc' : 'asc')
  const from =
    after === null
      ? sql`true`
      : sql`(${key('c')}, c.head_id) ${sql.raw(isDown ? '<' : '>')} (${after.key}::${type}, ${after.head_id}::int)`
  const { rows } = await sql<Listed>`
    select c.head_id, ${key('c')} as key from vessel_claims c
    where ${latestOf(seen, 'c')} and ${shown('c')} and ${isQuery(request, 'c')} and ${from}
      and not exists (
        select from vessel_claims d where d.head_id = c.head_id and ${latestOf(seen, 'd')} and ${shown('d')}
          and (d.form = ${sql.lit(OF_REGISTER)}, c.last_at, d.ctid) < (c.form = ${sql.lit(OF_REGISTER)}, d.last_at, c.ctid))
    order by ${key('c')} ${way}, c.head_id ${way} limit ${limit}`.execute(query(db))
  return rows
}

async function readUntold(db: Db, request: Query, after: number, limit: number) {
  const { seen, by } = request
  const { rows } = await sql<Listed>`
    select c.head_id, null as key from vessel_claims c
    where ${latestOf(seen, 'c')} and ${isQuery(request, 'c')} and c.head_id > ${after}::int
      and not exists (
        select from vessel_claims d where d.head_id = c.head_id and ${latestOf(seen, 'd')}
          and (${ORDERS[by].reported('d')} or d.ctid < c.ctid))
    order by c.head_id limit ${limit}`.execute(query(db))
  return rows
}

/** Returns the matching vessels, up to a maximum; `inZones` are those with a position visible to the caller. */
export async function readWanted(
  db: Db,
  seen: Seen,
  wanted: Wanted,
  inZones: readonly number[] | null,
  most: number,
): Promise<number[]> {
  const anywhere = { ...seen, box: null }
  const isAll = seen.sources === null && inZones === null && wantedOf(wanted, 'c').length === 0
  // The first condition applies to the claim itself, so that the index of its column yields vessels one by one.
  const conditions = [
    latestOf(anywhere, 'c'),
    ...wantedOf(wanted, 'c').slice(0, 1),
    isWanted(anywhere, wanted, 'c', 1),
    ...(inZones === null ? [] : [sql<boolean>`(c.last_lat is null or c.head_id = any(${inZones}::int[]))`]),
  ]
  const { rows } = await (
    isAll
      ? sql<{ head_id: number }>`select head_id from vessels where id = head_id limit ${most}`
      : sql<{
          head_id: number
        }>`select distinct c.head_id from vessel_claims c where ${and(conditions)} limit ${most}`
  ).execute(query(db))
  return rows.map(({ head_id }) => head_id)
}

type Placed = {
  head_id: number
  first_lat: number | null
  first_lon: number | null
  last_lat: number
  last_lon: number
}
/** Returns the positions of identity reports inside the box. */
export async function readPlaced(db: Db, seen: Seen, wanted: Wanted): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select c.head_id, c.first_lat, c.first_lon, c.last_lat, c.last_lon from vessel_claims c
    where ${latestOf(seen, 'c')} and c.last_lat is not null and ${isWanted(seen, wanted, 'c')}`.execute(
    query(db),
  )
  return rows
}
