import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type FeedTime = { number: number; source: number; at: Date; state: string }

/**
 * Returns feed states between two instants, and the state of each feed at the first; a deleted feed is down from its
 * deletion.
 */
export async function feedTimes(db: Db, from: Date, to: Date): Promise<FeedTime[]> {
  const { rows } = await sql<FeedTime>`
    select number, source_id as source, at, state from (
      (select distinct on (number) number, at, state from feed_states where at <= ${from} order by number, at desc)
      union all select number, at, state from feed_states where at > ${from} and at <= ${to}
      union all select number, deleted_at, 'DOWN' from feeds where deleted_at <= ${to}
    ) each join feeds using (number) order by number, at`.execute(query(db))
  return rows
}
