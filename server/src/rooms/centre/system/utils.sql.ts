import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** A statement that runs longer is slow, in seconds. */
const SLOW_S = 1

export type Activity = { connections: number; slow: number; replication_lag_s: number | null }

export async function readActivity(db: Db): Promise<Activity> {
  const { rows } = await sql<Activity>`
    select count(*)::int as connections,
      (count(*) filter (where state = 'active' and pid <> pg_backend_pid()
        and now() - query_start > make_interval(secs => ${SLOW_S})))::int as slow,
      (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as replication_lag_s
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    query(db),
  )
  return rows[0]!
}

/** Returns the bytes on disk; reads the size of every file, so it must not run every second. */
export async function readSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(
    query(db),
  )
  return Number(rows[0]!.size)
}

export async function readServerVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(query(db))
  return rows[0]!.server_version.split(' ')[0]!
}
