import { sql } from 'kysely'
import type { FeedState } from '@samudra/contract/socket'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type StateChange = { number: number; at: Date; state: FeedState; why: string | null }

export async function writeStates(db: Db, changes: readonly StateChange[]): Promise<void> {
  await sql`insert into feed_states (number, at, state, why)
    select * from unnest(${changes.map(({ number }) => number)}::smallint[], ${changes.map(({ at }) => at)}::timestamptz[],
      ${changes.map(({ state }) => state)}::text[], ${changes.map(({ why }) => why)}::text[])
    on conflict do nothing`.execute(query(db))
}

/** The last state of each feed. */
export async function lastStates(db: Db): Promise<Map<number, FeedState>> {
  const { rows } = await sql<StateChange>`
    select distinct on (number) number, at, state, why from feed_states order by number, at desc`.execute(
    query(db),
  )
  return new Map(rows.map(({ number, state }) => [number, state]))
}

/** Changes of one feed, the latest first. */
export async function statesOf(db: Db, number: number, most: number): Promise<StateChange[]> {
  const { rows } = await sql<StateChange>`
    select number, at, state, why from feed_states where number = ${number} order by at desc limit ${most}`.execute(
    query(db),
  )
  return rows
}

export async function forgetStates(db: Db, before: Date): Promise<void> {
  await sql`delete from feed_states where at < ${before}`.execute(query(db))
}
