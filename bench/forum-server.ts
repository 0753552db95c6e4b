/**
 * The server that forum.ts measures, in a process of its own: `forum-server.ts USERS POSTS`. It has 20 categories, a third
 * of them hidden from its users, one topic of 10,000 posts, and topics of 10 posts each for the rest. Sends its port, the
 * tokens of the users and the topics to its parent.
 */
import { sql } from 'kysely'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { createTokens } from '../server/src/rooms/centre/identity/tokens.ts'
import { addUsers, benchServer, type BenchUser } from './bench-server.ts'

export type ForumBenchServer = { port: number; tokens: string[]; long: string; quiet: string }

const HOUR_MS = 3_600_000
const CATEGORIES = 20
const SHORT = 10
const [users, posts] = [Number(process.argv[2]), Number(process.argv[3])]
const long = Math.min(10_000, Math.floor(posts / 2))
const server = await benchServer('forum')

/** Fills the forum: one post in ten has `anchorage`, one in a thousand `collision`. */
async function fill(db: Db, members: readonly BenchUser[]): Promise<void> {
  const ids = members.map(({ id }) => id)
  const topics = Math.floor((posts - long) / SHORT)
  await sql`insert into forum_categories (id, name, slug, visibility, group_ids, created_by, created_at)
    select 'c' || n, 'Desk ' || n, 'desk-' || n, case when n % 3 = 0 then 'GROUPS' else 'ALL' end,
      case when n % 3 = 0 then '{nobody}'::text[] else '{}' end, '', now()
    from generate_series(0, ${CATEGORIES - 1}::int) n`.execute(query(db))
  await sql`insert into forum_topics (id, category_id, title, slug, author_id, created_at, last_post_at, last_poster_id,
      post_count, last_number, tags)
    select 't' || n, 'c' || n % ${CATEGORIES}::int, 'Report ' || n || ' of the watch', 'report-' || n,
      (${ids}::text[])[1 + n % ${users}::int], now() - (${topics}::int - n + 1) * interval '30 seconds',
      now() - (${topics}::int - n) * interval '30 seconds', (${ids}::text[])[1 + n % ${users}::int], ${SHORT}, ${SHORT},
      case when n % 50 = 0 then '{piracy}'::text[] else '{}' end
    from generate_series(1, ${topics}::int) n`.execute(query(db))
  await sql`insert into forum_topics (id, category_id, title, slug, author_id, created_at, last_post_at, last_poster_id,
      post_count, last_number)
    values ('long', 'c1', 'The long topic', 'long', ${ids[0]}, now() - interval '300 days', now(), ${ids[0]}, ${long}, ${long}),
      ('quiet', 'c1', 'The quiet topic', 'quiet', ${ids[0]}, now(), now(), ${ids[0]}, 0, 0)`.execute(
    query(db),
  )
  const body = sql`concat_ws(' ', 'vessel', 'w' || (random() * 20000)::int, 'w' || (random() * 20000)::int,
    'w' || (random() * 20000)::int, case when n % 10 = 0 then 'anchorage' end,
    case when n % 1000 = 0 then 'collision risk' end, 'position reported again at ' || n)`
  await sql`insert into forum_posts (id, topic_id, number, author_id, body, head, created_at)
    select lpad(n::text, 26, '0'), 't' || (1 + (n - 1) / ${SHORT}::int), 1 + (n - 1) % ${SHORT}::int,
      (${ids}::text[])[1 + n % ${users}::int], ${body},
      case when (n - 1) % ${SHORT}::int = 0 then 'Report ' || 1 + (n - 1) / ${SHORT}::int || ' of the watch' else '' end,
      now() - (${topics * SHORT}::int - n) * interval '3 seconds'
    from generate_series(1, ${topics * SHORT}::int) n`.execute(query(db))
  await sql`insert into forum_posts (id, topic_id, number, author_id, body, created_at)
    select 'long' || n, 'long', n, (${ids}::text[])[1 + n % ${users}::int], ${body},
      now() - (${long}::int - n) * interval '1 minute'
    from generate_series(1, ${long}::int) n`.execute(query(db))
  await sql`insert into forum_reads (user_id, topic_id, read_number, level, visited_at)
    select u, 't' || (1 + (n * 97 + length(u)) % ${topics}::int), ${SHORT} - n % 2, 2, now()
    from unnest(${ids}::text[]) u, generate_series(1, least(1000, ${topics}::int)) n on conflict do nothing`.execute(
    query(db),
  )
  await sql`update forum_categories c set topic_count = n.topics, post_count = n.posts from (
    select category_id, count(*) as topics, sum(post_count) as posts from forum_topics group by category_id) n
    where n.category_id = c.id`.execute(query(db))
  await sql.raw('vacuum analyze').execute(query(db))
}

const members = await addUsers(server.db, users)
await fill(server.db, members)
const tokens = createTokens(server.keys)
const times = { now: Date.now(), idleMs: HOUR_MS, endsAt: Date.now() + HOUR_MS }
process.send?.({
  port: server.port,
  tokens: await Promise.all(
    members.map((one) => tokens.sign({ ...one, userId: one.id, role: '2' }, null, times)),
  ),
  long: 'long',
  quiet: 'quiet',
} satisfies ForumBenchServer)

process.on('message', () => void server.close().then(() => process.exit(0)))
