import { sql } from 'kysely'
import type { Also } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** A ship on a list. */
export type Member = {
  mmsi: string
  reason: string
  added_by: string
  added_by_id: string
  added_at: string
  expires_at: string | null
}
/** From which version of its list until which a ship is on it. */
export type Stay = { list_id: string; from_version: number; to_version: number | null; member: Member }
type Row = Omit<Member, 'mmsi' | 'added_at' | 'expires_at'> & {
  mmsi: number
  added_at: Date
  expires_at: Date | null
} & Omit<Stay, 'member'>

/** Takes over lists of a backup that has who is on them in their bodies. */
export const takeFromBodies = (db: Db) => sql`select take_members_from_bodies()`.execute(query(db))

/** Takes over the blacklist of a backup that has its entries one by one. */
export const takeBlacklist = (db: Db) => sql`select take_blacklist_from_entries()`.execute(query(db))

/** Stays on some lists, those that came first first; without lists those that last. */
export async function readStays(db: Db, lists: readonly string[] | null): Promise<Stay[]> {
  const which = lists === null ? sql`to_version is null` : sql`list_id = any(${lists}::text[])`
  const { rows } = await sql<Row>`
    select * from vessel_list_members where ${which} order by list_id, from_version, place`.execute(query(db))
  return rows.map(({ list_id, from_version, to_version, mmsi, reason, added_by, added_by_id, ...row }) => ({
    list_id,
    from_version,
    to_version,
    member: {
      mmsi: String(mmsi).padStart(9, '0'),
      reason,
      added_by,
      added_by_id,
      added_at: row.added_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
    },
  }))
}

/** Besides the version of a list that a statement opens: who is on it from then on, and who no more. */
export const moveMembers = (come: readonly Member[], go: readonly string[], also: Also = sql``): Also => sql`,
  gone as (
    update vessel_list_members stay set to_version = opened.version from opened
    where stay.list_id = opened.id and stay.to_version is null and stay.mmsi = any(${go.map(Number)}::integer[])
  ),
  come as (
    insert into vessel_list_members (mmsi, list_id, from_version, place, reason, added_by, added_by_id, added_at, expires_at)
    select one.mmsi, opened.id, opened.version, one.place, one.reason, one.added_by, one.added_by_id, one.added_at, one.expires_at
    from opened, jsonb_to_recordset(${JSON.stringify(come.map((one, place) => ({ ...one, place })))}::jsonb) as one(
      mmsi integer, place integer, reason text, added_by text, added_by_id text, added_at timestamptz, expires_at timestamptz)
  )${also}`
