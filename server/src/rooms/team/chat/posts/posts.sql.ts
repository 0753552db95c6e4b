import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, isOwnError, query } from '../../../../platform/needs/query.ts'
import { CHANNEL, type ChannelRow } from '../channels/channels.sql.ts'

/** Post as it is stored; times are epoch ms, strictly increasing within a channel. */
export type PostRow = {
  id: string
  channel_id: string
  user_id: string
  root_id: string
  message: string
  type: string
  props: Record<string, unknown>
  priority: '' | 'important' | 'urgent'
  requested_ack: boolean
  file_ids: string[]
  mentions: string[]
  pending_post_id: string
  create_at: number
  update_at: number
  edit_at: number
  delete_at: number
  is_pinned: boolean
  reply_count: number
  last_reply_at: number
  participants: string[]
}
const POST = `p.id, p.channel_id, p.user_id, p.root_id, p.message, p.type, p.props, p.priority, p.requested_ack, p.file_ids,
  p.mentions, p.pending_post_id, p.create_at::float8 as create_at, p.update_at::float8 as update_at,
  p.edit_at::float8 as edit_at, p.delete_at::float8 as delete_at, p.is_pinned, p.reply_count,
  p.last_reply_at::float8 as last_reply_at, p.participants`
const COLUMNS = sql.raw(POST)

export async function postById(db: Db, id: string): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`select ${COLUMNS} from chat_posts p where id = ${id}`.execute(query(db))
  return rows[0]
}
export async function postsById(db: Db, ids: readonly string[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${COLUMNS} from chat_posts p where id = any(${ids}::text[]) and delete_at = 0`.execute(query(db))
  return rows
}

/** Part of a channel: a page, the posts next to one, or what changed since. */
export type PostsWanted =
  | { offset: number; limit: number }
  | { before: number; limit: number }
  | { after: number; limit: number }
  | { since: number; limit: number }

/** Returns posts of a channel, newest first; deleted ones only with `since`, where they are news. */
export async function postsOf(db: Db, channelId: string, wanted: PostsWanted): Promise<PostRow[]> {
  // Ordered by the columns of the table: those of the answer are other numbers, which no index holds.
  const rowsOf = async (where: RawBuilder<unknown>, order: RawBuilder<unknown>, offset = 0) =>
    (
      await sql<PostRow>`select ${COLUMNS} from chat_posts p where channel_id = ${channelId} and ${where}
        order by ${order} limit ${wanted.limit} offset ${offset}`.execute(query(db))
    ).rows
  if ('before' in wanted)
    return rowsOf(sql`create_at < ${wanted.before} and delete_at = 0`, sql`p.create_at desc`)
  if ('after' in wanted)
    return (await rowsOf(sql`create_at > ${wanted.after} and delete_at = 0`, sql`p.create_at`)).toReversed()
  if ('since' in wanted) {
    const changed = await rowsOf(sql`update_at > ${wanted.since}`, sql`p.update_at desc`)
    return changed.toSorted((one, other) => other.create_at - one.create_at)
  }
  return rowsOf(sql`delete_at = 0`, sql`p.create_at desc`, wanted.offset)
}

/** Returns the ids of the posts before and after a time in a channel; '' where there is none. */
export async function neighboursOf(db: Db, channelId: string, oldest: number, newest: number) {
  const { rows } = await sql<{ previous: string | null; next: string | null }>`
    select (select id from chat_posts where channel_id = ${channelId} and create_at < ${oldest} and delete_at = 0
        order by create_at desc limit 1) as previous,
      (select id from chat_posts where channel_id = ${channelId} and create_at > ${newest} and delete_at = 0
        order by create_at limit 1) as next`.execute(query(db))
  return { previous: rows[0]?.previous ?? '', next: rows[0]?.next ?? '' }
}

export type NewPostRow = Pick<
  PostRow,
  | 'id'
  | 'channel_id'
  | 'user_id'
  | 'root_id'
  | 'message'
  | 'type'
  | 'props'
  | 'priority'
  | 'requested_ack'
  | 'file_ids'
  | 'pending_post_id'
> & { file_names: string }
/** Users whose counts a post changes; `everybody` counts it as a mention for all other members. */
export type Mentioned = { userIds: readonly string[]; everybody: boolean }
export type StoredPost = {
  post: PostRow
  channel: ChannelRow
  root: PostRow | null
  isNew: boolean
  mentioned: string[]
}

/**
 * Stores posts of one channel with all that follows from them: counts of the channel and of its members, threads. Returns
 * for each, in their order, what is stored: null when the channel is archived, the earlier post when a pending id comes
 * again, the error of one that could not be stored. One transaction holds all; after an error of one, each has its own.
 */
export async function storePosts(
  db: Db,
  wanted: readonly { post: NewPostRow; mentioned: Mentioned }[],
  now: number,
): Promise<(StoredPost | null | Error)[]> {
  try {
    return await inTransaction(db, async (client) => {
      const stored: (StoredPost | null)[] = []
      for (const { post, mentioned } of wanted) stored.push(await storeIn(client, post, mentioned, now))
      return stored
    })
  } catch (thrown) {
    const { constraint } = thrown as { constraint?: string }
    const [only, ...others] = wanted
    if (others.length > 0 && isOwnError(thrown)) {
      const alone: (StoredPost | null | Error)[] = []
      for (const one of wanted) alone.push(...(await storePosts(db, [one], now)))
      return alone
    }
    // The same post came twice at once: the other one is stored by now.
    if (constraint === 'chat_posts_pending')
      return [await inTransaction(db, (client) => earlierPost(client, only!.post))]
    return wanted.map(() => (thrown instanceof Error ? thrown : new Error(String(thrown))))
  }
}

async function earlierPost(
  client: pg.PoolClient,
  { user_id, pending_post_id }: NewPostRow,
): Promise<StoredPost | null> {
  if (pending_post_id === '') return null
  const { rows } = await client.query<PostRow>(
    `select ${POST} from chat_posts p where user_id = $1 and pending_post_id = $2`,
    [user_id, pending_post_id],
  )
  const [post] = rows
  if (post === undefined) return null
  const { rows: channels } = await client.query<ChannelRow>(
    `select ${CHANNEL} from chat_channels c where id = $1`,
    [post.channel_id],
  )
  return { post, channel: channels[0]!, root: null, isNew: false, mentioned: post.mentions }
}

async function storeIn(
  client: pg.PoolClient,
  post: NewPostRow,
  mentioned: Mentioned,
  now: number,
): Promise<StoredPost | null> {
  const counts = post.type.startsWith('system_') ? 0 : 1
  const roots = post.root_id === '' ? counts : 0
  // Locks the channel: posts of one channel have one order, and each a time of its own.
  const { rows: channels } = await client.query<ChannelRow>(
    `update chat_channels c set last_post_at = greatest(last_post_at + 1, $2),
       last_root_post_at = case when $4 > 0 then greatest(last_post_at + 1, $2) else last_root_post_at end,
       total_msg_count = total_msg_count + $3, total_msg_count_root = total_msg_count_root + $4
     where id = $1 and delete_at = 0
       and ($6 = '' or not exists (select 1 from chat_posts where user_id = $5 and pending_post_id = $6))
     returning ${CHANNEL}`,
    [post.channel_id, now, counts, roots, post.user_id, post.pending_post_id],
  )
  const [channel] = channels
  if (channel === undefined) return earlierPost(client, post)
  const stored = await insertPost(client, post, mentioned, channel)
  if (counts > 0) await countMentions(client, post, mentioned, channel, roots)
  const root = post.root_id === '' ? null : await countReply(client, post, mentioned, channel.last_post_at)
  const isDirect = channel.type === 'D' || channel.type === 'G'
  return { post: stored, channel, root, isNew: true, mentioned: isDirect ? [] : [...mentioned.userIds] }
}

/** Inserts a post at the last time of its channel; its author has read the channel up to it. */
async function insertPost(
  client: pg.PoolClient,
  post: NewPostRow,
  { userIds }: Mentioned,
  channel: ChannelRow,
): Promise<PostRow> {
  const { rows } = await client.query<PostRow>(
    `with read_by_author as (
       update chat_members set last_viewed_at = $13, delivered_at = $13, msg_count = $15, msg_count_root = $16,
         mention_count = 0, mention_count_root = 0, urgent_mention_count = 0, last_update_at = $13
       where channel_id = $2 and user_id = $3 and left($6, 7) <> 'system_')
     insert into chat_posts as p (id, channel_id, user_id, root_id, message, type, props, priority, requested_ack, file_ids,
       mentions, pending_post_id, create_at, update_at, file_names)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14) returning ${POST}`,
    [
      post.id,
      post.channel_id,
      post.user_id,
      post.root_id,
      post.message,
      post.type,
      post.props,
      post.priority,
      post.requested_ack,
      post.file_ids,
      userIds,
      post.pending_post_id,
      channel.last_post_at,
      post.file_names,
      channel.total_msg_count,
      channel.total_msg_count_root,
    ],
  )
  return rows[0]!
}

/** Counts a mention more for those whom a post mentions. */
async function countMentions(
  client: pg.PoolClient,
  { channel_id, user_id, priority }: NewPostRow,
  { userIds, everybody }: Mentioned,
  channel: ChannelRow,
  roots: number,
) {
  if (!everybody && userIds.length === 0) return
  await client.query(
    `update chat_members set mention_count = mention_count + 1, mention_count_root = mention_count_root + $3,
       urgent_mention_count = urgent_mention_count + $4, last_update_at = $5
     where channel_id = $1 and user_id <> $2 ${everybody ? '' : 'and user_id = any($6)'}`,
    [
      channel_id,
      user_id,
      roots,
      priority === 'urgent' ? 1 : 0,
      channel.last_post_at,
      ...(everybody ? [] : [userIds]),
    ],
  )
}

/** Counts a reply at the root of its thread; its author and those it mentions follow the thread from now on. */
async function countReply(
  client: pg.PoolClient,
  { root_id, user_id, channel_id }: NewPostRow,
  { userIds, everybody }: Mentioned,
  at: number,
) {
  const { rows } = await client.query<PostRow>(
    `update chat_posts p set reply_count = reply_count + 1, last_reply_at = $2, update_at = $2,
       participants = case when $3 = any(participants) then participants
         when reply_count = 0 and user_id <> $3 then array[user_id, $3] else participants || $3 end
     where id = $1 returning ${POST}`,
    [root_id, at, user_id],
  )
  const root = rows[0]
  if (root === undefined) return null
  await client.query(
    `insert into chat_threads (root_id, user_id, last_viewed_at, last_update_at) values ($1, $2, $3, $3)
     on conflict (root_id, user_id) do update set following = true, last_viewed_at = $3, unread_mentions = 0, last_update_at = $3`,
    [root_id, user_id, at],
  )
  const others = [...new Set([...(everybody ? [] : userIds), root.user_id])].filter((one) => one !== user_id)
  await client.query(
    `insert into chat_threads (root_id, user_id, last_viewed_at, last_update_at)
     select $1, m.user_id, 0, $3 from chat_members m where m.channel_id = $4 and m.user_id = any($2)
     on conflict do nothing`,
    [root_id, others, at, channel_id],
  )
  await client.query(
    `update chat_threads set last_update_at = $3,
       unread_mentions = unread_mentions + (case when $4 or user_id = any($5) then 1 else 0 end)
     where root_id = $1 and user_id <> $2`,
    [root_id, user_id, at, everybody, userIds],
  )
  return root
}

/**
 * Changes the text, props, files or pin of a post, and stores the earlier text. Returns undefined for a deleted post.
 */
export const changePost = (
  db: Db,
  id: string,
  change: { message?: string; props?: Record<string, unknown>; file_ids?: string[]; is_pinned?: boolean },
  now: number,
): Promise<PostRow | undefined> =>
  inTransaction(db, async (client) => {
    const isEdit = change.message !== undefined || change.file_ids !== undefined
    if (change.message !== undefined)
      await client.query(
        `insert into chat_post_edits (post_id, until, message) select id, $2, message from chat_posts
         where id = $1 and message <> $3 and delete_at = 0 on conflict do nothing`,
        [id, now, change.message],
      )
    const { rows } = await client.query<PostRow>(
      `update chat_posts p set message = coalesce($2, message), props = coalesce($3, props), file_ids = coalesce($4, file_ids),
         is_pinned = coalesce($5, is_pinned), update_at = greatest(update_at + 1, $6),
         edit_at = case when $7 then greatest(update_at + 1, $6) else edit_at end
       where id = $1 and delete_at = 0 returning ${POST}`,
      [
        id,
        change.message ?? null,
        change.props ?? null,
        change.file_ids ?? null,
        change.is_pinned ?? null,
        now,
        isEdit,
      ],
    )
    return rows[0]
  })

export type DeletedPost = { post: PostRow; replies: PostRow[]; root: PostRow | null; unmentioned: string[] }
/** Marks a post and its replies as deleted, and takes unread mentions of it back. Returns null when it was deleted before. */
export const deletePost = (db: Db, id: string, by: string, now: number): Promise<DeletedPost | null> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<PostRow>(
      `update chat_posts p set delete_at = $2, update_at = greatest(update_at + 1, $2), deleted_by = $3, is_pinned = false
       where (id = $1 or root_id = $1) and delete_at = 0 returning ${POST}`,
      [id, now, by],
    )
    const post = rows.find((one) => one.id === id)
    if (post === undefined) return null
    const replies = rows.filter((one) => one.id !== id)
    let unmentioned: string[] = []
    for (const one of rows) unmentioned = [...unmentioned, ...(await takeMentionsBack(client, one))]
    const root = post.root_id === '' ? null : await uncountReply(client, post)
    return { post, replies, root, unmentioned: [...new Set(unmentioned)] }
  })

/** Members who had not read a deleted post have one mention less, never below none. */
async function takeMentionsBack(client: pg.PoolClient, post: PostRow): Promise<string[]> {
  const { rows } = await client.query<{ user_id: string }>(
    `update chat_members m set mention_count = greatest(0, mention_count - 1),
       mention_count_root = case when $4 then greatest(0, mention_count_root - 1) else mention_count_root end
     from chat_channels c where c.id = m.channel_id and m.channel_id = $1 and m.user_id <> $2 and m.last_viewed_at < $3
       and m.mention_count > 0 and (c.type in ('D', 'G') or m.user_id = any($5)) returning m.user_id`,
    [post.channel_id, post.user_id, post.create_at, post.root_id === '', post.mentions],
  )
  return rows.map(({ user_id }) => user_id)
}

async function uncountReply(client: pg.PoolClient, { root_id, update_at }: PostRow): Promise<PostRow | null> {
  const { rows } = await client.query<PostRow>(
    `update chat_posts p set update_at = greatest(update_at + 1, $2),
       reply_count = (select count(*) from chat_posts r where r.root_id = $1 and r.delete_at = 0),
       last_reply_at = coalesce((select max(create_at) from chat_posts r where r.root_id = $1 and r.delete_at = 0), 0)
     where id = $1 returning ${POST}`,
    [root_id, update_at],
  )
  return rows[0] ?? null
}

/** Returns the pinned posts of a channel, newest first. */
export async function pinnedOf(db: Db, channelId: string, limit: number): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${COLUMNS} from chat_posts p where channel_id = ${channelId} and is_pinned and delete_at = 0
    order by create_at desc limit ${limit}`.execute(query(db))
  return rows
}

/** Returns earlier texts of a post, newest first, with the time until which each stood. */
export async function editsOf(db: Db, postId: string): Promise<{ until: number; message: string }[]> {
  const { rows } = await sql<{ until: number; message: string }>`
    select until::float8 as until, message from chat_post_edits where post_id = ${postId}
    order by until desc limit 100`.execute(query(db))
  return rows
}
export { COLUMNS as POST_COLUMNS }
