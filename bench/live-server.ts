/**
 * The server that live.ts measures, in a process of its own: `live-server.ts FEED_PORT PASSWORD WATCHMEN`.
 * Sends its port to its parent.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { assemble, foldersOf } from '../server/src/compose.ts'
import { MemoryBus } from '../server/src/platform/engines/bus/memory.ts'
import { readFeedUrl } from '../server/src/rooms/picture/feeds/feed-url.ts'
import { keysFrom } from '../server/src/platform/kernel/http/keys.ts'
import { openFiles } from '../server/src/databases.ts'
import { lineLog } from '../server/src/platform/kernel/text/log.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { embedded, root } from './engines.ts'

const feedPort = Number(process.argv[2])
const password = process.argv[3]
/** One user may have 50 sockets. */
const watchmen = Number(process.argv[4])
const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-tiles-'))
const engine = await embedded()
const server = await assemble(
  {
    database: engine.database,
    processes: new MemoryBus({ log: lineLog() }),
    log: lineLog(),
    feeds: [readFeedUrl(`nmea-tcp://127.0.0.1:${feedPort}?source=BENCH`, {})],
    archivesFolder: foldersOf(root).archivesFolder,
    cacheFolder,
    files: await openFiles({ folder: path.join(cacheFolder, 'files'), s3: null }),
    adminPassword: password,
    keys: keysFrom(Buffer.alloc(32, 7)),
    tls: null,
    envelope: 'optional',
    screensFolder: null,
    upstream: [],
  },
  { host: '127.0.0.1', port: 0 },
)
for (let n = 1; n <= watchmen; n++)
  // As the administrator, whatever else a user has.
  await sql`insert into users select copy.* from users first, jsonb_populate_record(first, jsonb_build_object(
      'id', ${`watchman-${n}`}::text, 'username', ${`watchman-${n}`}::text, 'email', ${`watchman-${n}@localhost`}::text,
      'is_default_password', false)) copy limit 1`.execute(query(engine.database.db))
process.send?.({ port: server.port })

process.on('message', () => {
  void (async () => {
    await server.stop()
    await engine.close()
    rmSync(cacheFolder, { recursive: true, force: true })
    process.exit(0)
  })()
})
