import {
  getVesselDetails,
  getVesselDetailsV2,
  getVessels,
  joinVessels,
  undoVesselJoin,
} from '@samudra/contract/vessels'
import { getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { WATERS } from '@samudra/contract/example'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { query } from '../../../platform/needs/query.ts'

type Session = Awaited<ReturnType<typeof aUser>>
let server: TestServer
let shore: Receiver
let satellite: Receiver
/** One source only; one sea only. */
let narrow: Session
let guest: Session

const HERE = { lat: 10, lon: 72 }
const FAR = { lat: -10, lon: 90 }
const fix = (mmsi: number, at = HERE) =>
  encodePosition({ mmsi, ...at, sog: 0, cog: 90, navStatus: 1, second: new Date().getUTCSeconds() })
const reports = (mmsi: number, name: string, more: object = {}) =>
  encodeStaticVoyage({
    mmsi,
    name,
    callSign: 'VTAB',
    shipType: 70,
    toBow: 100,
    toStern: 50,
    toPort: 10,
    toStarboard: 12,
    ...more,
  })

beforeAll(async () => {
  ;[shore, satellite] = [await Receiver.listen(), await Receiver.listen()]
  server = await aServer([shore.feed('MSIS'), satellite.feed('SATX')])
  await shore.send([...fix(419000001), ...fix(419000002, FAR), ...fix(419000003)])
  await satellite.send(fix(419000001, { lat: 10.001, lon: 72 }))
  await until(
    async () => (await server.call(getVesselStats, { by: 'source' })).total === 3,
    'three ships are seen',
  )
  await shore.send([
    ...reports(419000001, 'MATSYA ONE', { imo: '9074729' }),
    ...reports(419000002, 'FAR AWAY'),
    ...reports(419000003, 'OCEAN STAR', { callSign: 'VTOS' }),
  ])
  const zone = await server.call(addZone, { name: 'Lakshadweep', geometry: WATERS })
  narrow = await aUser(server, 'narrow', ['SATX'])
  guest = await aUser(server, 'guest', ['*'], { zone_access: [zone.id] })
})
afterAll(async () => {
  await server.close()
  await shore.close()
  await satellite.close()
})

const names = async (who: Pick<TestServer, 'call'>, input: object = {}) =>
  (await who.call(getVessels, input)).items.map(({ ship_name }) => ship_name)
/** By the clock of the server, which is not stepped with the one of the machine. */
const nowThere = async () => (await server.call(getVessels, { limit: 1 })).as_of
const whole = (mmsi: string, as_of?: string) => server.call(getVesselDetailsV2, { mmsi, as_of })

test('a reporting vessel is in the register alphabetically, and is found by name and numbers', async () => {
  await until(
    async () => (await names(server)).join() === 'FAR AWAY,MATSYA ONE,OCEAN STAR',
    'all three stand there',
  )
  expect(await server.call(getVessels, { limit: 2 })).toMatchObject({ total: 3, items: { length: 2 } })
  const { next } = await server.call(getVessels, { limit: 2 })
  expect(await names(server, { limit: 2, cursor: next })).toEqual(['OCEAN STAR'])
  for (const q of ['matsya', 'one matsya', '9074729', 'IMO 907', '419000001', 'matsia', 'tsya'])
    expect([q, await names(server, { q })]).toEqual([q, ['MATSYA ONE']])
  expect(await names(server, { q: 'vtos' })).toEqual(['OCEAN STAR'])
  expect(await names(server, { q: 'nothing like it' })).toEqual([])
  expect(await names(server, { country: 'India', ship_type: 'CARGO' })).toHaveLength(3)
  expect(await names(server, { ship_type: 'TANKER' })).toEqual([])
})

test('a user limited to one source or sea sees no other vessel in lists, counts or by number', async () => {
  expect(await guest.call(getVessels, {})).toMatchObject({ total: 2 })
  expect(await names(guest)).toEqual(['MATSYA ONE', 'OCEAN STAR'])
  expect(await names(guest, { q: 'far away' })).toEqual([])
  expect(await guest.raw(getVesselDetailsV2, { mmsi: '419000002' })).toMatchObject({ Code: 'NOT_FOUND' })
  // The satellite received one of them, but not its name.
  expect(await narrow.call(getVessels, {})).toMatchObject({
    total: 1,
    items: [{ ship_name: null, mmsi: '419000001' }],
  })
  expect(await names(narrow, { q: 'matsya' })).toEqual([])
  expect(
    (await narrow.call(getVesselDetailsV2, { mmsi: '419000001' })).identity_history.map(
      ({ source }) => source,
    ),
  ).toEqual(['SATX', 'SATX'])
})

test('two sources that disagree on a name stand side by side, and the former name is in history', async () => {
  const before = await nowThere()
  await until(async () => (await nowThere()) > before, 'it is later there')
  await satellite.send(reports(419000001, 'LADY GREY', { imo: '9074729' }))
  await until(async () => (await whole('419000001')).conflicts.length > 0, 'the other name is there')
  const { conflicts, identity_history, imo, risk, now } = await whole('419000001')
  expect(conflicts).toMatchObject([
    {
      field: 'ship_name',
      values: [
        { value: 'LADY GREY', source: 'SATX' },
        { value: 'MATSYA ONE', source: 'MSIS' },
      ],
    },
  ])
  expect(imo).toBe('9074729')
  expect(now).toMatchObject({ longitude: 72 })
  expect(risk.reasons.join()).toContain('Sources disagree on the name: LADY GREY, MATSYA ONE')
  expect(identity_history.filter(({ field }) => field === 'ship_name')).toMatchObject([
    { value: 'LADY GREY', source: 'SATX', to: null },
    { value: 'MATSYA ONE', source: 'MSIS', to: null },
  ])
  const then = await whole('419000001', before)
  expect(then.conflicts).toEqual([])
  expect(then.identity_history.filter(({ field }) => field === 'ship_name')).toMatchObject([
    { value: 'MATSYA ONE' },
  ])
})

test('a ship that is renamed is found by either name', async () => {
  await shore.send(reports(419000003, 'BLUE WHALE', { callSign: 'VTOS' }))
  await until(async () => (await names(server)).includes('BLUE WHALE'), 'she has her new name')
  expect((await server.call(getVessels, { q: 'ocean star' })).items).toMatchObject([
    { ship_name: 'BLUE WHALE', found_by: 'was called OCEAN STAR' },
  ])
  expect(await names(server, { q: 'blue whale' })).toEqual(['BLUE WHALE'])
  const { identity_history } = await whole('419000003')
  expect(identity_history.filter(({ field }) => field === 'ship_name')).toMatchObject([
    { value: 'BLUE WHALE', to: null },
    { value: 'OCEAN STAR', to: expect.any(String) },
  ])
})

test('an IMO number under two MMSIs makes two possible duplicates, which a user joins and parts', async () => {
  await shore.send(fix(538000009))
  await until(async () => (await server.call(getVesselStats, { by: 'source' })).total === 4, 'she is seen')
  await shore.send(reports(538000009, 'MATSYA ONE', { imo: '9074729', callSign: 'V7XX' }))
  await until(
    async () => (await whole('538000009').catch(() => null))?.imo === '9074729',
    'she says her number',
  )
  const [one, other] = [await whole('419000001'), await whole('538000009')]
  expect(other.id).not.toBe(one.id)
  expect(one.possibly_same).toMatchObject([
    { id: other.id, label: 'MATSYA ONE', reasons: ['Same IMO number 9074729 under MMSI 538000009'] },
  ])
  const unjoined = await nowThere()
  await until(async () => (await nowThere()) > unjoined, 'it is later there')
  const joined = await server.call(joinVessels, { id: one.id, other_id: other.id, reason: 'one hull' })
  expect(joined.contacts.map(({ mmsi }) => mmsi).sort()).toEqual(['419000001', '538000009'])
  expect(joined.possibly_same).toEqual([])
  expect(joined.flag_history.map(({ country }) => country).sort()).toEqual(['India', 'Marshall Islands'])
  expect((await whole('538000009')).id).toBe(one.id)
  expect(await names(server)).toHaveLength(3)
  expect((await whole('538000009', unjoined)).contacts.map(({ mmsi }) => mmsi)).toEqual(['538000009'])
  expect(await server.raw(joinVessels, { id: one.id, other_id: other.id, reason: 'x' })).toMatchObject({
    Code: 'VALIDATION',
  })
  // A caller who does not see both vessels cannot change them.
  expect(await narrow.raw(undoVesselJoin, { id: joined.joins[0]!.id, reason: 'x' })).toMatchObject({
    Code: 'NOT_FOUND',
  })
  const parted = await server.call(undoVesselJoin, { id: joined.joins[0]!.id, reason: 'two hulls' })
  expect(parted.joins).toMatchObject([
    { by: 'admin', reason: 'one hull', ended_by: 'admin', end_reason: 'two hulls' },
  ])
  expect((await whole('538000009')).id).toBe(other.id)
  const again = await server.call(undoVesselJoin, { id: joined.joins[0]!.id, reason: 'one hull after all' })
  expect(again.joins).toHaveLength(2)
  expect((await server.call(getVesselDetails, { id: other.id })).id).toBe(one.id)
})

test('a second vessel under an MMSI has its own name from the first; each page names the other', async () => {
  const near = (n: number) => fix(419000008, { lat: 10 + n / 10_000, lon: 72 })
  const far = (n: number) => fix(419000008, { lat: n / 10_000, lon: 60 })
  const stored = async (n: number) =>
    until(async () => {
      const { rows } = await sql`select from fixes where mmsi = 419000008`.execute(query(server.database.db))
      return rows.length === n
    }, `${n} fixes are stored`)
  // Sent separately, so that they are received in this order.
  for (const [n, sentences] of [
    [1, near(1)],
    [1, reports(419000008, 'FIRST COMER')],
    [2, far(1)],
    [2, reports(419000008, 'SECOND COMER', { callSign: 'VTCD', toBow: 12, toStern: 7 })],
    [3, near(2)],
    [4, far(2)],
    [5, far(3)],
  ] as const) {
    await shore.send([...sentences])
    await stored(n)
  }
  await until(async () => (await names(server, { q: 'second comer' })).length === 1, 'the second is known')
  const [first, second] = await Promise.all(
    ['first comer', 'second comer'].map(async (q) => {
      const [found] = (await server.call(getVessels, { q })).items
      return whole(found!.id)
    }),
  )
  expect(first!.id).not.toBe(second!.id)
  for (const [one, other] of [
    [first!, second!],
    [second!, first!],
  ] as const) {
    expect(one.conflicts).toEqual([])
    // A point and the vessel number lead to that vessel, whichever was received last.
    expect((await whole(`419000008.${one.contacts[0]!.split_id}`)).id).toBe(one.id)
    expect(one.shares_mmsi).toMatchObject([{ id: other.id, label: other.ship_name, mmsi: '419000008' }])
    expect(one.identity_history.filter(({ field }) => field === 'ship_name')).toHaveLength(1)
  }
})
