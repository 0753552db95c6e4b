/** A server for benches in the process that calls, over an engine of its own, and users with open sessions. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { assemble, foldersOf } from '../server/src/compose.ts'
import { openFiles } from '../server/src/databases.ts'
import { MemoryBus } from '../server/src/platform/engines/bus/memory.ts'
import type { Assembly } from '../server/src/platform/ground.ts'
import { keysFrom } from '../server/src/platform/kernel/http/keys.ts'
import { lineLog } from '../server/src/platform/kernel/text/log.ts'
import { ulid } from '../server/src/platform/kernel/text/ulid.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { PASSWORD } from '../server/testing/servers/caller-of.ts'
import { embedded, root } from './engines.ts'

/** Opens a server over what `fill` stored; `more` differs from the usual one, and `close` removes all that it wrote. */
export async function benchServer(
  name: string,
  more: Partial<Assembly> = {},
  { fill, port = 0, folder }: { fill?: (db: Db) => Promise<unknown>; port?: number; folder?: string } = {},
) {
  const keys = keysFrom(Buffer.alloc(32, 7))
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), `samudra-bench-${name}-`))
  const engine = await embedded(folder)
  await fill?.(engine.database.db)
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
      // All users of a bench are at one address.
      callLimits: { all: 1e9, entry: 1e9 },
      ...more,
    },
    { host: '127.0.0.1', port },
  )
  return {
    db: engine.database.db,
    port: server.port,
    keys,
    close: async () => {
      await server.stop()
      await engine.close()
      rmSync(cacheFolder, { recursive: true, force: true })
    },
  }
}

export type BenchUser = { id: string; username: string; sessionId: string }
/** Adds users with a session each. */
export async function addUsers(db: Db, count: number): Promise<BenchUser[]> {
  const made = Array.from({ length: count }, (_, i) => ({
    id: ulid(),
    username: `member${i}`,
    email: `member${i}@centre.example`,
    role: 2,
    sessionId: ulid(),
  }))
  const list = JSON.stringify(made)
  await sql`insert into users select (jsonb_populate_record(u, to_jsonb(m) || '{"is_default_password": false}'::jsonb)).*
    from users u, jsonb_to_recordset(${list}::jsonb) m(id text, username text, email text, role int)
    where u.username = 'admin'`.execute(query(db))
  await sql`insert into sessions (id, user_id, issued_at, expires_at, last_seen_at)
    select m."sessionId", m.id, now(), now() + interval '1 day', now()
    from jsonb_to_recordset(${list}::jsonb) m(id text, "sessionId" text)`.execute(query(db))
  return made
}
