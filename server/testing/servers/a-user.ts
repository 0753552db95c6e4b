import { sql } from 'kysely'
import type { Db } from '../../src/platform/needs/database.ts'
import { query } from '../../src/platform/needs/query.ts'
import { PASSWORD, type TestServer } from './a-server.ts'

/** Creates an operator (role USER, 2, by default) with the administrator's password, logged in. */
export async function aUser(
  server: Pick<TestServer, 'logIn'> & { database: { db: Db } },
  username: string,
  sources: string[] = ['*'],
  more: { zone_access?: string[]; group_ids?: string[]; role?: number } = {},
) {
  const differs = JSON.stringify({ id: `test-${username}`, username, role: 2, sources, ...more })
  await sql`
    insert into users select (jsonb_populate_record(u, ${differs}::jsonb)).* from users u where username = 'admin'`.execute(
    query(server.database.db),
  )
  return server.logIn(username, PASSWORD)
}
