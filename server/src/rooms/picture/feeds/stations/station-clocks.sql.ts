import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** A station of a feed whose clock is ahead; `station` is -1 for what names none. */
export type WrongClock = { feed: number; station: number; aheadMs: number }

export async function readClocks(db: Db): Promise<WrongClock[]> {
  const { rows } = await sql<{ feed: number; station_id: number; ahead_ms: string }>`
    select feed, station_id, ahead_ms from station_clocks`.execute(query(db))
  return rows.map((row) => ({ feed: row.feed, station: row.station_id, aheadMs: Number(row.ahead_ms) }))
}

/** Puts these in place of what was known. */
export const writeClocks = (db: Db, clocks: WrongClock[]) =>
  query(db)
    .transaction()
    .execute(async (transaction) => {
      await sql`delete from station_clocks`.execute(transaction)
      await sql`
        insert into station_clocks (feed, station_id, ahead_ms)
        select * from unnest(
          ${clocks.map(({ feed }) => feed)}::smallint[],
          ${clocks.map(({ station }) => station)}::integer[],
          ${clocks.map(({ aheadMs }) => Math.round(aheadMs))}::bigint[])`.execute(transaction)
    })
