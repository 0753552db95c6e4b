import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import type { StaticFields } from '../../../sea/static-fields.ts'

/** Stores findings and state in one transaction. */
export const inFollowing = inTransaction
const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/**
 * Takes vessel updates not yet notified, oldest first, locked against other processes. An update detected again was
 * notified already.
 */
export async function takeUntold(
  client: pg.PoolClient,
  limit: number,
  now: number,
): Promise<{ taken: number; news: VesselUpdateRow[] }> {
  const { rows } = await client.query<VesselUpdateRow & { is_again: boolean }>(
    `with untold as (
       select mmsi, occasion from happenings where told_at is null order by noted_at, mmsi limit $1 for update skip locked
     ), told as (
       update happenings h set told_at = $2 from untold u where h.mmsi = u.mmsi and h.occasion = u.occasion
       returning h.mmsi, h.split, h.occasion, h.type, h.at, h.facts, h.sources, h.places
     )
     select mmsi, split, occasion, type, ${MS('at')} as at, facts, sources, places, exists (
       select 1 from happenings before
       where before.mmsi = told.mmsi and before.type = told.type and before.split = told.split and before.told_at is not null
         and before.occasion <> told.occasion and told.type in ('ARRIVAL', 'DEPARTURE', 'ENTRY', 'EXIT', 'DARK')
         and before.facts -> 'port' is not distinct from told.facts -> 'port'
         and before.facts #> '{zone,id}' is not distinct from told.facts #> '{zone,id}'
         and abs(extract(epoch from before.at - told.at)) < case told.type when 'DARK' then 3600 else 600 end
     ) as is_again
     from told order by at, mmsi`,
    [limit, new Date(now)],
  )
  return { taken: rows.length, news: rows.filter(({ is_again }) => !is_again) }
}

export async function countNotified(
  client: pg.PoolClient,
  notified: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (notified.size === 0) return
  await client.query(
    `insert into subscription_told (subscription_id, told, last_at)
     select id, told, $3 from unnest($1::text[], $2::int[]) as r (id, told)
     on conflict (subscription_id) do update set told = subscription_told.told + excluded.told, last_at = excluded.last_at`,
    [[...notified.keys()], [...notified.values()], new Date(now)],
  )
}

/** Counts the vessel notifications of each user since an instant. */
export async function notifiedSince(
  client: pg.PoolClient,
  userIds: readonly string[],
  since: number,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ user_id: string; told: number }>(
    `select r.user_id, count(*)::int as told from notices n join notice_readers r on r.notice_id = n.id
     where n.at >= $2 and n.vessel is not null and r.user_id = any($1::text[]) group by r.user_id`,
    [userIds, new Date(since)],
  )
  return new Map(rows.map(({ user_id, told: notified }) => [user_id, notified]))
}

export type NotifiedRow = { subscription_id: string; told: number; last_at: Date }
export async function notifiedOf(db: Db, ids: readonly string[]): Promise<NotifiedRow[]> {
  const { rows } = await sql<NotifiedRow>`
    select subscription_id, told, last_at from subscription_told
    where subscription_id = any(${ids}::text[])`.execute(query(db))
  return rows
}

/** Time since which vessels are watched without a gap, and each source is received; epoch ms. */
export type Follow = { ran_at: number; watching_since: number; sources_up: Record<string, number> }
export async function readFollow(db: Db): Promise<Follow | null> {
  const { rows } = await sql<Follow>`
    select ${sql.raw(MS('ran_at'))} as ran_at, ${sql.raw(MS('watching_since'))} as watching_since, sources_up
    from happening_follow`.execute(query(db))
  return rows[0] ?? null
}
export async function keepFollow(client: pg.PoolClient, follow: Follow): Promise<void> {
  await client.query(
    `insert into happening_follow (ran_at, watching_since, sources_up) values ($1, $2, $3)
     on conflict (one) do update set ran_at = excluded.ran_at, watching_since = excluded.watching_since,
       sources_up = excluded.sources_up`,
    [new Date(follow.ran_at), new Date(follow.watching_since), JSON.stringify(follow.sources_up)],
  )
}

export type PairRow = { mmsi: number; other: number; near_nm: number }
export async function readPairs(db: Db): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`select mmsi, other, near_nm from happening_pairs`.execute(query(db))
  return rows
}
export async function keepPairs(
  client: pg.PoolClient,
  { begun, ended }: { begun: readonly PairRow[]; ended: readonly PairRow[] },
): Promise<void> {
  const columns = (rows: readonly PairRow[]) => [
    rows.map(({ mmsi }) => mmsi),
    rows.map(({ other }) => other),
    rows.map(({ near_nm }) => near_nm),
  ]
  const GIVEN = 'unnest($1::int[], $2::int[], $3::real[]) as r (mmsi, other, near_nm)'
  if (begun.length > 0)
    await client.query(
      `insert into happening_pairs (mmsi, other, near_nm) select mmsi, other, near_nm from ${GIVEN} on conflict do nothing`,
      columns(begun),
    )
  if (ended.length > 0)
    await client.query(
      `delete from happening_pairs p using ${GIVEN}
       where p.mmsi = r.mmsi and p.other = r.other and p.near_nm = r.near_nm`,
      columns(ended),
    )
}

export type IdentityChange = {
  mmsi: number
  split: number
  at: number
  before: StaticFields
  after: StaticFields
}
/** Returns identity changes of vessels since an instant, with the earlier values. */
export async function identitiesSince(
  db: Db,
  mmsis: readonly number[],
  since: number,
): Promise<IdentityChange[]> {
  const { rows } = await sql<IdentityChange>`
    select v.mmsi, v.split, ${sql.raw(MS('v.known_from'))} as at, v.fields as after, earlier.fields as before
    from static_versions v cross join lateral (
      select fields from static_versions e where e.mmsi = v.mmsi and e.split = v.split and e.known_from < v.known_from
      order by e.known_from desc limit 1) earlier
    where v.mmsi = any(${mmsis}::int[]) and v.known_from > ${new Date(since)}`.execute(query(db))
  return rows
}

export async function deleteVesselUpdates(db: Db, before: Date): Promise<void> {
  await sql`delete from happenings where noted_at < ${before}`.execute(query(db))
}
