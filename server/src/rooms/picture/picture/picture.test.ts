import { getAisHistoryForTrackBtwInterval, getTrackForMmsi } from '@samudra/contract/history'
import {
  addToBlacklist,
  aisFieldsAutocomplete,
  getBlacklist,
  removeFromBlacklist,
  filterAisData,
  getAisDetailsByVessel,
  getAisIndicative,
  getAisUtils,
  getVesselData,
  getVesselStats,
} from '@samudra/contract/picture'
import {
  getFeeds,
  getSourceCoveredRegions,
  getSourceWiseAisInfo,
  getSourceWiseStatus,
  updateFeed,
  addFeed,
} from '@samudra/contract/feeds'
import { pictureStatus, type PictureStatus } from '@samudra/contract/socket'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { afterEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function receivers(...sources: [string, number][]) {
  const all = await Promise.all(sources.map(() => Receiver.listen()))
  open.push(...all)
  const feeds = all.map((one, i) => one.feed(sources[i]![0], { priority: sources[i]![1] }))
  return { all, feeds }
}

/** A position report, by default of an Indian tanker off Kochi. */
function aReport(more: Partial<Parameters<typeof encodePosition>[0]> = {}, at?: number, station?: string) {
  return encodePosition(
    { mmsi: 419000123, lat: 9.9, lon: 75.9, sog: 12.3, cog: 181.5, trueHeading: 180, navStatus: 0, ...more },
    at === undefined
      ? {}
      : { tagBlock: { c: Math.floor(at / 1000), ...(station === undefined ? {} : { s: station }) } },
  )
}

const contactsOf = async (sea: TestServer) => (await sea.call(filterAisData, { filter: {} })).ais

/** Time from a sentence to the picture, ms, as the server reports it: a poll of ours takes longer on a busy machine. */
async function latencyOf(sea: TestServer): Promise<number> {
  const screen = new Watcher(sea.base, sea.token)
  open.push(screen)
  const latency = () =>
    screen.events
      .filter(({ name }) => name === pictureStatus.wire)
      .map(({ payload }) => (payload as PictureStatus).p95_latency_ms)
      .find((ms) => ms !== null)
  await until(() => latency() !== undefined, 'the server reports its latency')
  return latency()!
}

test('a sentence on a socket is a contact on the picture within a second, with its provenance', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const sea = await aServer(feeds)
  open.push(sea)
  const at = Date.now() - 2000
  await all[0]!.send([
    ...encodeStaticVoyage({
      mmsi: 419000123,
      imo: '9074729',
      name: 'SAMUDRA PRIDE',
      callSign: 'VTXA',
      shipType: 80,
      toBow: 150,
      toStern: 33,
      toPort: 16,
      toStarboard: 16,
      draught: 11.2,
      destination: 'INCOK',
      eta: { month: 12, day: 3, hour: 4, minute: 30 },
    }),
    ...aReport({}, at, 'KOCHI1'),
  ])
  await until(async () => (await contactsOf(sea)).length === 1, 'the contact is there')
  expect(await latencyOf(sea)).toBeLessThan(1000)
  const details = await sea.call(getAisDetailsByVessel, { mmsi: '419000123' })
  expect(details).toMatchObject({
    ship_name: 'SAMUDRA PRIDE',
    country: 'India',
    imo: '9074729',
    ship_type: 'TANKER',
    length: 183,
    beam: 32,
    draught: 11.2,
    destination: 'INCOK',
    eta: '12-03 04:30',
    latitude: 9.9,
    longitude: 75.9,
    sog: 12.3,
    cog: 181.5,
    true_heading: 180,
    source: 'MSIS',
    age_state: 'FRESH',
    sources_seen: ['MSIS'],
    chosen_because: 'MSIS is the only source that has reported this contact.',
  })
  expect(details.alternatives).toMatchObject([{ station: 'KOCHI1', quality: 'OK', shown: true }])
  expect(details.alternatives[0]!.latency_s).toBeGreaterThanOrEqual(1.9)
})

test('two sources 3 NM apart are one contact; the preferred one is shown, also after a change', async () => {
  const { all } = await receivers(['COASTAL', 1], ['SATELLITE', 2])
  const sea = await aServer()
  open.push(sea)
  for (const [i, source] of ['COASTAL', 'SATELLITE'].entries())
    await sea.call(addFeed, {
      name: source,
      kind: 'nmea-tcp',
      address: `127.0.0.1:${all[i]!.port}`,
      source,
      priority: i + 1,
      trust: 0.5,
      expected_interval_s: 10,
      options: {},
    })
  await all[0]!.send(aReport({ lat: 9.9 }))
  await all[1]!.send(aReport({ lat: 9.95 }))
  await until(async () => (await contactsOf(sea))[0]?.sources_seen.length === 2, 'both sources are heard')
  const before = await sea.call(getAisDetailsByVessel, { mmsi: '419000123' })
  expect(before.latitude).toBe(9.9)
  expect(before.chosen_because).toBe(
    'COASTAL has the highest priority (1) of the 2 sources with a recent fix.',
  )
  expect(before.alternatives.map((fix) => [fix.source, fix.latitude, fix.shown])).toEqual([
    ['COASTAL', 9.9, true],
    ['SATELLITE', 9.95, false],
  ])
  const satellite = (await sea.call(getFeeds, {})).items.find((feed) => feed.source === 'SATELLITE')!
  const coastal = (await sea.call(getFeeds, {})).items.find((feed) => feed.source === 'COASTAL')!
  await sea.call(updateFeed, { id: satellite.id, expected_version: satellite.version, priority: 1 })
  await sea.call(updateFeed, { id: coastal.id, expected_version: coastal.version, priority: 2 })
  expect((await sea.call(getAisDetailsByVessel, { mmsi: '419000123' })).latitude).toBe(9.95)
})

test('a transmission received by two sources is one fix with both receivers', async () => {
  const { all, feeds } = await receivers(['EAST', 1], ['WEST', 2])
  const sea = await aServer(feeds)
  open.push(sea)
  const at = Date.now()
  await all[0]!.send(aReport({}, at, 'E1'))
  await until(async () => (await contactsOf(sea)).length === 1, 'the first copy is there')
  await all[1]!.send(aReport({}, at, 'W1'))
  await until(
    async () => (await sea.call(getFeeds, {})).items.some((feed) => feed.counters.duplicates === 1),
    'the copy is counted',
  )
  const range = { from: new Date(at - 60_000).toISOString(), to: new Date(at + 60_000).toISOString() }
  const stored = await sea.call(getAisHistoryForTrackBtwInterval, { mmsi: '419000123', ...range })
  expect(stored.items).toHaveLength(1)
  expect(stored.items[0]).toMatchObject({
    source: 'EAST',
    station: 'E1',
    receivers: [{ source: 'WEST', station: 'W1' }],
  })
})

test('an impossible fix is stored with its reason and never shown', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const sea = await aServer(feeds)
  open.push(sea)
  const now = Date.now()
  await all[0]!.send([
    ...aReport({}, now - 1000),
    ...aReport({ lat: null, lon: null }, now),
    ...aReport({ lat: 9.91 }, now + 3_600_000),
    ...aReport({ lat: 9.92 }, now - 6 * 86_400_000),
    ...aReport({ lat: 15 }, now),
  ])
  const range = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() }
  const stored = async () =>
    (await sea.call(getAisHistoryForTrackBtwInterval, { mmsi: '419000123', ...range, by: 'ARRIVAL' })).items
  await until(async () => (await stored()).length === 5, 'all five are stored')
  expect((await stored()).map((fix) => [fix.quality, fix.reject_reasons.join()])).toEqual([
    ['OK', ''],
    ['QUARANTINED', 'SENTINEL'],
    ['QUARANTINED', 'FUTURE'],
    ['QUARANTINED', 'TOO_OLD'],
    ['QUARANTINED', 'JUMP'],
  ])
  expect((await contactsOf(sea)).map((contact) => contact.latitude)).toEqual([9.9])
})

test('two ships on one MMSI become two contacts, both with the dup mark', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const sea = await aServer(feeds)
  open.push(sea)
  for (let n = 0; n < 5; n++)
    await all[0]!.send([
      ...aReport({ lat: 9.9 + n * 1e-4, second: n }),
      ...aReport({ lat: -4.1 + n * 1e-4, lon: 39.7, second: n }),
    ])
  await until(async () => (await contactsOf(sea)).length === 2, 'both are there')
  const contacts = await contactsOf(sea)
  expect(contacts.map((contact) => contact.split_id).sort()).toEqual([0, 1])
  expect(contacts.every((contact) => contact.dup_flag)).toBe(true)
  const marked = await sea.call(filterAisData, { filter: { anomalies: ['MMSI_DUPLICATE'] } })
  expect([marked.count, marked.total]).toEqual([2, 2])
})

test('a feed 90 minutes late that stamps fixes with its arrival makes no second vessel', async () => {
  const { all, feeds } = await receivers(['MSIS', 1], ['SATX', 20])
  const sea = await aServer([feeds[0]!, { ...feeds[1]!, options: { time: 'received' } }])
  open.push(sea)
  const now = Date.now()
  // Fifteen knots to the north: a quarter of a mile a minute.
  const seen = (ago: number, at: number) => ({
    lat: 9.9 - ago / 240,
    sog: 15,
    cog: 0,
    second: new Date(at).getUTCSeconds(),
  })
  const range = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 600_000).toISOString() }
  const stored = async () => {
    const query = { mmsi: '419000123', ...range, by: 'ARRIVAL', limit: 500 } as const
    return (await sea.call(getAisHistoryForTrackBtwInterval, query)).items.map((fix) => fix.reject_reasons)
  }
  const minutes = Array.from({ length: 101 }, (_, n) => 100 - n)
  await all[0]!.send(minutes.flatMap((ago) => aReport(seen(ago, now - ago * 60_000), now - ago * 60_000)))
  await until(async () => (await stored()).length === 101, 'the ship is heard')
  await all[1]!.send(minutes.slice(0, 10).flatMap((ago) => aReport(seen(ago - 0.5, Date.now()))))
  await until(async () => (await stored()).length === 111, 'the late feed is heard')
  expect((await stored()).slice(-10).flat()).toEqual(Array.from({ length: 10 }, () => 'OUT_OF_ORDER'))
  expect((await contactsOf(sea)).map((one) => [one.split_id, one.dup_flag])).toEqual([[0, false]])
})

test('after a restart the last known positions and names are back', async () => {
  const { all, feeds } = await receivers(['MSIS', 1], ['SATX', 20])
  const database = await aDatabase()
  const first = await aServer(feeds, database)
  // A server still being built chooses the shown source again.
  await all[1]!.send(aReport({ second: 20 }))
  await until(async () => (await contactsOf(first)).length === 1, 'the satellite is heard')
  await all[0]!.send([
    ...aReport(),
    ...encodeStaticVoyage({ mmsi: 419000123, name: 'SAMUDRA PRIDE', shipType: 70 }),
  ])
  await until(async () => (await contactsOf(first))[0]?.ship_name === 'SAMUDRA PRIDE', 'the ship is there')
  const before = await contactsOf(first)
  await first.halt()
  const second = await aServer(feeds, database)
  open.push(second)
  const after = await contactsOf(second)
  expect(before[0]!.sources_seen).toHaveLength(2)
  const lasting = (contacts: typeof after) =>
    contacts.map(({ contact_id: _id, sources_seen, ...rest }) => ({
      ...rest,
      sources: [...sources_seen].sort(),
    }))
  expect(lasting(after)).toEqual(lasting(before))
})

test('a track is returned with its gaps, and marked when simplified', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const sea = await aServer(feeds)
  open.push(sea)
  const now = Date.now()
  const minutes = [120, 119, 118, 117, 60, 59, 58, 57]
  await all[0]!.send(
    minutes.flatMap((ago) =>
      aReport({ lat: 9.9 - (120 - ago) * 0.003, second: ago % 60 }, now - ago * 60_000),
    ),
  )
  const track = () => sea.call(getTrackForMmsi, { mmsi: '419000123', interval: '5760 minutes' })
  await until(async () => (await track()).points.length === 8, 'the track is stored')
  expect((await track()).gaps.map((gap) => gap.minutes)).toEqual([57])
  const short = await sea.call(getTrackForMmsi, { mmsi: '419000123', max_points: 3 })
  // Both ends of a gap stay, however few points are requested.
  expect([short.points.length, short.simplified, short.dropped]).toEqual([4, true, 4])
  const age = (t: string) => Math.round((now - Date.parse(t)) / 60_000)
  expect(short.points.map(({ t }) => age(t))).toEqual([120, 117, 60, 57])
  // A query without a time uses the administrators' setting; one with a time works as before.
  const { version } = await sea.call(getAdminSettings, {})
  const set = (text: string) =>
    sea.raw(updateAdminSettings, { changes: { 'ais.interval': text }, expected_version: version })
  expect(await set('90')).toMatchObject({ Code: 'VALIDATION' })
  expect(await set('5 minutes')).toMatchObject({ Code: 'VALIDATION' })
  expect(await set('90 minutes')).toMatchObject({ Status: true })
  expect((await sea.call(getTrackForMmsi, { mmsi: '419000123' })).points).toHaveLength(4)
  expect((await track()).points).toHaveLength(8)
})

test('the picture answers by type, by cell, by search text and by change', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const sea = await aServer(feeds)
  open.push(sea)
  await all[0]!.send([
    ...aReport(),
    ...aReport({ mmsi: 412000777, lat: 5.1, lon: 80.2 }),
    ...encodeStaticVoyage({ mmsi: 419000123, name: 'SAMUDRA PRIDE', shipType: 80 }),
    ...encodeStaticVoyage({ mmsi: 412000777, name: 'HAI XING', shipType: 70, destination: 'LKCMB' }),
  ])
  await until(async () => (await contactsOf(sea)).every((one) => one.ship_name !== null), 'both have names')
  const stats = await sea.call(getVesselStats, { by: 'ship_type' })
  expect(stats.groups.map((group) => `${group.key} ${group.count}`).sort()).toEqual(['CARGO 1', 'TANKER 1'])
  const typed = await sea.call(aisFieldsAutocomplete, { field: 'any', q: 'samu' })
  expect(typed[0]).toMatchObject({ value: 'SAMUDRA PRIDE', mmsi: '419000123' })
  const cells = await sea.call(getAisIndicative, { bbox: [60, 0, 100, 30], zoom: 2 })
  expect([cells.exact, cells.total, cells.cells.reduce((sum, cell) => sum + cell.count, 0)]).toEqual([
    false,
    2,
    2,
  ])
  const all2 = await sea.call(getVesselData, {})
  await all[0]!.send(aReport({ lat: 9.9001, second: 30 }))
  await until(
    async () => (await sea.call(getVesselData, { since: all2.since })).items.length > 0,
    'a change is reported',
  )
  expect((await sea.call(getVesselData, { since: all2.since })).items.map((one) => one.mmsi)).toEqual([
    '419000123',
  ])
  const utils = await sea.call(getAisUtils, {})
  const again = await sea.call(getAisUtils, { since_version: utils.version })
  expect(again).toMatchObject({ version: utils.version, unchanged: true, sources: [], eez: [] })
  expect(await sea.call(getAisUtils, { since_version: 'another' })).toEqual(utils)
  expect(utils.sources.map((source) => source.code)).toEqual(['MSIS'])
  const filtered = await sea.call(filterAisData, {
    filter: {
      expr: {
        op: 'ALL',
        of: [
          { k: 'attr', field: 'country', cmp: 'eq', value: 'China' },
          { op: 'NONE', of: [{ k: 'attr', field: 'sog', cmp: 'lt', value: 5 }] },
        ],
      },
    },
  })
  expect(filtered.ais.map((one) => one.ship_name)).toEqual(['HAI XING'])
})

test('sources report their data, delay and area', async () => {
  const { all, feeds } = await receivers(['MSIS', 1], ['SAT', 2])
  const sea = await aServer(feeds)
  open.push(sea)
  const now = Date.now()
  await all[0]!.send(aReport({}, now - 2000))
  await all[1]!.send(
    [0, 1, 2].flatMap((n) => aReport({ mmsi: 412000777 + n, lat: 5, lon: 80 }, now - 600_000)),
  )
  await until(async () => (await contactsOf(sea)).length === 4, 'all are there')
  const info = await sea.call(getSourceWiseAisInfo, {})
  expect(info.map((one) => [one.source, one.vessels, one.positions, one.share_pct]).sort()).toEqual([
    ['MSIS', 1, 1, 25],
    ['SAT', 3, 3, 75],
  ])
  const sat = info.find((one) => one.source === 'SAT')!
  expect(sat.p50_latency_s).toBeGreaterThan(500)
  const coverage = await sea.call(getSourceCoveredRegions, { source: 'SAT' })
  expect(coverage.features.map((one) => one.geometry.coordinates[0]![0])).toEqual([[80, 5]])
  const status = await sea.call(getSourceWiseStatus, {})
  expect(status.map((one) => [one.source, one.state]).sort()).toEqual([
    ['MSIS', 'UP'],
    ['SAT', 'UP'],
  ])
})

test('a blacklisted vessel carries the mark at once and after a restart, until it is taken off', async () => {
  const { all, feeds } = await receivers(['MSIS', 1])
  const database = await aDatabase()
  const first = await aServer(feeds, database)
  await all[0]!.send(aReport())
  await until(async () => (await contactsOf(first)).length === 1, 'the contact is there')
  await first.call(addToBlacklist, { mmsi: '419000123', reason: 'fished in a closed area' })
  expect((await contactsOf(first))[0]!.blacklist).toBe(true)
  await first.halt()
  const second = await aServer([], database)
  open.push(second)
  expect((await contactsOf(second))[0]!.blacklist).toBe(true)
  expect(await second.call(getBlacklist, {})).toMatchObject([{ mmsi: '419000123', added_by: 'admin' }])
  const on = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await second.call(removeFromBlacklist, { mmsi: '419000123' })
  expect((await contactsOf(second))[0]!.blacklist).toBe(false)
  expect(await second.call(getBlacklist, {})).toEqual([])
  // Queries about the past still show it on the blacklist.
  expect(await second.call(getBlacklist, { as_of: on })).toMatchObject([{ mmsi: '419000123' }])
  const past = await second.call(getVesselData, { as_of: on })
  expect(past.items.map(({ blacklist }) => blacklist)).toEqual([true])
})
