import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { brought, committed } from '../../../../testing/seas/stored-imports.ts'
import { query } from '../../../platform/needs/query.ts'

let receiver: Receiver
let server: TestServer
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('COAST')], undefined, { trustProxy: ['127.0.0.1'] })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const healthz = async (headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.base}/healthz`, { headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('strangers learn only the overall state; details are for this machine and administrators', async () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  const bare = { status: 200, body: { state: 'OK' } }
  expect((await healthz()).body).toMatchObject({ state: 'OK', contacts: 0, feeds: [{ source: 'COAST' }] })
  expect(await healthz(elsewhere)).toEqual(bare)
  expect(await healthz({ forwarded: 'for=203.0.113.9' })).toEqual(bare)
  const { token } = await aUser(server, 'operator')
  for (const one of ['', 'nonsense', token])
    expect(await healthz({ ...elsewhere, authorization: `Bearer ${one}` })).toEqual(bare)
  const { body } = await healthz({ ...elsewhere, authorization: `Bearer ${server.token}` })
  expect(body).toMatchObject({ state: 'OK', feeds: [{ source: 'COAST' }] })
})

test('a stalled database is reported within seconds, with what waits, and recovery is reported', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const standing = query(server.database.db)
    .transaction()
    .execute(async (transaction) => {
      await sql`lock table fixes in access exclusive mode`.execute(transaction)
      await held
    })
  const lines = Array.from({ length: 300 }, (_, n) =>
    encodePosition({ mmsi: 419000001 + n, lat: 5, lon: 75 }),
  )
  await receiver.send(lines.flat())
  await until(async () => (await healthz()).status === 503, 'it is told')
  expect((await healthz()).body).toMatchObject({
    state: 'DEGRADED',
    trouble: expect.stringMatching(/does not answer; 300 fixes wait, the first for \d+ s/) as string,
    fixes: { waiting: 300, stored: 0 },
  })
  letGo()
  await standing
  await until(async () => (await healthz()).status === 200, 'all is well again')
  expect((await healthz()).body).toMatchObject({
    trouble: null,
    contacts: 300,
    fixes: { waiting: 0, stored: 300 },
  })
})

test('imported fixes are counted as imported, so that stored equals received plus imported', async () => {
  const { id } = await brought(
    server,
    'ship.csv',
    Buffer.from(
      'mmsi,time,lat,lon\n419000001,2020-01-01T00:00:00Z,10,60\n419000001,2020-01-01T00:01:00Z,10,60',
    ),
  )
  await committed(server, id)
  expect((await healthz()).body).toMatchObject({ fixes: { received: 300, imported: 2, stored: 302 } })
})
