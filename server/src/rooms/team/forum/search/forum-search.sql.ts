import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import type { PostCursor } from '../posts/post-rows.sql.ts'
import { nameOf, rowsOf, seesCategory, type Viewer } from '../sees.sql.ts'
import type { ForumSearchState, ForumSearchTerms } from './forum-search-terms.ts'

export type FoundPostRow = {
  id: string
  topic_id: string
  topic_title: string
  topic_slug: string
  category_id: string
  number: number
  author_id: string
  author_name: string
  created_at: Date
  body: string
  is_locked: boolean
  is_answered: boolean
}
export type ForumSearch = {
  terms: ForumSearchTerms
  categoryId: string | null
  topicId: string | null
  after: PostCursor | null
  limit: number
}

/** Latest posts looked through for beginnings of words. Where they have too few, the index has few in all. */
const LOOKED_THROUGH = 5000
/** Letters before a * from which a word matches by its beginning. */
const LEAST_BEGINNING = 3

function wordQuery(word: string): RawBuilder<unknown> {
  const plain = word.replaceAll(/['\\*&|!():<>]/g, ' ').trim()
  return word.endsWith('*') && plain.length >= LEAST_BEGINNING
    ? sql`to_tsquery('simple', ${`'${plain}':*`})`
    : sql`plainto_tsquery('simple', ${word})`
}

const stateOf = (state: ForumSearchState, { userId }: Viewer): RawBuilder<unknown> => {
  switch (state) {
    case 'open':
      return sql`not t.is_locked`
    case 'locked':
      return sql`t.is_locked`
    case 'answered':
      return sql`t.answer_post_id is not null`
    case 'unread':
      return sql`p.number > (select r.read_number from forum_reads r where r.user_id = ${userId} and r.topic_id = t.id)`
    case 'liked':
      return sql`exists (select 1 from forum_likes k where k.post_id = p.id and k.user_id = ${userId})`
    case 'mine':
      return sql`p.author_id = ${userId}`
  }
}

/** Returns posts that a user sees and that match, the latest first. Words match whole, or by their beginning with *. */
export async function searchPosts(db: Db, viewer: Viewer, search: ForumSearch): Promise<FoundPostRow[]> {
  const { terms, categoryId, topicId, after, limit } = search
  const wanted = [
    ...terms.words.map(wordQuery),
    ...terms.phrases.map((phrase) => sql`phraseto_tsquery('simple', ${phrase})`),
  ]
  const conditions = [
    sql`p.deleted_at is null and t.deleted_at is null and ${seesCategory(viewer)}`,
    ...(wanted.length === 0 ? [] : [sql`p.words @@ (${sql.join(wanted, sql` && `)})`]),
    ...terms.without.map((word) => sql`not p.words @@ ${wordQuery(word)}`),
    ...(terms.categories.length === 0
      ? []
      : [
          sql`(lower(c.slug) = any(${terms.categories}::text[]) or lower(c.name) = any(${terms.categories}::text[]))`,
        ]),
    ...(terms.from.length === 0
      ? []
      : [
          sql`p.author_id in (select id from users where lower(username) = any(${terms.from}::text[])
            union select user_id from forum_people where lower(username) = any(${terms.from}::text[]))`,
        ]),
    ...(terms.tags.length === 0 ? [] : [sql`t.tags @> ${terms.tags}::text[]`]),
    ...terms.is.map((state) => stateOf(state, viewer)),
    ...(terms.before === null ? [] : [sql`p.created_at < ${terms.before}`]),
    ...(terms.after === null ? [] : [sql`p.created_at >= ${terms.after}`]),
    ...(terms.hasFile ? [sql`cardinality(p.file_ids) > 0`] : []),
    ...(categoryId === null ? [] : [sql`c.id = ${categoryId}`]),
    ...(topicId === null ? [] : [sql`t.id = ${topicId}`]),
    ...(after === null ? [] : [sql`(p.created_at, p.id) < (${after.at}, ${after.id})`]),
  ]
  const found = (posts: RawBuilder<unknown>) =>
    rowsOf(
      db,
      sql<FoundPostRow>`
        select p.id, p.topic_id, t.title as topic_title, t.slug as topic_slug, t.category_id, p.number, p.author_id,
          ${nameOf(sql`p.author_id`)} as author_name, p.created_at, p.body, t.is_locked,
          t.answer_post_id is not null as is_answered
        from ${posts} p join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id
        where ${sql.join(conditions, sql` and `)} order by p.created_at desc, p.id desc limit ${limit}`,
    )
  if (!terms.words.some((word) => word.endsWith('*'))) return found(sql`forum_posts`)
  // The statistics know nothing of beginnings: of frequent ones the latest posts have enough, and of others the index is short.
  const latest = await found(sql`(select * from forum_posts where deleted_at is null
    ${after === null ? sql`` : sql`and (created_at, id) < (${after.at}, ${after.id})`}
    order by created_at desc, id desc limit ${LOOKED_THROUGH})`)
  if (latest.length === limit) return latest
  return found(
    sql`(with matching as materialized (select * from forum_posts p where p.words @@ (${sql.join(wanted, sql` && `)}))
      select * from matching)`,
  )
}

const MOST_SIMILAR = 5
/** Returns ids of visible topics whose title resembles a text, the nearest first. */
export async function similarTopics(db: Db, viewer: Viewer, title: string): Promise<string[]> {
  const plain = title.trim().toLowerCase()
  if (plain.length < LEAST_BEGINNING) return []
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
      select t.id from forum_topics t join forum_categories c on c.id = t.category_id
      where lower(t.title) % ${plain} and t.deleted_at is null and ${seesCategory(viewer)}
      order by similarity(lower(t.title), ${plain}) desc, t.id desc limit ${MOST_SIMILAR}`,
  )
  return rows.map(({ id }) => id)
}
