import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** A ship that comes on a dynamic list or leaves it, and why in words. */
export type FoundMove = { list: string; mmsi: number; isIn: boolean; why: string }
/** From when until when a dynamic list found a ship. */
export type Find = { list_id: string; mmsi: number; joined_at: Date; left_at: Date | null }

/** Whom dynamic lists find now, of some or of all. */
export async function readFinds(db: Db, lists: readonly string[] | null): Promise<Find[]> {
  const which = lists === null ? sql`true` : sql`list_id = any(${lists}::text[])`
  const { rows } = await sql<Find>`
    select list_id, mmsi, joined_at, left_at from vessel_list_finds where left_at is null and ${which}
    order by joined_at, mmsi`.execute(query(db))
  return rows
}

/** Whom they found at some time of a period, ends included. */
export async function readFindsDuring(db: Db, lists: readonly string[], from: Date, to: Date) {
  const { rows } = await sql<Find>`
    select list_id, mmsi, joined_at, left_at from vessel_list_finds
    where list_id = any(${lists}::text[]) and joined_at <= ${to} and (left_at is null or left_at > ${from})
    order by joined_at, mmsi`.execute(query(db))
  return rows
}

/** Why a list found some ships, of the stays that began at these instants. */
export async function readWhy(db: Db, list: string, ships: readonly { mmsi: string; added_at: string }[]) {
  const { rows } = await sql<{ mmsi: number; joined_why: string }>`
    select f.mmsi, f.joined_why from vessel_list_finds f
    join jsonb_to_recordset(${JSON.stringify(ships)}::jsonb) as one(mmsi integer, added_at timestamptz)
      on f.mmsi = one.mmsi and f.joined_at = one.added_at
    where f.list_id = ${list}`.execute(query(db))
  return new Map(rows.map((row) => [row.mmsi, row.joined_why]))
}

/** Writes who came and went; answers how many did, since another may have written it already. */
export async function writeMoves(db: Db, at: Date, moves: readonly FoundMove[]): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with move as (
      select * from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(list text, mmsi integer, "isIn" boolean, why text)
    ), gone as (
      update vessel_list_finds f
      set left_at = greatest(${at}::timestamptz, f.joined_at + interval '1 millisecond'), left_why = m.why
      from move m where not m."isIn" and f.list_id = m.list and f.mmsi = m.mmsi and f.left_at is null
      returning 1
    ), come as (
      insert into vessel_list_finds (mmsi, list_id, joined_at, joined_why)
      select mmsi, list, ${at}, why from move where "isIn"
      on conflict do nothing
      returning 1
    )
    select ((select count(*) from gone) + (select count(*) from come))::int as moved`.execute(query(db))
  return rows[0]!.moved
}

/** Ends what a list found: it is no more. */
export const endFinds = (db: Db, list: string, at: Date, why: string) =>
  sql`update vessel_list_finds set left_at = greatest(${at}::timestamptz, joined_at + interval '1 millisecond'), left_why = ${why}
    where list_id = ${list} and left_at is null`.execute(query(db))

/** Lets go of stays that ended long ago. */
export const forgetFinds = (db: Db, before: Date) =>
  sql`delete from vessel_list_finds where left_at < ${before}`.execute(query(db))
