import { acknowledgeAlerts, type Alert } from '@samudra/contract/alerts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, coastAndSatelliteIn, found } from '../../../../testing/seas/alerts.ts'
import { query } from '../../../platform/needs/query.ts'

const COMMENTS = 200
let server: TestServer
let alert: Alert
beforeAll(async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  server = await aServer([], database)
  ;[alert] = (await found(server, [aHit(Date.now())], (alerts) => alerts.length === 1)) as [Alert]
})
afterAll(() => server.close())

test('a user with 200 comments on an alert adds no more; others do, and the alert can be closed', async () => {
  const talker = await aUser(server, 'talker')
  const officer = await aUser(server, 'officer')
  await sql`
    update alerts set comments = (
      select jsonb_agg(jsonb_build_object(
        'at', now(), 'by', 'talker', 'by_id', 'test-talker', 'action', 'COMMENT', 'text', n::text))
      from generate_series(1, ${COMMENTS}::int) n
    ) where id = ${alert.id}`.execute(query(server.database.db))
  const act = async ({ call }: Pick<TestServer, 'call'>, more: object) => {
    const input = { ids: [alert.id], ...more } as Parameters<typeof acknowledgeAlerts.input>[0] as never
    return (await call(acknowledgeAlerts, input)).results[0]!
  }
  const refused = { ok: false, Code: 'TOO_LARGE', Message: expect.stringContaining('200 comments') }
  expect(await act(talker, { action: 'COMMENT', comment: 'one more' })).toMatchObject(refused)
  expect(await act(officer, { action: 'COMMENT', comment: 'of another user' })).toMatchObject({ ok: true })
  for (const action of ['ACK', 'START']) expect(await act(talker, { action })).toMatchObject({ ok: true })
  const closing = { action: 'RESOLVE', disposition: 'TRUE_POSITIVE', comment: 'Boarded' }
  expect(await act(talker, closing)).toMatchObject({ ok: true, state: 'RESOLVED' })
  expect(await act(talker, { action: 'REOPEN', comment: 'Again' })).toMatchObject(refused)
})
