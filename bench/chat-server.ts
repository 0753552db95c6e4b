/**
 * The server that chat.ts measures, in a process of its own: `chat-server.ts USERS POSTS`. It has so many users with an
 * open session each, who are members of two channels: one is empty, the other has so many posts. Sends its port, the
 * tokens of the users and the channels to its parent.
 */
import { sql } from 'kysely'
import { ulid } from '../server/src/platform/kernel/text/ulid.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { createTokens } from '../server/src/rooms/centre/identity/tokens.ts'
import { addUsers, benchServer } from './bench-server.ts'

export type ChatBenchServer = {
  port: number
  users: { id: string; token: string }[]
  quiet: string
  full: string
}

const DAY_MS = 86_400_000
const [users, posts] = [Number(process.argv[2]), Number(process.argv[3])]
const server = await benchServer('chat')
const { db } = server

/** Adds members of channels, with tokens of the chat. */
async function addMembers(db: Db): Promise<ChatBenchServer['users']> {
  const tokens = createTokens(server.keys)
  return Promise.all(
    (await addUsers(db, users)).map(async ({ id, sessionId }) => ({
      id: id.toLowerCase(),
      token: await tokens.signChat({ userId: id, sessionId }, Date.now() + DAY_MS),
    })),
  )
}

/** Adds a channel of all users, with posts of random words: one in ten has `anchorage`, one in a thousand `collision`. */
async function addChannel(db: Db, members: ChatBenchServer['users'], name: string, many: number) {
  const id = ulid().toLowerCase()
  const now = Date.now()
  const ids = members.map((one) => one.id)
  await sql`insert into chat_channels (id, type, name, display_name, create_at, update_at, last_post_at,
      last_root_post_at, total_msg_count, total_msg_count_root)
    values (${id}, 'P', ${name}, ${name}, ${now}, ${now}, ${now}, ${now}, ${many}, ${many})`.execute(
    query(db),
  )
  await sql`insert into chat_members (channel_id, user_id, last_viewed_at, msg_count, msg_count_root)
    select ${id}, user_id, ${now - 100_000}, greatest(0, ${many} - 100), greatest(0, ${many} - 100)
    from unnest(${ids}::text[]) as user_id`.execute(query(db))
  await sql`insert into chat_posts (id, channel_id, user_id, message, create_at, update_at)
    select lpad(n::text, 26, '0'), ${id}, (${ids}::text[])[1 + n % ${ids.length}],
      concat_ws(' ', 'vessel', 'w' || (random() * 20000)::int, 'w' || (random() * 20000)::int,
        'w' || (random() * 20000)::int, case when n % 10 = 0 then 'anchorage' end,
        case when n % 1000 = 0 then 'collision risk' end, 'position reported again at ' || n),
      ${now}::bigint - (${many}::bigint - n) * 1000, ${now}::bigint - (${many}::bigint - n) * 1000
    from generate_series(1, ${many}::int) n`.execute(query(db))
  return id
}

const members = await addMembers(db)
const full = await addChannel(db, members, 'full', posts)
const quiet = await addChannel(db, members, 'quiet', 0)
await sql.raw('analyze').execute(query(db))
process.send?.({ port: server.port, users: members, quiet, full } satisfies ChatBenchServer)

process.on('message', () => {
  void (async () => {
    await server.close()
    process.exit(0)
  })()
})
