import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type FeedChange = { number: number; source: number; at: Date; state: string }

/** Changes of state of every feed since an instant, after the state it was in then; by feed and time. */
export async function feedChanges(db: Db, since: Date): Promise<FeedChange[]> {
  const { rows } = await sql<FeedChange>`
    select number, source_id as source, at, state from (
      (select distinct on (number) number, at, state from feed_states where at <= ${since} order by number, at desc)
      union all select number, at, state from feed_states where at > ${since}
    ) each join feeds using (number) where feeds.deleted_at is null order by number, at`.execute(query(db))
  return rows
}
