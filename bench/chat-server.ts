/**
 * The server that chat.ts measures, in a process of its own: `chat-server.ts USERS POSTS`. It has so many users with an
 * open session each, who are members of two channels: one is empty, the other has so many posts. Sends its port, the
 * tokens of the users and the channels to its parent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { assemble, foldersOf } from '../server/src/compose.ts'
import { openFiles } from '../server/src/databases.ts'
import { MemoryBus } from '../server/src/platform/engines/bus/memory.ts'
import { keysFrom } from '../server/src/platform/kernel/http/keys.ts'
import { lineLog } from '../server/src/platform/kernel/text/log.ts'
import { ulid } from '../server/src/platform/kernel/text/ulid.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { createTokens } from '../server/src/rooms/centre/identity/tokens.ts'
import { PASSWORD } from '../server/testing/servers/caller-of.ts'
import { embedded, root } from './engines.ts'

export type ChatBenchServer = {
  port: number
  users: { id: string; token: string }[]
  quiet: string
  full: string
}

const DAY_MS = 86_400_000
const [users, posts] = [Number(process.argv[2]), Number(process.argv[3])]
const keys = keysFrom(Buffer.alloc(32, 7))
const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-chat-'))
const engine = await embedded()
const { db } = engine.database
const server = await assemble(
  {
    database: engine.database,
    processes: new MemoryBus({ log: lineLog() }),
    log: lineLog(),
    feeds: [],
    archivesFolder: foldersOf(root).archivesFolder,
    cacheFolder,
    files: await openFiles({ folder: path.join(cacheFolder, 'files'), s3: null }),
    adminPassword: PASSWORD,
    keys,
    tls: null,
    envelope: 'optional',
    screensFolder: null,
    upstream: [],
    // All users of the bench are at one address.
    callLimits: { all: 1e9, entry: 1e9 },
  },
  { host: '127.0.0.1', port: 0 },
)

/** Adds users with a session each. */
async function addUsers(db: Db): Promise<ChatBenchServer['users']> {
  const made = Array.from({ length: users }, (_, i) => ({
    id: ulid(),
    username: `member${i}`,
    email: `member${i}@centre.example`,
    sessionId: ulid(),
  }))
  const list = JSON.stringify(made)
  await sql`insert into users select (jsonb_populate_record(u, to_jsonb(m) || '{"is_default_password": false}'::jsonb)).*
    from users u, jsonb_to_recordset(${list}::jsonb) m(id text, username text, email text)
    where u.username = 'admin'`.execute(query(db))
  await sql`insert into sessions (id, user_id, issued_at, expires_at, last_seen_at)
    select m."sessionId", m.id, now(), now() + interval '1 day', now()
    from jsonb_to_recordset(${list}::jsonb) m(id text, "sessionId" text)`.execute(query(db))
  const tokens = createTokens(keys)
  return Promise.all(
    made.map(async ({ id, sessionId }) => ({
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

const members = await addUsers(db)
const full = await addChannel(db, members, 'full', posts)
const quiet = await addChannel(db, members, 'quiet', 0)
await sql.raw('analyze').execute(query(db))
process.send?.({ port: server.port, users: members, quiet, full } satisfies ChatBenchServer)

process.on('message', () => {
  void (async () => {
    await server.stop()
    await engine.close()
    rmSync(cacheFolder, { recursive: true, force: true })
    process.exit(0)
  })()
})
