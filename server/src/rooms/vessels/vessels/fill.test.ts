import { getVesselDetailsV2, getVessels } from '@samudra/contract/vessels'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { aFix, storeFixes } from '../../../../testing/seas/fixes.ts'
import { saveStatics } from '../../picture/picture/contacts/statics.sql.ts'
import type { StaticFields } from '../../../sea/static-fields.ts'

const HOUR = 3_600_000

test('reports from before the register are in it once after the first start, each name dated', async () => {
  const database = await aDatabase()
  const now = Date.now()
  const [before, after] = [now - 30 * HOUR, now - 8 * HOUR]
  const fields = (name: string, at: number, more: StaticFields = {}): StaticFields => ({
    name: { value: name, source: 1, at },
    callSign: { value: 'VTAB', source: 1, at, since: before },
    ...more,
  })
  await storeFixes(database.db, [
    aFix({ recTime: before }),
    aFix({ recTime: after }),
    aFix({ recTime: after, mmsi: 419000002, type: 18, fixId: after * 1024 + 1 }),
    aFix({ recTime: after, mmsi: 992000003, type: 21, fixId: after * 1024 + 2 }),
  ])
  const say = (mmsi: number, text: StaticFields, at: number) =>
    saveStatics(database.db, [{ mmsi, split: 0, fields: text, marks: 0 }], new Date(at))
  await say(419000001, fields('OLD NAME', before), before)
  await say(419000001, fields('NEW NAME', after), after)
  const destination = { destination: { value: 'COLOMBO', source: 1, at: after } }
  await say(419000001, fields('NEW NAME', after, destination), after + 1000)
  await say(419000002, fields('SMALL BOAT', after), after)
  await say(992000003, { name: { value: 'A BUOY', source: 1, at: after } }, after)
  const server = await aServer([], database)
  const names = async () => (await server.call(getVessels, {})).items.map((one) => one.ship_name)
  await until(async () => (await names()).length === 2, 'both ships stand in the register')
  expect(await names()).toEqual(['NEW NAME', 'SMALL BOAT'])
  const one = await server.call(getVesselDetailsV2, { mmsi: '419000001' })
  expect(one.identity_history.filter(({ field }) => field === 'ship_name')).toMatchObject([
    { value: 'NEW NAME', from: new Date(after).toISOString(), to: null },
    { value: 'OLD NAME', from: new Date(before).toISOString(), to: new Date(before).toISOString() },
  ])
  expect(one.conflicts).toEqual([])
  expect((await server.call(getVesselDetailsV2, { mmsi: '419000002' })).class).toBe('B')
  await server.close()
})
