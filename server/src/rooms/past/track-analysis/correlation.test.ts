import {
  correlationDecided,
  decideTrackCorrelation,
  getTrackCorrelation,
  getTrackCorrelationDecisions,
  getTrackCorrelationVersions,
} from '@samudra/contract/correlation'
import { addUser, changePassword } from '@samudra/contract/identity'
import { insertUpdateManualTrack } from '@samudra/contract/manual-tracks'
import { getVesselStats } from '@samudra/contract/picture'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { destinationOf } from '@samudra/nautical/geodesy'
import { place } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { aFix, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'

const OWN_PASSWORD = 'Sagar-2-Mala-Watch'
const NOW = Date.now()
const START = NOW - 3 * 3_600_000
const period = { from: new Date(START).toISOString(), to: new Date(START + 2 * 3_600_000).toISOString() }

/** Returns two hours of a slowly turning vessel, as received by one source. */
function sailed(of: Partial<PlainFix> & { mmsi: number }, everyS: number, northNm = 0): PlainFix[] {
  const fixes: PlainFix[] = []
  let at = place(10 + northNm / 60, 72)
  let cog = 60
  for (let s = 0; s <= 7200; s += 5) {
    if (s % everyS === 0) {
      const recTime = START + s * 1000 + (of.mmsi % 7)
      fixes.push(
        aFix({
          ...of,
          recTime,
          observedAt: START + s * 1000,
          lat: Math.round(at.lat * 1e6),
          lon: Math.round(at.lon * 1e6),
          sog: 120,
          cog: Math.round(cog * 10),
          fixId: recTime * 1024 + (of.mmsi % 100),
        }),
      )
    }
    at = destinationOf(at, cog, (12 * 1852 * 5) / 3600)
    cog += 20 / 720
  }
  return fixes
}

let server: TestServer
let receiver: Receiver
let satellite: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  satellite = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS'), satellite.feed('SATX')])
  const text = (mmsi: number, name: string, imo: string) => [
    ...encodePosition({ mmsi, lat: 10, lon: 72, sog: 12, cog: 60, navStatus: 0, second: 60 }),
    ...encodeStaticVoyage({ mmsi, name, callSign: `CS${mmsi % 10}`, imo, shipType: 70, destination: 'GOA' }),
  ]
  await receiver.send([
    ...text(419000001, 'ALPHA ONE', '9074729'),
    ...text(419000002, 'BRAVO TWO', '9319466'),
  ])
  await satellite.send(text(419000003, 'CHARLIE THREE', '9074729'))
  await until(
    async () => (await server.call(getVesselStats, { by: 'source' })).total === 3,
    'three ships are seen',
  )
  await storeFixes(server.database.db, [
    ...sailed({ mmsi: 419000001, source: 1 }, 60),
    ...sailed({ mmsi: 419000002, source: 1 }, 60, 1),
    ...sailed({ mmsi: 419000003, source: 2 }, 170),
  ])
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  await satellite.close()
})

const alpha = { mmsi: '419000001' }
const bravo = { mmsi: '419000002' }
const charlie = { mmsi: '419000003' }

test('one hull under two numbers is a match, with measurements in words', async () => {
  const reply = await server.call(getTrackCorrelation, { a: alpha, b: charlie, ...period })
  expect(reply).toMatchObject({
    verdict: 'MATCH',
    a_label: 'ALPHA ONE',
    b_label: 'CHARLIE THREE',
    decision: null,
    confirmed_by: null,
  })
  expect(reply.components.identity).toMatchObject({ measured: 'same IMO number; other call sign, name' })
  expect(reply.components.distance.score).toBeGreaterThan(0.9)
  expect(reply.nearest!.distance_nm).toBeLessThan(0.05)
  expect(reply.series.length).toBe(reply.compared)
})

test('ships a mile apart are not one', async () => {
  const reply = await server.call(getTrackCorrelation, { a: alpha, b: bravo, ...period })
  expect(reply).toMatchObject({ verdict: 'NO', components: { course: { score: 1 } } })
  expect(reply.nearest!.distance_nm).toBeGreaterThan(0.9)
})

test('tracks that cannot be compared yield an explanatory sentence', async () => {
  const raw = (input: object) =>
    server.raw(getTrackCorrelation, { a: alpha, b: charlie, ...period, ...input })
  expect((await raw({ b: alpha })).Message).toContain('Choose another track')
  expect((await raw({ from: period.to, to: period.from })).Message).toContain('Swap from and to')
  expect((await raw({ from: '2020-01-01T00:00:00Z' })).Message).toContain('31 days')
  expect(await raw({ b: { manual_track_id: 'none' } })).toMatchObject({ Code: 'NOT_FOUND' })
  const silent = await server.call(getTrackCorrelation, { a: alpha, b: { mmsi: '419000077' }, ...period })
  expect(silent).toMatchObject({ verdict: 'NO', score: 0, series: [], nearest: null })
})

test('a manual track is compared with a vessel by its plotted positions', async () => {
  const seen = sailed({ mmsi: 419000001 }, 1200).map((fix) => ({
    t: new Date(fix.observedAt).toISOString(),
    lat: fix.lat / 1e6 + 0.005,
    lon: fix.lon / 1e6,
  }))
  const plot = (more: object) =>
    server.call(insertUpdateManualTrack, { name: 'Radar 12', kind: 'MOVING', points: seen, ...more } as never)
  const track = await plot({})
  const reply = await server.call(getTrackCorrelation, {
    a: { manual_track_id: track.id },
    b: alpha,
    ...period,
  })
  expect(reply).toMatchObject({ verdict: 'MATCH', max_dist_nm: 5, a_label: 'Radar 12' })
  expect(reply.components.identity).toMatchObject({ score: null, measured: 'nothing to compare' })
  const linked = await plot({ linked_mmsi: '419000002' })
  const other = await server.call(getTrackCorrelation, {
    a: { manual_track_id: linked.id },
    b: alpha,
    ...period,
  })
  expect(other.components.identity).toMatchObject({ score: 0 })
  expect(other.score).toBeLessThan(reply.score)
  const timeless = await plot({ kind: 'POINT', points: [{ lat: 10, lon: 72 }] })
  const refused = await server.raw(getTrackCorrelation, {
    a: { manual_track_id: timeless.id },
    b: alpha,
    ...period,
  })
  expect(refused.Message).toContain('has no times')
})

test('people confirm or reject with a reason, one after another, and every decision stays', async () => {
  const ask = { a: alpha, b: charlie, ...period, reason: 'Photograph of the hull' }
  const watcher = new Watcher(server.base, server.token)
  await until(() => watcher.socket.connected, 'the socket is open')
  const [one, two] = await Promise.all([
    server.raw(decideTrackCorrelation, { ...ask, decision: 'CONFIRMED' }),
    server.raw(decideTrackCorrelation, { ...ask, decision: 'REJECTED' }),
  ])
  const codes = [one, two].map((answer) => (answer.Status ? 'OK' : answer.Code)).sort()
  expect(codes).toEqual(['OK', 'VERSION_CONFLICT'])
  const first = (await server.call(getTrackCorrelationDecisions, { mmsi: charlie.mmsi })).items[0]!
  const confirmed = await server.call(decideTrackCorrelation, {
    ...ask,
    a: charlie,
    b: alpha,
    decision: 'CONFIRMED',
    expected_version: first.version,
  })
  expect(confirmed).toMatchObject({ id: first.id, version: 2, decided_by: 'admin', verdict: 'MATCH' })
  const reply = await server.call(getTrackCorrelation, { a: alpha, b: charlie, ...period })
  expect(reply).toMatchObject({ confirmed_by: 'admin', decision: { reason: 'Photograph of the hull' } })
  const { items } = await server.call(getTrackCorrelationVersions, { id: first.id })
  expect(items.map(({ version }) => version)).toEqual([1, 2])
  await until(
    () =>
      watcher.events.some(
        ({ name, payload }) =>
          name === correlationDecided.wire && JSON.stringify(payload).includes('"version":2'),
      ),
    'the screens are told',
  )
  watcher.close()
  const wordless = await server.raw(decideTrackCorrelation, { ...ask, reason: ' ', decision: 'OPEN' })
  expect(wordless).toMatchObject({ Code: 'VALIDATION' })
})

test('a user who cannot see one of the two tracks sees neither its track nor the decision', async () => {
  const made = await server.call(addUser, {
    username: 'coast',
    role: '2',
    sources: ['MSIS'],
    zone_access: ['*'],
  })
  const first = await server.logIn('coast', made.temporary_password)
  await first.call(changePassword, { old_password: made.temporary_password, new_password: OWN_PASSWORD })
  const coast = await server.logIn('coast', OWN_PASSWORD)
  expect(await coast.call(getTrackCorrelation, { a: alpha, b: charlie, ...period })).toMatchObject({
    verdict: 'NO',
    series: [],
    b_label: null,
    decision: null,
  })
  expect((await coast.call(getTrackCorrelationDecisions, {})).items).toEqual([])
  const refused = await coast.raw(decideTrackCorrelation, {
    a: alpha,
    b: charlie,
    ...period,
    decision: 'REJECTED',
    reason: 'no',
  })
  expect(refused).toMatchObject({ Code: 'NOT_FOUND' })
})
