import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { Client } from '../alerts.sql.ts'

/** What makes all alerts that the watch is empty one. */
export const WATCH_DEDUPE = 'watch'

type Watch = {
  /** Since when it is told to be empty, epoch ms; null while it is kept. */
  since: number | null
  /** Whether an alert waits for a hand, which goes to the next else; that the watch is empty is none of these. */
  isWaiting: boolean
  /** Whether duties are kept at all. */
  isUsed: boolean
  /** Whether the alert that it is empty goes on. */
  isRaised: boolean
}
export async function readWatch(db: Db): Promise<Watch> {
  const { rows } = await sql<Watch>`
    select (select (extract(epoch from since) * 1000)::float8 from watch_gap) as since,
      exists (select 1 from alerts where next_escalation_at is not null and dedupe <> ${WATCH_DEDUPE}) as "isWaiting",
      exists (select 1 from duties) as "isUsed",
      exists (select 1 from alerts where dedupe = ${WATCH_DEDUPE} and condition = 'ACTIVE') as "isRaised"`.execute(
    query(db),
  )
  return rows[0]!
}

/** Says since when it is empty, or that it is kept; false where somebody has said so already. */
export async function keepGap(client: Client, since: number | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into watch_gap (since) values ($1)
     on conflict (one) do update set since = excluded.since
     where (watch_gap.since is null) <> (excluded.since is null)`,
    [since === null ? null : new Date(since)],
  )
  return rowCount === 1
}

/** Whether the watch is told to be empty, where duties are kept at all. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select 1 from watch_gap where since is not null) and exists (select 1 from duties) as yes`.execute(
    query(db),
  )
  return rows[0]!.yes
}
