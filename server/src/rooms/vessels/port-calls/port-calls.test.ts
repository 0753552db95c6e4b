import {
  correctPortCall,
  getDeclaredDestinations,
  getDeclaredPort,
  getPortAnalytics,
  getPortCallVersions,
  getPortOfCalls,
  getPortOfCallsForVessel,
  getVesselsStatsForPort,
  mergePortCalls,
  portCallsChanged,
  portHistoryByVessel,
  splitPortCall,
  type PortCall,
} from '@samudra/contract/port-calls'
import { getJobs, retryJob } from '@samudra/contract/jobs'
import { deletePort, getPortDetails } from '@samudra/contract/ports'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, PASSWORD, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { FOLLOW_JOB } from './calls-job.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const MINUTE = 60_000
const [CALLER, LIER, COMING, OTHERS, NAMING] = [419000001, 419000002, 419000003, 419000004, 419000005]
const BERTH = [6.951, 79.848] as const
const SEA = [6.95, 79.2] as const

let server: TestServer
let receiver: Receiver
let other: Receiver
let ofOther: Awaited<ReturnType<typeof aUser>>

const fix = (
  mmsi: number,
  age: number,
  [lat, lon]: readonly [number, number],
  sog: number,
  navStatus: number,
) => {
  const at = NOW - age * MINUTE
  const second = new Date(at).getUTCSeconds()
  return encodePosition(
    { mmsi, lat, lon, sog, cog: 90, navStatus, second },
    { tagBlock: { c: at / 1000 } },
  )[0]!
}
/** Returns a vessel that sails between two places and two ages in minutes, received every two. */
const sails = (
  mmsi: number,
  [from, to]: readonly [number, number],
  a: readonly [number, number],
  b: readonly [number, number],
) =>
  Array.from({ length: (from - to) / 2 }, (_, i) => {
    const share = (i * 2) / (from - to)
    return fix(mmsi, from - i * 2, [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share], 18, 0)
  })
const lies = (mmsi: number, [from, to]: readonly [number, number]) =>
  Array.from({ length: (from - to) / 2 }, (_, i) => fix(mmsi, from - i * 2, BERTH, 0, 5))
const reports = (mmsi: number, destination: string, etaAt: number) => {
  const eta = new Date(etaAt)
  return encodeStaticVoyage({
    type: 5,
    mmsi,
    imo: '9074729',
    callSign: 'VTXY',
    name: `SHIP ${mmsi % 10}`,
    shipType: 70,
    toBow: 100,
    toStern: 20,
    toPort: 10,
    toStarboard: 10,
    epfd: 1,
    draught: 9.5,
    dte: true,
    aisVersion: 2,
    destination,
    eta: { month: eta.getUTCMonth() + 1, day: eta.getUTCDate(), hour: eta.getUTCHours(), minute: 0 },
  })
}

/** Has ships followed now. */
async function followed() {
  const { items } = await server.call(getJobs, {})
  const job = items.find(({ name }) => name === FOLLOW_JOB)!
  // While it runs there is nothing to be done at once.
  await server.raw(retryJob, { id: job.id })
}
const callsOf = async (mmsi: number, by: Pick<TestServer, 'call'> = server): Promise<PortCall[]> =>
  (await by.call(getPortOfCallsForVessel, { mmsi: String(mmsi) })).items

beforeAll(async () => {
  receiver = await Receiver.listen()
  other = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS'), other.feed('SATX')])
  ofOther = await aUser(server, 'partner', ['SATX'])
  await receiver.send([
    ...sails(CALLER, [236, 150], SEA, BERTH),
    ...lies(CALLER, [150, 60]),
    ...sails(CALLER, [60, 0], BERTH, SEA),
    ...sails(LIER, [200, 120], SEA, BERTH),
    ...lies(LIER, [120, 0]),
    fix(COMING, 3, [7.5, 78.2], 12, 0),
    ...reports(CALLER, 'INCOK', NOW + 26 * 60 * MINUTE),
    ...reports(COMING, 'SGSIN > LK-CMB', NOW + 20 * 60 * MINUTE),
    // There is a Kochi in Japan too.
    fix(NAMING, 3, [9, 74], 12, 0),
    ...reports(NAMING, 'KOCHI', NOW + 20 * 60 * MINUTE),
  ])
  await until(async () => {
    await followed()
    const [calls, coming] = await Promise.all([callsOf(CALLER), callsOf(COMING)])
    return calls.length > 0 && coming.length > 0 && (await callsOf(LIER)).length > 0
  }, 'the ships are followed')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  await other.close()
})

test('a destination is read as for the expected call; one without a known port is marked so', async () => {
  const read = (text: string) => server.call(getDeclaredPort, { text })
  expect(await read('SGSIN > LK-CMB')).toEqual({
    port_id: 'LKCMB',
    port_name: 'Colombo',
    by: 'LOCODE',
    why: null,
  })
  expect((await callsOf(COMING))[0]).toMatchObject({ port_id: 'LKCMB', expected_text: 'SGSIN > LK-CMB' })
  expect(await read('FOR ORDERS')).toEqual({ port_id: null, port_name: null, by: null, why: 'UNKNOWN' })
})

test('of two ports by one name the one is expected that lies near the ship', async () => {
  expect(await callsOf(NAMING)).toMatchObject([
    { port_id: 'INCOK', state: 'EXPECTED', expected_text: 'KOCHI' },
  ])
  const read = (place: object) => server.call(getDeclaredPort, { text: 'KOCHI', ...place })
  expect(await read({ lat: 9, lon: 74 })).toMatchObject({ port_id: 'INCOK', by: 'NAME' })
  expect(await read({ lat: 32, lon: 134 })).toMatchObject({ port_id: 'JPKCZ', by: 'NAME' })
  expect(await read({})).toMatchObject({ port_id: null, why: 'AMBIGUOUS' })
  expect(await server.raw(getDeclaredPort, { text: 'KOCHI', lat: 9 })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'lon' }],
  })
})

test('a ship that came in, lay and left has one call with its times, fixes and certainty', async () => {
  const [call, ...more] = (await callsOf(CALLER)).filter(({ state }) => state !== 'EXPECTED')
  expect(more).toEqual([])
  expect(call).toMatchObject({
    port_id: 'LKCMB',
    state: 'DEPARTED',
    confidence: 4,
    anchored_at: null,
    computed_from: 'LIVE',
    changed_by: null,
  })
  const minutesAgo = (at: string | null) => Math.round((NOW - Date.parse(at!)) / MINUTE)
  expect(minutesAgo(call!.berthed_at)).toBeGreaterThan(144)
  expect(minutesAgo(call!.berthed_at)).toBeLessThan(153)
  expect(minutesAgo(call!.departed_at)).toBeLessThan(60)
  expect(call!.evidence_fix_ids.length).toBeGreaterThanOrEqual(3)
  const asFor = await server.call(portHistoryByVessel, { mmsi: String(CALLER) })
  expect(asFor.items.map(({ id }) => id)).toEqual([call!.id])
})

test('a ship that lies there has not left, and one that declares the port is expected', async () => {
  expect(await callsOf(LIER)).toMatchObject([{ state: 'BERTHED', departed_at: null, confidence: 3 }])
  expect(await callsOf(COMING)).toMatchObject([
    {
      state: 'EXPECTED',
      port_id: 'LKCMB',
      expected_by: 'AIS_ETA',
      expected_text: 'SGSIN > LK-CMB',
      confidence: null,
    },
  ])
  const details = await server.call(getPortDetails, { id: 'LKCMB' })
  expect(details).toMatchObject({ present: 1, expected_24h: 1, departed_24h: 1 })
})

test('a page of calls filters by port, state, type, flag and certainty', async () => {
  const states = async (query: object) =>
    (await server.call(getPortOfCalls, { port_id: 'LKCMB', ...query })).items
      .map(({ state }) => state)
      .toSorted()
  expect(await states({})).toEqual(['BERTHED', 'DEPARTED', 'EXPECTED'])
  expect(await states({ state: 'BERTHED' })).toEqual(['BERTHED'])
  expect(await states({ min_confidence: 4 })).toEqual(['DEPARTED'])
  expect(await states({ country: 'LK' })).toEqual([])
  expect(await states({ country: 'IN', ship_type: 'CARGO' })).toContain('DEPARTED')
  const first = await server.call(getPortOfCalls, { port_id: 'LKCMB', limit: 1 })
  expect(first.total).toBe(3)
  const rest = await server.call(getPortOfCalls, { port_id: 'LKCMB', cursor: first.next! })
  expect([...first.items, ...rest.items].map(({ mmsi }) => mmsi)).toHaveLength(3)
  await expect(server.call(getPortOfCalls, { port_id: 'NOPORT' })).rejects.toThrow(/This port does not exist/)
})

test('a user without access to the source sees none of its calls or figures', async () => {
  expect(await callsOf(CALLER, ofOther)).toEqual([])
  expect((await ofOther.call(getPortOfCalls, { port_id: 'LKCMB' })).total).toBe(0)
  expect(await ofOther.call(getPortDetails, { id: 'LKCMB' })).toMatchObject({ present: 0, departed_24h: 0 })
  const period = { from: new Date(NOW - 600 * MINUTE).toISOString(), to: new Date(NOW).toISOString() }
  expect((await ofOther.call(getVesselsStatsForPort, { id: 'LKCMB', by: 'state', ...period })).total).toBe(0)
})

test('a port with present or expected vessels is not deleted, and the error names the reason', async () => {
  await expect(server.call(deletePort, { id: 'LKCMB', reason: 'a test' })).rejects.toThrow(
    /IN_USE.*2 port calls under way or expected/,
  )
})

test('the figures of a port are counted from its calls', async () => {
  const period = {
    from: new Date(NOW - 600 * MINUTE).toISOString(),
    to: new Date(NOW + MINUTE).toISOString(),
  }
  const stats = await server.call(getVesselsStatsForPort, { id: 'LKCMB', ...period, by: 'state' })
  expect(stats.total).toBe(2)
  const answer = await server.call(getPortAnalytics, { id: 'LKCMB', ...period, bucket: 'hour' })
  expect(answer.arrivals.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(answer.departures.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  expect(answer.median_stay_h).toBeCloseTo(1.5, 0)
  expect(answer.baseline).toBeNull()
  const ages = { id: 'LKCMB', from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' }
  await expect(server.call(getPortAnalytics, ages)).rejects.toThrow(/VALIDATION.*too many buckets/)
})

test('a user corrects, splits and merges a call; a later edit conflicts, and history remains', async () => {
  const [call] = await callsOf(LIER)
  const at = (age: number) => new Date(NOW - age * MINUTE).toISOString()
  const right = { id: call!.id, expected_version: call!.version, reason: 'seen from the pier' }
  const corrected = await server.call(correctPortCall, { ...right, berth: 'JCT 3', berthed_at: at(118) })
  expect(corrected).toMatchObject({ berth: 'JCT 3', changed_by: 'admin', state: 'BERTHED' })
  await expect(server.call(correctPortCall, { ...right, berth: 'JCT 4' })).rejects.toThrow(
    /VERSION_CONFLICT.*changed meanwhile by admin; look at it as it is now/,
  )
  await expect(
    server.call(correctPortCall, { ...right, expected_version: corrected.version, departed_at: at(130) }),
  ).rejects.toThrow(/departed_at|berthed_at/)
  const [first, second] = await server.call(splitPortCall, {
    id: call!.id,
    expected_version: corrected.version,
    left_at: at(60),
    back_at: at(40),
    reason: 'she shifted out of port',
  })
  expect([first!.state, second!.state]).toEqual(['DEPARTED', 'BERTHED'])
  const merged = await server.call(mergePortCalls, { ids: [second!.id, first!.id], reason: 'she did not' })
  expect(merged).toMatchObject({ id: call!.id, state: 'BERTHED', departed_at: null })
  const versions = await server.call(getPortCallVersions, { id: call!.id })
  expect(versions.map(({ changed_by }) => changed_by)).toEqual([null, 'admin', 'admin', 'admin'])
  // Later fixes do not undo it.
  await receiver.send([fix(LIER, 0, BERTH, 0, 5)])
  await followed()
  expect((await callsOf(LIER)).find(({ id }) => id === call!.id)).toMatchObject({ berth: 'JCT 3' })
})

test('of two simultaneous corrections one gets the author and text of the other; none is lost', async () => {
  const [call] = (await callsOf(CALLER)).filter(({ state }) => state === 'DEPARTED')
  const { id } = call!
  const berths = ['JCT 1', 'JCT 2']
  const tried = await Promise.allSettled(
    berths.map((berth) =>
      server.call(correctPortCall, {
        id,
        expected_version: call!.version,
        berth,
        reason: `seen at ${berth}`,
      }),
    ),
  )
  const first = tried.findIndex(({ status }) => status === 'fulfilled')
  expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const late = {
    id,
    expected_version: call!.version,
    berth: berths[1 - first]!,
    reason: `seen at ${berths[1 - first]}`,
  }
  const refused = await server.raw(correctPortCall, late)
  expect(refused).toMatchObject({
    Message: 'This port call was changed meanwhile by admin; look at it as it is now.',
    Data: { berth: berths[first], version: call!.version + 1 },
  })
  await server.call(correctPortCall, { ...late, expected_version: call!.version + 1 })
  const versions = await server.call(getPortCallVersions, { id })
  expect(versions.slice(-2).map(({ berth }) => berth)).toEqual([berths[first], berths[1 - first]])
})

test('a call merged or revoked meanwhile is merged with nothing', async () => {
  const lies = await callsOf(LIER)
  const [taken] = lies.filter(({ state }) => state === 'CANCELLED')
  const [stands] = lies.filter(({ state }) => state === 'BERTHED')
  const ids = [stands!.id, taken!.id]
  await expect(server.call(mergePortCalls, { ids, reason: 'the same' })).rejects.toThrow(
    /VERSION_CONFLICT.*changed meanwhile by admin/,
  )
})

test('open screens receive call changes visible to their users', async () => {
  const { base } = server
  const { token } = await server.logIn('admin', PASSWORD)
  const [screen, partner] = [new Watcher(base, token), new Watcher(base, ofOther.token)]
  await until(() => screen.socket.connected && partner.socket.connected, 'both screens are connected')
  const received = ({ events }: Watcher) =>
    events.flatMap(({ name, payload }) =>
      name === portCallsChanged.wire ? (payload as { calls: { id: string; port_id: string }[] }).calls : [],
    )
  const [call] = (await callsOf(CALLER)).filter(({ state }) => state === 'DEPARTED')
  const { id, mmsi } = call!
  const moved = await server.call(correctPortCall, {
    id,
    expected_version: call!.version,
    port_id: 'INCOK',
    reason: 'another port',
  })
  await until(() => received(screen).length > 0, 'the screen is told')
  // Screens that show either port query again.
  expect(received(screen)).toEqual([
    { id, port_id: 'LKCMB', mmsi },
    { id, port_id: 'INCOK', mmsi },
  ])
  await server.call(correctPortCall, {
    id,
    expected_version: moved.version,
    port_id: 'LKCMB',
    cancel: true,
    reason: 'she was not there',
  })
  await until(() => received(screen).length === 4, 'the screen is told that it was taken back')
  // Changes from fixes are pushed the same way, to users who may see their source.
  await other.send([...sails(OTHERS, [60, 40], SEA, BERTH), ...lies(OTHERS, [40, 0])])
  const shows = (watcher: Watcher) => received(watcher).map((one) => 'mmsi' in one && one.mmsi)
  await until(async () => {
    await followed()
    return shows(partner).includes(String(OTHERS))
  }, 'the partner is told of the ship that his source hears')
  expect(new Set(shows(partner))).toEqual(new Set([String(OTHERS)]))
  expect(await callsOf(OTHERS, ofOther)).toMatchObject([{ state: 'BERTHED' }])
  screen.close()
  partner.close()
})

test('a late name appears in the call as the present name, and declarations are counted', async () => {
  const named = async (more: { as_of?: string } = {}) =>
    (await server.call(getPortOfCallsForVessel, { mmsi: String(LIER), ...more })).items.map(
      ({ ship_name, ship_name_now }) => [ship_name, ship_name_now],
    )[0]
  expect(await named()).toEqual([null, null])
  await receiver.send(reports(LIER, 'FOR ORDERS', NOW))
  await until(async () => (await named())?.[1] !== null, 'she said her name')
  expect(await named()).toEqual([null, 'SHIP 2'])
  expect(await named({ as_of: new Date().toISOString() })).toEqual([null, null])
  expect(await server.call(getDeclaredDestinations, {})).toMatchObject({
    declared: 4,
    matched: 3,
    unmatched: [{ text: 'FOR ORDERS', ships: 1, why: 'UNKNOWN' }],
    truncated: false,
  })
  // The one vessel visible to this user declares nothing.
  expect(await ofOther.call(getDeclaredDestinations, {})).toMatchObject({ declared: 0, unmatched: [] })
})
