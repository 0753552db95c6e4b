import { sql } from 'kysely'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'
import type { Client } from './alerts.sql.ts'

/** Since when the watch is told to be empty, epoch ms; and whether an alert waits for a hand, which goes to the next else. */
export async function readWatch(db: Db): Promise<{ since: number | null; isWaiting: boolean }> {
  const { rows } = await sql<{ since: number | null; isWaiting: boolean }>`
    select (extract(epoch from since) * 1000)::float8 as since,
      exists (select 1 from alerts where next_escalation_at is not null) as "isWaiting"
    from watch_gap`.execute(query(db))
  return rows[0] ?? { since: null, isWaiting: false }
}

/** Says since when it is empty, or that it is kept; false where somebody has said so already. */
export async function keepGap(client: Client, since: number | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `update watch_gap set since = $1 where (since is null) <> ($1::timestamptz is null)`,
    [since === null ? null : new Date(since)],
  )
  return rowCount === 1
}
