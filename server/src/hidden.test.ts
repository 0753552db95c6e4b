import { insertUpdateManualTrack, getManualTracks, manualTrackUpdate } from '@samudra/contract/manual-tracks'
import { addToBlacklist, getBlacklist, getVesselStats, filterAisData } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { WATERS } from '@samudra/contract/example'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../testing/servers/a-server.ts'
import { aUser } from '../testing/servers/a-user.ts'
import { Watcher, expectHeldEqualsFresh } from '../testing/servers/a-watcher.ts'

const INSIDE = { lat: 10, lon: 68.0002 }
/** A few cables on, across the border of the zone. */
const ACROSS = { lat: 10, lon: 67.9995 }
const OUTSIDE = { lat: -10, lon: 90 }
/**
 * Vessels received in the zone, outside and in the zone again: numbers of hidden ones lie between those of shown ones.
 */
const SHIPS = [
  { mmsi: 419000001, at: INSIDE },
  { mmsi: 419000002, at: OUTSIDE },
  { mmsi: 419000003, at: OUTSIDE },
  { mmsi: 419000004, at: INSIDE },
]
const HIDDEN = '419000002'
const LOOK = { bbox: [-180, -90, 180, 90] as [number, number, number, number], zoom: 3 }

let server: TestServer
let shore: Receiver
let satellite: Receiver
let guest: Awaited<ReturnType<typeof aUser>>
let narrow: Awaited<ReturnType<typeof aUser>>
const received: Watcher[] = []

const fix = (mmsi: number, at: { lat: number; lon: number }) =>
  encodePosition({ mmsi, ...at, sog: 0, cog: 90, navStatus: 1 })
const bound = (mmsi: number, destination: string) =>
  encodeStaticVoyage({ mmsi, name: `SHIP ${mmsi % 10}`, callSign: 'AB', shipType: 70, destination })
const total = async (who: Pick<TestServer, 'call'>) =>
  (await who.call(getVesselStats, { by: 'source' })).total
const destinations = async (who: Pick<TestServer, 'call'>) =>
  (await who.call(filterAisData, { filter: {} })).ais.map((one) => one.destination)

beforeAll(async () => {
  ;[shore, satellite] = [await Receiver.listen(), await Receiver.listen()]
  server = await aServer([shore.feed('MSIS'), satellite.feed('SATX', { priority: 1 })])
  for (const { mmsi, at } of SHIPS) await shore.send(fix(mmsi, at))
  await until(async () => (await total(server)) === 4, 'four ships are seen')
  const zone = await server.call(addZone, { name: 'Arabian Sea', geometry: WATERS })
  guest = await aUser(server, 'guest', ['*'], { zone_access: [zone.id] })
  narrow = await aUser(server, 'narrow', ['MSIS'], { zone_access: [zone.id] })
})
afterAll(async () => {
  for (const watcher of received) watcher.close()
  await server.close()
  await shore.close()
  await satellite.close()
})

function aScreen(token: string): Watcher {
  const watcher = new Watcher(server.base, token)
  watcher.socket.on('connect', () => watcher.watch(LOOK))
  received.push(watcher)
  return watcher
}

test('contact numbers reveal nothing about hidden contacts', async () => {
  const { ais } = await guest.call(filterAisData, { filter: {} })
  expect(ais.map((one) => one.contact_id)).toEqual([419000001 * 256, 419000004 * 256])
  const screen = aScreen(guest.token)
  await until(() => screen.contacts.size === 2, 'the two are shown')
  expect([...screen.contacts.keys()]).toEqual([0, 1])
  expect([...screen.names.values()].map(({ mmsi }) => mmsi)).toEqual([419000001, 419000004])
  await expectHeldEqualsFresh(screen, server.base, guest.token, LOOK)
})

test('the blacklist names no vessel that is hidden from the caller', async () => {
  for (const { mmsi } of SHIPS)
    await server.call(addToBlacklist, { mmsi: String(mmsi), reason: `seen by ${mmsi}` })
  await server.call(addToBlacklist, { mmsi: '419000077', reason: 'never heard' })
  expect(await server.call(getBlacklist, {})).toHaveLength(5)
  const names = async (more: object) => (await guest.call(getBlacklist, more)).map(({ mmsi }) => mmsi).sort()
  expect(await names({})).toEqual(['419000001', '419000004'])
  expect(await names({ as_of: new Date().toISOString() })).toEqual(['419000001', '419000004'])
})

test('a manual track names its linked vessel only to users who see it, and retains the link', async () => {
  const screens = { guest: aScreen(guest.token), admin: aScreen(server.token) }
  await until(() => Object.values(screens).every(({ socket }) => socket.connected), 'both screens are open')
  const draft = {
    name: 'Reported dinghy',
    kind: 'POINT' as const,
    points: [{ ...INSIDE, t: null, sog: null, cog: null }],
    affiliation: 'UNKNOWN' as const,
    symbol: 'SUSP-----------',
    source_text: '',
    reliability: 'F' as const,
    credibility: 6,
    linked_mmsi: HIDDEN as string | null,
    visibility: 'CENTRE' as const,
    state: 'ACTIVE' as const,
    domain: 'REAL' as const,
    exercise_id: null,
    t_plus: null,
  }
  const made = await server.call(insertUpdateManualTrack, draft)
  const shownTo = async (who: Pick<TestServer, 'call'>) =>
    (await who.call(getManualTracks, { domain: 'REAL' })).items[0]!
  expect((await shownTo(server)).linked_mmsi).toBe(HIDDEN)
  const shown = await shownTo(guest)
  expect(shown.linked_mmsi).toBeNull()
  const linked = (screen: Watcher) =>
    screen.events.flatMap(({ name, payload }) =>
      name === manualTrackUpdate.wire && (payload as { id?: string }).id === made.id
        ? [(payload as { linked_mmsi?: string | null }).linked_mmsi]
        : [],
    )
  await until(() => linked(screens.guest).length > 0 && linked(screens.admin).length > 0, 'both are told')
  expect([linked(screens.guest), linked(screens.admin)]).toEqual([[null], [HIDDEN]])
  // A user who changes something else has not seen the link and cannot have removed it.
  await guest.call(insertUpdateManualTrack, {
    ...draft,
    id: made.id,
    expected_version: shown.version,
    name: 'Dinghy',
    linked_mmsi: null,
  })
  expect(await shownTo(server)).toMatchObject({ name: 'Dinghy', linked_mmsi: HIDDEN })
})

test('reports after a vessel left are hidden from a user who saw it last in the own waters', async () => {
  await shore.send(bound(419000001, 'KOCHI'))
  await until(async () => (await destinations(narrow)).includes('KOCHI'), 'she says where she goes')
  const screen = aScreen(narrow.token)
  await until(() => screen.names.size === 2, 'his screen shows two ships')
  await satellite.send(fix(419000001, ACROSS))
  await until(async () => (await total(guest)) === 1, 'the satellite saw her leave')
  await shore.send(bound(419000001, 'CHABAHAR'))
  await until(async () => (await destinations(server)).includes('CHABAHAR'), 'she says another one')
  // The satellite is none of the user's sources: for that user the vessel is where the shore received it.
  expect((await destinations(narrow)).sort()).toEqual([null, null])
  await expectHeldEqualsFresh(screen, server.base, narrow.token, LOOK)
  await shore.send(fix(419000001, { ...INSIDE, lat: 10.0001 }))
  await until(async () => (await destinations(narrow)).includes('CHABAHAR'), 'the shore hears her again')
  await expectHeldEqualsFresh(screen, server.base, narrow.token, LOOK)
})
