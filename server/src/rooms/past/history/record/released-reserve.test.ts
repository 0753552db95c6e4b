import { getSystemUtils } from '@samudra/contract/system'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until } from '../../../../../testing/servers/a-server.ts'
import { receivedAt } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

test('fixes wait while the reserve of a full disk is released, and are stored after its refill', async () => {
  const database = await aDatabase()
  const reserve = { isReleased: true, makeRoom: async () => {}, refill: async () => {} }
  const receiver = await Receiver.listen()
  const server = await aServer([receiver.feed('COAST')], { ...database, reserve })
  onTestFinished(async () => {
    await server.close()
    await receiver.close()
  })
  await receiver.send(receivedAt(Date.now(), { mmsi: 419000901, lat: 10, lon: 72, sog: 1, cog: 45 }))
  const recorder = async () => {
    const { components } = await server.call(getSystemUtils, {})
    return components.find(({ name }) => name === 'Recorder')!
  }
  await until(async () => (await recorder()).state === 'DEGRADED', 'the screen shows that fixes wait')
  expect((await recorder()).words).toMatch(/the disk is full; .* Free 200 MB or more/)
  const stored = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from fixes`.execute(query(database.db))).rows[0]!.n
  expect(await stored()).toBe(0)
  reserve.isReleased = false
  await until(async () => (await stored()) === 1, 'the fix is stored')
})
