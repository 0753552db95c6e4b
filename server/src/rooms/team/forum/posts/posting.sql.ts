import type { ForumLink } from '@samudra/contract/forum'
import { sql } from 'kysely'
import type pg from 'pg'
import { hangIn } from '../../../../platform/kernel/files/files.sql.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { noCategory, noPost, noTopic } from '../forum-access.ts'
import { noteDue, type DueUsers } from '../reading/due-notifications.sql.ts'
import { moderatesCategory, postsInCategory, runIn, seesCategory, type Viewer } from '../sees.sql.ts'

/** Kind of the files of the forum. */
export const FILE_KIND = 'forum'
/** Advisory lock of a user's posts, which come one after the other. */
const POSTING_LOCK = 7_301_131
const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

export type Author = Viewer & { username: string }
export type NewPost = {
  id: string
  body: string
  fileIds: readonly string[]
  fileNames: string
  mentions: readonly string[]
  links: readonly ForumLink[]
  quotes: readonly string[]
  parentId: string | null
  /** Users whom it notifies. */
  due: DueUsers
  clientKey: string
  draftKey: string
  at: Date
}
export type NewTopic = {
  id: string
  categoryId: string
  title: string
  slug: string
  tags: readonly string[]
  links: readonly ForumLink[]
}
export type PostLimits = { perMinute: number; topicsPerDay: number }
/** Post that was stored now, or before under the same key. */
export type StoredPost = { cid: string; topicId: string; isNew: boolean }

const LOCKED = 'This topic is locked. Only moderators may post in it.'
const NO_RIGHT = 'You may read this category, but not post in it.'

/** Rights of an author in a category. */
type Rights = { posts: boolean; moderates: boolean }
const rightsOf = (author: Author) =>
  sql`${postsInCategory(author)} as posts, ${moderatesCategory(author)} as moderates`
function checkMayPost({ posts }: Rights) {
  if (!posts) throw new OperationError('FORBIDDEN', NO_RIGHT)
}

/** Stores a post with its files in one transaction. Throws NOT_FOUND, FORBIDDEN, RATE_LIMIT, VALIDATION. */
export const storePost = (
  db: Db,
  author: Author,
  topicId: string,
  post: NewPost,
  limits: PostLimits,
): Promise<StoredPost> =>
  inTransaction(db, async (client) => {
    const before = await beginPosting(db, client, author, post)
    if (before !== undefined) return before
    const [topic] = await runIn(
      db,
      client,
      sql<Rights & { category_id: string; last_number: number; is_locked: boolean }>`
        select t.category_id, t.last_number, t.is_locked, ${rightsOf(author)}
        from forum_topics t join forum_categories c on c.id = t.category_id
        where t.id = ${topicId} and t.deleted_at is null and ${seesCategory(author)} for update of t`,
    )
    if (topic === undefined) throw noTopic()
    checkMayPost(topic)
    if (topic.is_locked && !topic.moderates) throw new OperationError('FORBIDDEN', LOCKED)
    await checkPace(db, client, author, post.at, limits)
    const number = topic.last_number + 1
    await insertPost(db, client, author, { topicId, number, head: '', post })
    await runIn(
      db,
      client,
      sql`update forum_topics set last_number = ${number}, post_count = post_count + 1, last_post_at = ${post.at},
          last_poster_id = ${author.userId} where id = ${topicId}`,
    )
    if (post.parentId !== null) await countReply(db, client, post.parentId, topicId)
    await countInCategory(db, client, topic.category_id, { topics: 0, posts: 1 })
    return { cid: post.id, topicId, isNew: true }
  })

/** Stores a topic with its first post. Throws NOT_FOUND, FORBIDDEN, RATE_LIMIT, VALIDATION. */
export const storeTopic = (
  db: Db,
  author: Author,
  topic: NewTopic,
  post: NewPost,
  limits: PostLimits,
): Promise<StoredPost> =>
  inTransaction(db, async (client) => {
    const before = await beginPosting(db, client, author, post)
    if (before !== undefined) return before
    const [category] = await runIn(
      db,
      client,
      sql<Rights>`
        select ${rightsOf(author)} from forum_categories c
        where c.id = ${topic.categoryId} and ${seesCategory(author)}`,
    )
    if (category === undefined) throw noCategory()
    checkMayPost(category)
    await checkPace(db, client, author, post.at, limits)
    if (!category.moderates) await checkTopics(db, client, author, post.at, limits)
    await runIn(
      db,
      client,
      sql`insert into forum_topics (id, category_id, title, slug, author_id, created_at, last_post_at, last_poster_id,
          post_count, last_number, tags, links)
        values (${topic.id}, ${topic.categoryId}, ${topic.title}, ${topic.slug}, ${author.userId}, ${post.at}, ${post.at},
          ${author.userId}, 1, 1, ${[...topic.tags]}::text[], ${JSON.stringify(topic.links)}::jsonb)`,
    )
    await insertPost(db, client, author, { topicId: topic.id, number: 1, head: headOf(topic), post })
    await countInCategory(db, client, topic.categoryId, { topics: 1, posts: 1 })
    return { cid: post.id, topicId: topic.id, isNew: true }
  })

/** Returns the words by which a topic is found besides those of its posts. */
export const headOf = ({ title, tags }: Pick<NewTopic, 'title' | 'tags'>): string =>
  [title, ...tags].join(' ')

/** Locks the posts of a user; returns the one that was stored under the same key. Throws FORBIDDEN for a muted user. */
async function beginPosting(
  db: Db,
  client: pg.PoolClient,
  { userId }: Author,
  { clientKey, at }: NewPost,
): Promise<StoredPost | undefined> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [POSTING_LOCK, userId])
  if (clientKey !== '') {
    const [stored] = await runIn(
      db,
      client,
      sql<{
        id: string
        topic_id: string
      }>`select id, topic_id from forum_posts where author_id = ${userId} and client_key = ${clientKey}`,
    )
    if (stored !== undefined) return { cid: stored.id, topicId: stored.topic_id, isNew: false }
  }
  const [muted] = await runIn(
    db,
    client,
    sql<{
      until: Date
    }>`select muted_until as until from forum_people where user_id = ${userId} and muted_until > ${at}`,
  )
  if (muted !== undefined)
    throw new OperationError(
      'FORBIDDEN',
      `You may not post in the forum until ${muted.until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    )
  return undefined
}

async function checkPace(
  db: Db,
  client: pg.PoolClient,
  { userId }: Author,
  at: Date,
  { perMinute }: PostLimits,
) {
  const [latest] = await runIn(
    db,
    client,
    sql<{ n: number }>`select count(*)::int as n from (select 1 from forum_posts where author_id = ${userId}
      and created_at > ${new Date(at.getTime() - MINUTE_MS)} limit ${perMinute}) p`,
  )
  if (latest!.n >= perMinute)
    throw new OperationError('RATE_LIMIT', `You posted ${perMinute} times in a minute. Wait a minute.`)
}
async function checkTopics(
  db: Db,
  client: pg.PoolClient,
  { userId }: Author,
  at: Date,
  { topicsPerDay }: PostLimits,
) {
  const [today] = await runIn(
    db,
    client,
    sql<{ n: number }>`select count(*)::int as n from (select 1 from forum_topics where author_id = ${userId}
      and created_at > ${new Date(at.getTime() - DAY_MS)} limit ${topicsPerDay}) t`,
  )
  if (today!.n >= topicsPerDay)
    throw new OperationError(
      'RATE_LIMIT',
      `You created ${topicsPerDay} topics in 24 hours. Reply in one of them, or wait.`,
    )
}

type Placed = { topicId: string; number: number; head: string; post: NewPost }
/** Inserts a post with its files; its author follows the topic, and has read it up to the post unless others are unread. */
async function insertPost(
  db: Db,
  client: pg.PoolClient,
  { userId, username }: Author,
  { topicId, number, head, post }: Placed,
) {
  await runIn(
    db,
    client,
    sql`insert into forum_posts (id, topic_id, number, parent_id, author_id, body, head, file_ids, file_names, mentions,
        links, quotes, created_at, client_key)
      values (${post.id}, ${topicId}, ${number}, ${post.parentId}, ${userId}, ${post.body}, ${head},
        ${[...post.fileIds]}::text[], ${post.fileNames}, ${[...post.mentions]}::text[], ${JSON.stringify(post.links)}::jsonb,
        ${[...post.quotes]}::text[], ${post.at}, ${post.clientKey})`,
  )
  await attachFiles(client, post.fileIds, { ofId: post.id, by: userId })
  await noteDue(db, client, post.id, post.due, post.at)
  await runIn(
    db,
    client,
    sql`insert into forum_reads as r (user_id, topic_id, read_number, level, visited_at)
      values (${userId}, ${topicId}, ${number}, 2, ${post.at})
      on conflict (user_id, topic_id) do update set level = coalesce(r.level, 2), visited_at = ${post.at},
        read_number = case when r.read_number >= ${number - 1} then ${number} else r.read_number end`,
  )
  await runIn(
    db,
    client,
    sql`insert into forum_people (user_id, username) values (${userId}, ${username})
      on conflict (user_id) do update set username = excluded.username`,
  )
  if (post.draftKey !== '')
    await runIn(
      db,
      client,
      sql`delete from forum_drafts where user_id = ${userId} and key = ${post.draftKey}`,
    )
}

/** Attaches uploaded files of a user to a post. Throws VALIDATION where one is not there. */
export async function attachFiles(
  client: Pick<pg.PoolClient, 'query'>,
  ids: readonly string[],
  to: { ofId: string; by: string },
): Promise<void> {
  if (ids.length > 0 && !(await hangIn(client, FILE_KIND, ids, to)))
    throw new OperationError(
      'VALIDATION',
      'A file does not exist any more, or belongs to another post. Upload it again.',
      { fields: [{ field: 'file_ids', why: 'names a file that does not exist' }] },
    )
}

async function countReply(db: Db, client: pg.PoolClient, parentId: string, topicId: string) {
  const counted = await runIn(
    db,
    client,
    sql`update forum_posts set reply_count = reply_count + 1
      where id = ${parentId} and topic_id = ${topicId} and deleted_at is null returning id`,
  )
  if (counted.length === 0) throw noPost()
}

/** Adds to the counts of a category, whose row is locked last. Throws NOT_FOUND where it was deleted meanwhile. */
export async function countInCategory(
  db: Db,
  client: Pick<pg.PoolClient, 'query'>,
  id: string,
  { topics, posts }: { topics: number; posts: number },
): Promise<void> {
  const counted = await runIn(
    db,
    client,
    sql`update forum_categories set topic_count = topic_count + ${topics}, post_count = post_count + ${posts}
      where id = ${id} and deleted_at is null returning id`,
  )
  if (counted.length === 0) throw noCategory()
}

/** Counts posts that moved between categories, and the topics that went and came; rows are locked in one order. */
export async function countMove(
  db: Db,
  client: Pick<pg.PoolClient, 'query'>,
  { from, to, ...counts }: { from: string; to: string; gone: number; come: number; posts: number },
): Promise<void> {
  const { gone, come, posts } = counts
  if (from === to) return countInCategory(db, client, to, { topics: come - gone, posts: 0 })
  const both = [
    { id: from, by: { topics: -gone, posts: -posts } },
    { id: to, by: { topics: come, posts } },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, by } of both) await countInCategory(db, client, id, by)
}
