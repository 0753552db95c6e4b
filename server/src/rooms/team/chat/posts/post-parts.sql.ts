import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { Acknowledgement, Reaction } from '../presented.ts'

const REACTION = sql`post_id, user_id, emoji_name, create_at::float8 as create_at`
const ACK = sql`post_id, user_id, acknowledged_at::float8 as acknowledged_at`

export async function reactionsOf(db: Db, postIds: readonly string[]): Promise<Reaction[]> {
  const { rows } = await sql<Reaction>`select ${REACTION} from chat_reactions
    where post_id = any(${postIds}::text[]) order by create_at, user_id limit 20000`.execute(query(db))
  return rows
}
/** Adds a reaction; returns it and whether it is new. A post takes at most `most` kinds. */
export async function addReaction(
  db: Db,
  { post_id, user_id, emoji_name, create_at }: Reaction,
  most: number,
): Promise<{ reaction: Reaction; isNew: boolean } | null> {
  const { rows } = await sql<Reaction>`
    insert into chat_reactions (post_id, user_id, emoji_name, create_at)
    select ${post_id}, ${user_id}, ${emoji_name}, ${create_at} where exists (
      select 1 from chat_reactions where post_id = ${post_id} and emoji_name = ${emoji_name}
    ) or (select count(distinct emoji_name) from chat_reactions where post_id = ${post_id}) < ${most}
    on conflict do nothing returning ${REACTION}`.execute(query(db))
  if (rows[0] !== undefined) return { reaction: rows[0], isNew: true }
  const before = await sql<Reaction>`select ${REACTION} from chat_reactions where post_id = ${post_id}
    and user_id = ${user_id} and emoji_name = ${emoji_name}`.execute(query(db))
  return before.rows[0] === undefined ? null : { reaction: before.rows[0], isNew: false }
}
export async function removeReaction(
  db: Db,
  postId: string,
  userId: string,
  emoji: string,
): Promise<Reaction | null> {
  const { rows } =
    await sql<Reaction>`delete from chat_reactions where post_id = ${postId} and user_id = ${userId}
    and emoji_name = ${emoji} returning ${REACTION}`.execute(query(db))
  return rows[0] ?? null
}
/** Notes a change of what hangs on a post, so that clients that were away read it again. */
export async function touchPost(db: Db, postId: string, now: number): Promise<void> {
  await sql`update chat_posts set update_at = greatest(update_at + 1, ${now}) where id = ${postId}`.execute(
    query(db),
  )
}

export async function acksOf(db: Db, postIds: readonly string[]): Promise<Acknowledgement[]> {
  const { rows } =
    await sql<Acknowledgement>`select ${ACK} from chat_acks where post_id = any(${postIds}::text[])
    order by acknowledged_at, user_id limit 20000`.execute(query(db))
  return rows
}
export async function addAck(
  db: Db,
  postId: string,
  userId: string,
  now: number,
): Promise<{ ack: Acknowledgement; isNew: boolean }> {
  const { rows } = await sql<Acknowledgement>`insert into chat_acks (post_id, user_id, acknowledged_at)
    values (${postId}, ${userId}, ${now}) on conflict do nothing returning ${ACK}`.execute(query(db))
  if (rows[0] !== undefined) return { ack: rows[0], isNew: true }
  const [before] = (await acksOf(db, [postId])).filter(({ user_id }) => user_id === userId)
  return { ack: before!, isNew: false }
}
export async function removeAck(db: Db, postId: string, userId: string): Promise<Acknowledgement | null> {
  const { rows } =
    await sql<Acknowledgement>`delete from chat_acks where post_id = ${postId} and user_id = ${userId}
    returning ${ACK}`.execute(query(db))
  return rows[0] ?? null
}

/** Members of a post's channel with how far each received and read it; times are epoch ms. */
export async function receiptsOf(
  db: Db,
  post: { id: string; channel_id: string; user_id: string },
  limit: number,
) {
  const { rows } = await sql<{
    user_id: string
    delivered_at: number
    last_viewed_at: number
    acknowledged_at: number | null
  }>`
    select m.user_id, m.delivered_at::float8 as delivered_at, m.last_viewed_at::float8 as last_viewed_at,
      a.acknowledged_at::float8 as acknowledged_at
    from chat_members m left join chat_acks a on a.post_id = ${post.id} and a.user_id = m.user_id
    where m.channel_id = ${post.channel_id} and m.user_id <> ${post.user_id}
    order by m.user_id limit ${limit}`.execute(query(db))
  return rows
}
