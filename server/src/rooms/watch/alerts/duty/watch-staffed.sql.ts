import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { Client } from '../alerts.sql.ts'

/** Key that makes all alerts of an empty watch one alert. */
export const WATCH_DEDUPE = 'watch'

type Watch = {
  /** Instant since which the watch is reported empty, epoch ms; null while it is staffed. */
  since: number | null
  /** True while an alert waits for a user and would escalate; the alert of an empty watch does not count. */
  isWaiting: boolean
  /** True if duties are in use at all. */
  isUsed: boolean
  /** True while the alert of an empty watch is active. */
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

/** Stores since when the watch is empty, or that it is staffed; returns false if that was stored already. */
export async function keepGap(client: Client, since: number | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into watch_gap (since) values ($1)
     on conflict (one) do update set since = excluded.since
     where (watch_gap.since is null) <> (excluded.since is null)`,
    [since === null ? null : new Date(since)],
  )
  return rowCount === 1
}

/** Returns true if the watch is reported empty and duties are in use. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select exists (select 1 from watch_gap where since is not null) and exists (select 1 from duties) as yes`.execute(
    query(db),
  )
  return rows[0]!.yes
}
