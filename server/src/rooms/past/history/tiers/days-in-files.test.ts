import { getDaysInFiles } from '@samudra/contract/history'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { query } from '../../../../platform/needs/query.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('a replay names the days of its period that lie in files, until they are read back', async () => {
  const states = { '01': 'REMOVED', '02': 'WRITTEN', '03': 'REMOVING', '04': 'RESTORED', '05': 'REMOVED' }
  for (const [day, state] of Object.entries(states))
    await sql`insert into fix_archives (day, state, removes, fixes, bytes, asked_by, changed_at)
      values (${`2025-03-${day}`}::date, ${state}, true, 1, 1, 'admin', now())`.execute(
      query(server.database.db),
    )
  const operator = await aUser(server, 'asha')
  const days = async (from: string, to: string) => (await operator.call(getDaysInFiles, { from, to })).days
  expect(await days('2025-03-01T23:59:59Z', '2025-03-04T12:00:00Z')).toEqual(['2025-03-01', '2025-03-03'])
  expect(await days('2025-03-02T00:00:00Z', '2025-03-02T23:00:00Z')).toEqual([])
  // A period of India that ends in the small hours still touches the day before there.
  expect(await days('2025-03-05T04:00:00+05:30', '2025-03-05T05:00:00+05:30')).toEqual([])
  expect(await days('2025-03-05T05:00:00+05:30', '2025-03-05T06:00:00+05:30')).toEqual(['2025-03-05'])
})
