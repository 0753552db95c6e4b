import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Thread of a user: what of it is unread; times are epoch ms. */
export type ThreadRow = {
  root_id: string
  user_id: string
  following: boolean
  last_viewed_at: number
  unread_mentions: number
  unread_replies: number
  last_reply_at: number
}
const UNREAD = sql`(select count(*)::float8 from chat_posts r where r.root_id = t.root_id and r.create_at > t.last_viewed_at
  and r.delete_at = 0 and r.user_id <> t.user_id)`
const COLUMNS = sql`t.root_id, t.user_id, t.following, t.last_viewed_at::float8 as last_viewed_at, t.unread_mentions,
  ${UNREAD} as unread_replies, p.last_reply_at::float8 as last_reply_at`
const OF_MEMBER = sql`from chat_threads t join chat_posts p on p.id = t.root_id and p.delete_at = 0 and p.reply_count > 0
  join chat_members m on m.channel_id = p.channel_id and m.user_id = t.user_id`

export async function threadOf(db: Db, rootId: string, userId: string): Promise<ThreadRow | undefined> {
  const { rows } =
    await sql<ThreadRow>`select ${COLUMNS} from chat_threads t join chat_posts p on p.id = t.root_id
    where t.root_id = ${rootId} and t.user_id = ${userId}`.execute(query(db))
  return rows[0]
}

/** Part of the threads of a user, the last answered first. */
export type ThreadsWanted = {
  unread: boolean
  since: number
  before: number | null
  after: number | null
  limit: number
}
export async function threadsOf(db: Db, userId: string, wanted: ThreadsWanted): Promise<ThreadRow[]> {
  const { unread, since, before, after, limit } = wanted
  const { rows } = await sql<ThreadRow>`
    select ${COLUMNS} ${OF_MEMBER} where t.user_id = ${userId} and t.following
      ${unread ? sql`and p.last_reply_at > t.last_viewed_at` : sql``}
      ${since > 0 ? sql`and t.last_update_at >= ${since}` : sql``}
      ${before === null ? sql`` : sql`and p.last_reply_at < ${before}`}
      ${after === null ? sql`` : sql`and p.last_reply_at > ${after}`}
    order by p.last_reply_at ${after === null ? sql`desc` : sql`asc`} limit ${limit}`.execute(query(db))
  return after === null ? rows : rows.toReversed()
}

/** Returns how many threads a user follows, and how many of them and mentions in them are unread. */
export async function threadTotals(db: Db, userId: string) {
  const { rows } = await sql<{ total: number; unread: number; mentions: number }>`
    select count(*)::float8 as total, count(*) filter (where p.last_reply_at > t.last_viewed_at)::float8 as unread,
      coalesce(sum(t.unread_mentions), 0)::float8 as mentions
    ${OF_MEMBER} where t.user_id = ${userId} and t.following`.execute(query(db))
  return rows[0]!
}

export async function followersOf(db: Db, rootId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from chat_threads where root_id = ${rootId} and following order by user_id limit 10000`.execute(
    query(db),
  )
  return rows.map(({ user_id }) => user_id)
}

/** Follows a thread or not; returns it. */
export async function followThread(
  db: Db,
  rootId: string,
  userId: string,
  following: boolean,
  now: number,
): Promise<void> {
  await sql`insert into chat_threads (root_id, user_id, following, last_viewed_at, last_update_at)
    values (${rootId}, ${userId}, ${following}, ${now}, ${now})
    on conflict (root_id, user_id) do update set following = ${following}, last_update_at = ${now}`.execute(
    query(db),
  )
}

/** Marks a thread as read up to a time, with the mentions after it still unread. */
export async function readThread(
  db: Db,
  rootId: string,
  userId: string,
  upto: number,
  now: number,
): Promise<void> {
  await sql`insert into chat_threads (root_id, user_id, following, last_viewed_at, last_update_at)
    values (${rootId}, ${userId}, false, ${upto}, ${now})
    on conflict (root_id, user_id) do update set last_viewed_at = ${upto}, last_update_at = ${now},
      unread_mentions = (select count(*) from chat_posts r where r.root_id = ${rootId} and r.create_at > ${upto}
        and r.delete_at = 0 and ${userId} = any(r.mentions))`.execute(query(db))
}
export async function readAllThreads(db: Db, userId: string, now: number): Promise<void> {
  await sql`update chat_threads set last_viewed_at = ${now}, unread_mentions = 0, last_update_at = ${now}
    where user_id = ${userId}`.execute(query(db))
}
