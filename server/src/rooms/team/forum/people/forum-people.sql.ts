import { FORUM_LIMITS } from '@samudra/contract/forum'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'

export type PersonRow = {
  id: string
  username: string
  joined: Date | null
  muted_until: Date | null
  posts: number
  topics: number
  likes_received: number
  last_post_at: Date | null
}
/** Returns a user of the forum by name, with counts of categories that the viewer sees. */
export async function personNamed(db: Db, viewer: Viewer, username: string): Promise<PersonRow | undefined> {
  const name = username.toLowerCase()
  const [row] = await rowsOf(
    db,
    sql<PersonRow>`
      select one.id, one.username, one.joined, f.muted_until, n.posts, m.topics, n.likes_received, n.last_post_at
      from (
        select id, username, created_at as joined, 0 as place from users
          where lower(username) = ${name} and status <> 'DELETED'
        union all select user_id, username, null, 1 from forum_people where lower(username) = ${name}
        order by place limit 1) one
      left join forum_people f on f.user_id = one.id
      cross join lateral (
        select count(*)::int as posts, coalesce(sum(p.like_count), 0)::int as likes_received,
          max(p.created_at) as last_post_at
        from (select topic_id, like_count, created_at from forum_posts where author_id = one.id and deleted_at is null
            order by created_at desc, id desc limit ${FORUM_LIMITS.counted}) p
          -- Topics one by one, by their ids: otherwise all are read.
          cross join lateral (select category_id from forum_topics where id = p.topic_id and deleted_at is null offset 0) t
          join forum_categories c on c.id = t.category_id
        where ${seesCategory(viewer)}) n
      cross join lateral (
        select count(*)::int as topics
        from (select category_id from forum_topics where author_id = one.id and deleted_at is null
            order by created_at desc limit ${FORUM_LIMITS.counted}) t join forum_categories c on c.id = t.category_id
        where ${seesCategory(viewer)}) m`,
  )
  return row
}

/** Keeps a user from posting until a time; null ends that. */
export const setMuted = (
  db: Db,
  { id, username }: { id: string; username: string },
  { until, reason }: { until: Date | null; reason: string },
): Promise<unknown> =>
  rowsOf(
    db,
    sql`insert into forum_people (user_id, username, muted_until, mute_reason)
      values (${id}, ${username}, ${until}, ${reason})
      on conflict (user_id) do update set muted_until = excluded.muted_until, mute_reason = excluded.mute_reason`,
  )
