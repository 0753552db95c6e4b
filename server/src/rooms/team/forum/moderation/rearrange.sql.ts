import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { countMove, headOf } from '../posts/posting.sql.ts'
import { runIn, type Viewer } from '../sees.sql.ts'
import { lockTopic } from '../topics/topic-changes.sql.ts'

type Split = {
  from: string
  cids: readonly string[]
  topic: { id: string; categoryId: string; title: string; slug: string }
}
/** Moves posts of a topic to a new one, numbered in their order. Returns how many; 0 when one of them is no post of it, or its first. */
export const splitTopic = (db: Db, viewer: Viewer, { from, cids, topic }: Split): Promise<number> =>
  inTransaction(db, async (client) => {
    const before = await lockTopic(db, client, viewer, from)
    const posts = await runIn(
      db,
      client,
      sql<{ id: string; author_id: string; created_at: Date }>`
        select id, author_id, created_at from forum_posts
        where topic_id = ${from} and id = any(${[...cids]}::text[]) and number > 1 order by number for update`,
    )
    if (posts.length !== new Set(cids).size) return 0
    const first = posts[0]!
    await runIn(
      db,
      client,
      sql`insert into forum_topics (id, category_id, title, slug, author_id, created_at, last_post_at, last_poster_id)
        values (${topic.id}, ${topic.categoryId}, ${topic.title}, ${topic.slug}, ${first.author_id}, ${first.created_at},
          ${first.created_at}, ${first.author_id})`,
    )
    const ids = posts.map(({ id }) => id)
    await runIn(
      db,
      client,
      sql`update forum_posts p set topic_id = ${topic.id}, number = m.number, head = case when m.number = 1
          then ${headOf({ title: topic.title, tags: [] })} else '' end
        from unnest(${ids}::text[]) with ordinality m (id, number) where p.id = m.id`,
    )
    await runIn(
      db,
      client,
      sql`update forum_topics set answer_post_id = null where id = ${from} and answer_post_id = any(${ids}::text[])`,
    )
    const moved = await recount(db, client, topic.id)
    await recount(db, client, from)
    // Numbers are not used again; those who read the last post that stays have read all.
    await runIn(
      db,
      client,
      sql`update forum_reads r set read_number = t.last_number from forum_topics t where t.id = ${from} and r.topic_id = t.id
        and r.read_number >= (select max(number) from forum_posts p where p.topic_id = ${from})`,
    )
    await countMove(db, client, {
      from: before.category_id,
      to: topic.categoryId,
      gone: 0,
      come: 1,
      posts: moved,
    })
    return posts.length
  })

/** Moves all posts of a topic to the end of another, and leads its address there. False when one of them is deleted. */
export const mergeTopic = (
  db: Db,
  viewer: Viewer,
  { from, into, at }: { from: string; into: string; at: Date },
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    // In one order, so that two merges do not wait for each other.
    const locked = new Map<string, Awaited<ReturnType<typeof lockTopic>>>()
    for (const id of [from, into].toSorted()) locked.set(id, await lockTopic(db, client, viewer, id))
    const [source, target] = [locked.get(from)!, locked.get(into)!]
    if (source.deleted_at !== null || target.deleted_at !== null) return false
    await runIn(
      db,
      client,
      sql`update forum_posts p set topic_id = ${into}, number = ${target.last_number}::int + m.number, head = ''
        from (select id, row_number() over (order by number)::int as number from forum_posts where topic_id = ${from}) m
        where p.id = m.id`,
    )
    await runIn(
      db,
      client,
      sql`update forum_topics set deleted_at = ${at}, deleted_by = ${viewer.userId}, merged_into = ${into}, post_count = 0,
          version = version + 1 where id = ${from}`,
    )
    await runIn(db, client, sql`update forum_topics set merged_into = ${into} where merged_into = ${from}`)
    await recount(db, client, into)
    await countMove(db, client, {
      from: source.category_id,
      to: target.category_id,
      gone: 1,
      come: 0,
      posts: source.post_count,
    })
    return true
  })

/** Counts the posts and likes of a topic again, and finds its last post; returns the number of posts. */
async function recount(db: Db, client: pg.PoolClient, id: string): Promise<number> {
  const [topic] = await runIn(
    db,
    client,
    sql<{ post_count: number }>`
      update forum_topics t set post_count = n.posts, like_count = n.likes, last_number = greatest(t.last_number, n.last),
        last_post_at = coalesce(l.created_at, t.last_post_at), last_poster_id = coalesce(l.author_id, t.last_poster_id),
        version = version + 1
      from (select count(*) filter (where deleted_at is null)::int as posts,
          coalesce(sum(like_count) filter (where deleted_at is null), 0)::int as likes, coalesce(max(number), 0) as last
          from forum_posts where topic_id = ${id}) n
        left join lateral (select created_at, author_id from forum_posts where topic_id = ${id} and deleted_at is null
          order by topic_id desc, number desc limit 1) l on true
      where t.id = ${id} returning t.post_count`,
  )
  return topic!.post_count
}
