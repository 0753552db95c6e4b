import { filterAisData } from '@samudra/contract/picture'
import { addEez, deleteEez } from '@samudra/contract/reference'
import {
  addSubscription,
  getSubscriptionFigures,
  getVesselNotifications,
} from '@samudra/contract/subscriptions'
import { getEezLogs } from '@samudra/contract/visits'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'

const WADER = '419000006'
/** The server's clock is ahead by so much, ms. */
let ahead = 0
let server: TestServer
let shore: Receiver
beforeAll(async () => {
  shore = await Receiver.listen()
  server = await aServer([shore.feed('MSIS')], undefined, {
    clock: { now: () => (Date.now() + ahead) as never },
  })
})
afterAll(async () => {
  await server.close()
  await shore.close()
})

const fix = (lon: number) =>
  encodePosition({ mmsi: Number(WADER), lat: -20, lon, sog: 12, cog: 90, navStatus: 0, second: 60 })

test('a subscriber to waters is notified of entries in neutral words; unwatched kinds fail', async () => {
  const officer = await aUser(server, 'waterman')
  const waters = {
    name: 'Both shores',
    country: 'IND',
    kind: '12NM' as const,
    source: 'a treaty',
    edition: '1',
    disputed: true,
    claimants: ['IND', 'LKA'],
    geometry: boxOf(60.002, -20.1, 61, -19.9),
  }
  const { id } = await server.call(addEez, waters)
  const logged = () => server.call(getEezLogs, { id })
  await until(async () => (await logged()).log.state === 'WATCHED', 'the waters are watched')
  const query = { happenings: ['ENTRY' as const], near_nm: null, severity: null }
  const { name } = await officer.call(addSubscription, { target: { kind: 'WATERS', id }, ...query })
  expect(name).toBe('12 NM, territorial sea, Both shores')
  await shore.send(fix(60))
  await until(
    async () => (await server.call(filterAisData, { filter: {}, limit: 1 })).total > 0,
    'she is heard',
  )
  // Two minutes at twelve knots.
  ahead += 120_000
  await shore.send(fix(60.006))
  await until(async () => (await logged()).items.length > 0, 'the log has the entry')
  const notifications = async () =>
    (await officer.call(getVesselNotifications, {})).items.map(({ text }) => text)
  await until(async () => (await notifications()).length > 0, 'he is told')
  expect(await notifications()).toEqual([
    `MMSI ${WADER} entered waters (12 NM, Both shores, claims overlap).`,
  ])
  const figures = () => officer.call(getSubscriptionFigures, {})
  expect(await figures()).toMatchObject([{ told: 1, state: 'WATCHED' }])

  const lanes = await server.call(addEez, { ...waters, name: 'Lanes', kind: 'IMO_TSS' })
  const toLanes = { target: { kind: 'WATERS' as const, id: lanes.id }, ...query }
  expect(await officer.raw(addSubscription, toLanes)).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringContaining('choose an EEZ, 24 NM or 12 NM'),
  })
  const toNone = { target: { kind: 'WATERS' as const, id: 'none' }, ...query }
  expect(await officer.raw(addSubscription, toNone)).toMatchObject({ Code: 'NOT_FOUND' })
  await server.call(deleteEez, { id })
  expect(await figures()).toMatchObject([{ state: 'GONE' }])
})
