import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'
import type { Addressee } from '../http/audience.ts'
import type { Also, ObjectRow } from './objects.sql.ts'

const [ALL, ADMINISTRATORS] = ['*', 'a']

/**
 * Returns the names under which a caller finds visible objects; `SEERS` gives the names under which an object is
 * found.
 */
export const seersFor = ({ userId, groups, isAdmin }: Addressee): string[] =>
  isAdmin ? [ALL, ADMINISTRATORS] : [ALL, `u${userId}`, ...groups.map((one) => `g${one}`)]
/** The same of a version, one row each. */
export const SEERS = sql`unnest(case
  when visibility in ('CENTRE', 'RELEASED') then array[${sql.lit(ALL)}]
  when visibility = 'PRIVATE' then array[${sql.lit(ADMINISTRATORS)}, 'u' || owner_id]
  else array[${sql.lit(ADMINISTRATORS)}, 'u' || owner_id] || array(select distinct 'g' || one from unnest(group_ids) one)
end) as seer`

/** The rule of `isVisible`, of a version. */
const isSeen = ({ userId, groups, isAdmin }: Addressee): RawBuilder<unknown> =>
  isAdmin
    ? sql`true`
    : sql`(owner_id = ${userId} or visibility in ('CENTRE', 'RELEASED') or (visibility = 'GROUP' and group_ids && ${groups}::text[]))`

const WANTED = sql`wanted as (select type, seer, domain, removed, id from opened, ${SEERS})`
/** Besides the first versions of objects that a statement opens: who sees them. */
export const FIRST_SEERS: Also = sql`, ${WANTED}, seen as (insert into object_seers select * from wanted)`
/** Besides the next version of one: who sees it from now on. */
export const NEXT_SEERS: Also = sql`, ${WANTED},
  unseen as (
    delete from object_seers old using opened where old.type = opened.type and old.id = opened.id
      and (old.seer, old.domain, old.removed) not in (select seer, domain, removed from wanted)
  ),
  seen as (insert into object_seers select * from wanted on conflict do nothing)`

/** The current version of one, for who sees it. */
export async function readSeen(
  db: Db,
  type: string,
  id: string,
  caller: Addressee,
): Promise<ObjectRow | undefined> {
  const { rows } = await sql<ObjectRow>`
    select * from objects
    where type = ${type} and id = ${id} and known_to is null and not removed and ${isSeen(caller)}`.execute(
    query(db),
  )
  return rows[0]
}

/** Objects of a type that a viewer may know of: current ones by their ids, removed ones by their last version. */
export type SeenObjects = { type: string; current: readonly string[]; viewer: Addressee }

/**
 * Condition that a column names one of them. A removed object is looked up for each row; `limit` keeps the database from
 * reading all that were ever removed instead.
 */
export const isAmong = (column: RawBuilder<unknown>, { type, current, viewer }: SeenObjects) => sql`(
  ${column} = any(${current}::text[]) or (
    select true from objects o where o.type = ${type} and o.id = ${column} and o.known_to is null and o.removed
      and ${isSeen(viewer)} limit 1
  ))`

export type VisiblePageQuery = {
  type: string
  domain: string
  caller: Addressee
  below: string | null
  limit: number
}

/** Selects the newest ids below one that a caller finds, including removed objects where requested. */
const foundIds = ({ type, domain, caller, below, limit }: VisiblePageQuery, removed: boolean[]) => sql`
  select id from unnest(${seersFor(caller)}::text[]) as who(seer), unnest(${removed}::boolean[]) as gone(removed),
    lateral (
      select id from object_seers s
      where s.type = ${type} and s.seer = who.seer and s.domain = ${domain} and s.removed = gone.removed
        ${below === null ? sql`` : sql`and s.id < ${below}`}
      order by s.id desc limit ${limit}
    ) found
  group by id order by id desc limit ${limit}`

/** The one version of an id found; looked up for each, whatever the database believes of how many there are. */
export const oneOf = (type: string, which: RawBuilder<unknown>) =>
  sql`lateral (select * from objects v where v.type = ${type} and v.id = mine.id and ${which} limit 1)`

/** Returns the newest objects of a kind that a caller sees. */
export async function readPage(db: Db, request: VisiblePageQuery): Promise<ObjectRow[]> {
  const { rows } = await pageStatement(request).execute(query(db))
  return rows
}
const pageStatement = (request: VisiblePageQuery) => sql<ObjectRow>`
  select o.* from (${foundIds(request, [false])}) mine, ${oneOf(request.type, sql`known_to is null`)} o
  order by o.id desc`

/** Returns the query plan of a page. */
export async function explainPage(db: Db, request: VisiblePageQuery): Promise<string> {
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain (analyze, costs off) ${pageStatement(request)}`.execute(query(db))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Returns, for ids visible now, the version at an instant; null where the caller saw none then. */
export async function readPageThen(
  db: Db,
  request: VisiblePageQuery,
  at: Date,
): Promise<{ id: string; version: ObjectRow | null }[]> {
  const then = sql`known_from <= ${at} and (known_to > ${at} or known_to is null) and not removed and ${isSeen(request.caller)}`
  const { rows } = await sql<{ found: string; hit: boolean } & ObjectRow>`
    select mine.id as found, o.id is not null as hit, o.* from (${foundIds(request, [false, true])}) mine
    left join ${oneOf(request.type, then)} o on true
    order by mine.id desc`.execute(query(db))
  return rows.map(({ found, hit, ...row }) => ({ id: found, version: hit ? row : null }))
}
