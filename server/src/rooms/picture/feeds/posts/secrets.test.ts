import { addFeed, getFeeds, updateFeed } from '@samudra/contract/feeds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, until } from '../../../../../testing/servers/a-server.ts'
import { ROOF } from '../../../../../testing/seas/a-feed.ts'
import { keysFrom } from '../../../../platform/kernel/http/keys.ts'
import { query } from '../../../../platform/needs/query.ts'

const KEY = 'roof-antenna-passphrase'

test('a feed key is stored locked, never returned, and works after a restart', async () => {
  const database = await aDatabase()
  const server = await aServer([], database)
  const added = await server.call(addFeed, { ...ROOF, secret: KEY })
  expect(added).toMatchObject({ has_secret: true })
  const table = async () => (await sql<object>`select * from feeds`.execute(query(database.db))).rows
  const row = (await table())[0] as { secret: string | null; secret_locked: Buffer }
  expect(row.secret).toBeNull()
  expect(row.secret_locked.length).toBeGreaterThan(KEY.length)
  expect(row.secret_locked.toString('latin1')).not.toContain(KEY)
  expect(JSON.stringify(await server.call(getFeeds, {}))).not.toContain(KEY)
  const renamed = await server.call(updateFeed, { id: added.id, expected_version: 1, name: 'Roof 2' })
  expect(renamed).toMatchObject({ name: 'Roof 2', has_secret: true })
  await server.halt()
  const again = await aServer([], database)
  expect((await again.call(getFeeds, {})).items[0]).toMatchObject({ has_secret: true })
  await again.halt()
  // After a move to another installation, the feed exists and requests its key again.
  const foreign = keysFrom(Buffer.alloc(32, 9)).lock(KEY)
  await sql`update feeds set secret_locked = ${foreign}`.execute(query(database.db))
  const lines: string[] = []
  const note = (what: string) => void lines.push(what)
  const moved = await aServer([], database, { log: { info: note, warn: note, error: note } })
  expect((await moved.call(getFeeds, {})).items[0]).toMatchObject({ name: 'Roof 2', has_secret: false })
  expect(lines).toContain('the key of a feed was locked by another installation; give it again')
  await moved.close()
})

test('a key that an older version left in clear is locked at the next start', async () => {
  const database = await aDatabase()
  const first = await aServer([], database)
  const { id } = await first.call(addFeed, ROOF)
  await first.halt()
  await sql`update feeds set secret = ${KEY} where id = ${id}`.execute(query(database.db))
  const server = await aServer([], database)
  const { rows } = await sql<{ secret: string | null; secret_locked: Buffer }>`
    select secret, secret_locked from feeds`.execute(query(database.db))
  expect(rows[0]!.secret).toBeNull()
  expect(keysFrom(Buffer.alloc(32, 7)).unlock(rows[0]!.secret_locked)).toBe(KEY)
  await until(
    async () => (await server.call(getFeeds, {})).items[0]?.has_secret === true,
    'the feed has its key',
  )
  await server.close()
})

test('a key goes to no other address than the one it was given for', async () => {
  const server = await aServer()
  const { id } = await server.call(addFeed, { ...ROOF, kind: 'nmea-tcp', secret: KEY })
  for (const elsewhere of [
    { address: '127.0.0.1:8199' },
    { kind: 'aiscatcher-http' as const },
    { options: { tls: true, server: 'AB'.repeat(32) } },
  ])
    expect(await server.raw(updateFeed, { id, expected_version: 1, ...elsewhere })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'secret' }],
    })
  const changed = await server.call(updateFeed, {
    id,
    expected_version: 1,
    address: '127.0.0.1:8199',
    secret: 'another key',
  })
  expect(changed).toMatchObject({ version: 2, address: '127.0.0.1:8199', has_secret: true })
  const keyless = { id, expected_version: 2, address: '127.0.0.1:8100', secret: '' }
  expect(await server.call(updateFeed, keyless)).toMatchObject({ version: 3, has_secret: false })
  await server.close()
})
