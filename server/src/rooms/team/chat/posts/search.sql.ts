import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { POST_COLUMNS, type PostRow } from './posts.sql.ts'
import type { SearchTerms } from './search-terms.ts'

export type PostSearch = Omit<SearchTerms, 'from'> & {
  /** Chat ids of authors; null for any. */
  from: readonly string[] | null
  /** True when one of the words is enough. */
  isAny: boolean
  limit: number
  offset: number
}

/** Words of a post, as the index has them. */
const WORDS = sql`to_tsvector('simple', p.message || ' ' || translate(p.file_names, '._-', '   '))`

/** Returns posts in channels of a user that match, newest first. Words match by their beginning with *, else whole. */
export async function searchPosts(db: Db, userId: string, search: PostSearch): Promise<PostRow[]> {
  const { words, phrases, without, channels, from, before, after, hasFile, hasLink, isAny, limit, offset } =
    search
  const isEmpty = words.length + phrases.length + without.length + channels.length === 0
  if (isEmpty && from === null && before === null && after === null && !hasFile && !hasLink) return []
  const parts = [
    ...words.map((word) =>
      word.endsWith('*')
        ? sql`to_tsquery('simple', ${`'${word.replaceAll(/['\\*]/g, ' ').trim()}':*`})`
        : sql`plainto_tsquery('simple', ${word})`,
    ),
    ...phrases.map((phrase) => sql`phraseto_tsquery('simple', ${phrase})`),
  ]
  const all = parts.length === 0 ? null : sql.join(parts, isAny ? sql` || ` : sql` && `)
  const { rows } = await sql<PostRow>`
    select ${POST_COLUMNS} from chat_posts p
    where p.channel_id in (select m.channel_id from chat_members m join chat_channels c on c.id = m.channel_id
        where m.user_id = ${userId} ${
          channels.length === 0
            ? sql``
            : sql`and (c.name = any(${channels}::text[])
          or lower(c.display_name) = any(${channels}::text[]) or c.type = 'D' and exists (
            select 1 from chat_members o join users u on lower(u.id) = o.user_id
            where o.channel_id = c.id and o.user_id <> ${userId} and lower(u.username) = any(${channels}::text[])))`
        })
      and p.delete_at = 0 and p.type = ''
      ${all === null ? sql`` : sql`and ${WORDS} @@ (${all})`}
      ${
        without.length === 0
          ? sql``
          : sql`and not ${WORDS} @@ (${sql.join(
              without.map((word) => sql`plainto_tsquery('simple', ${word})`),
              sql` || `,
            )})`
      }
      ${from === null ? sql`` : sql`and p.user_id = any(${from}::text[])`}
      ${before === null ? sql`` : sql`and p.create_at < ${before}`}
      ${after === null ? sql`` : sql`and p.create_at >= ${after}`}
      ${hasFile ? sql`and cardinality(p.file_ids) > 0` : sql``}
      ${hasLink ? sql`and p.message ~* 'https?://'` : sql``}
    order by p.create_at desc, p.id limit ${limit} offset ${offset}`.execute(query(db))
  return rows
}
