import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type FeedNews = { at: Date; name: string; source: number; isUp: boolean; why: string | null }

/** Returns feeds that went down in a period or came back, the newest first. */
export async function feedNews(db: Db, from: number, to: number): Promise<FeedNews[]> {
  const { rows } = await sql<FeedNews>`
    select at, name, source_id as source, state <> 'DOWN' as "isUp", why from (
      select number, at, state, why, (
        select earlier.state from feed_states earlier
        where earlier.number = states.number and earlier.at < states.at order by earlier.at desc limit 1) as before
      from feed_states states where at >= ${new Date(from)} and at < ${new Date(to)}
    ) changed join feeds using (number)
    where (state = 'DOWN' and before is distinct from 'DOWN' and before is not null) or (state = 'UP' and before = 'DOWN')
    order by at desc limit 1000`.execute(query(db))
  return rows
}
