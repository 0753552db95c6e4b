import { getAlertMarks } from '@samudra/contract/alert-marks'
import { getAlertsForVessel } from '@samudra/contract/alerts'
import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { aServer, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aHit, coastAndSatelliteIn, found } from '../../../../../testing/seas/alerts.ts'

const NUMBER = 419000701
const mmsi = String(NUMBER)
const titlesOf = (items: readonly { title: string }[]) => items.map(({ title }) => title).sort()

async function withFinds(test: (server: TestServer) => Promise<void>) {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  const server = await aServer([], database)
  const at = Date.now()
  await found(
    server,
    [
      aHit(at, { mmsi: NUMBER, split: 0, rule_id: 'LOITERING_EVENT' }),
      aHit(at, { mmsi: NUMBER, split: 1, rule_id: 'SPOOFING_EVENT' }),
      aHit(at, { mmsi: NUMBER - 1, other_mmsi: NUMBER, other_split: 1, rule_id: 'ENCOUNTER_EVENT' }),
      aHit(at, { mmsi: NUMBER, split: 0, rule_id: 'MMSI_DUPLICATE' }),
    ],
    (alerts) => alerts.length === 4,
  )
  await test(server)
  await server.close()
}
const LOITERS = 'Loitering'
const SPOOFS = 'Spoofing'
const MEETS = 'Encounter'
const SHARES = 'MMSI duplicate'

test('two vessels under one MMSI have their own alerts, and both have those of the number', () =>
  withFinds(async ({ call }) => {
    const of = async (split?: number) =>
      titlesOf(
        (await call(getAlertsForVessel, { mmsi, ...(split === undefined ? {} : { split_id: split }) })).items,
      )
    expect(await of(0)).toEqual([LOITERS, SHARES])
    expect(await of(1)).toEqual([MEETS, SHARES, SPOOFS])
    expect(await of()).toEqual([MEETS, LOITERS, SHARES, SPOOFS])
    const { items } = await call(getAlertMarks, {})
    expect(items.find(({ title }) => title === SPOOFS)).toMatchObject({ mmsi, split_id: 1 })
    expect(items.find(({ title }) => title === MEETS)).toMatchObject({ other_mmsi: mmsi, other_split_id: 1 })
  }))

test('two vessels under one MMSI have their own events; reports on the number belong to both', () =>
  withFinds(async ({ call, raw }) => {
    const start_at = new Date().toISOString()
    await call(addVesselEventsAndDisasters, {
      type: 'SIGHTING',
      category: 'MARITIME_INCIDENT',
      title: 'Seen without lights',
      text: '',
      severity: 'INFO',
      status: 'DETECTED',
      start_at,
      end_at: null,
      geometry: { type: 'Point', coordinates: [72, 10] },
      mmsis: [mmsi],
      confidence: null,
      evidence_fix_ids: [],
      visibility: 'CENTRE',
      file_ids: [],
    })
    const of = async (split_id: number) =>
      titlesOf((await call(getFilteredVesselEvents, { mmsis: [mmsi], split_id })).items)
    expect(await of(0)).toEqual([LOITERS, SHARES, 'Seen without lights'])
    expect(await of(1)).toEqual([MEETS, SHARES, 'Seen without lights', SPOOFS])
    const two = await raw(getFilteredVesselEvents, { mmsis: [mmsi, '419000001'], split_id: 1 })
    expect(two).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'split_id' }] })
  }))
