import { sql } from 'kysely'
import { query } from '../src/needs/query.ts'
import { PASSWORD, type TestServer } from './a-server.ts'

/** An operator (role USER) with the administrator's password, logged in. */
export async function aUser(server: TestServer, username: string, sources: string[] = ['*']) {
  await sql`
    insert into users (id, username, password_hash, role, status, sources, zone_access, settings, created_at, updated_at)
    select ${`test-${username}`}, ${username}, password_hash, 2, 'ACTIVE', ${sources}::text[], '{*}', settings, created_at, updated_at
    from users where username = 'admin'`.execute(query(server.database.db))
  return server.logIn(username, PASSWORD)
}
