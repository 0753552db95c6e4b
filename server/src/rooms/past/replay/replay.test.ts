import { getAisHistoryForTrackBtwInterval, getTrailData } from '@samudra/contract/history'
import { filterAisData, getAisDetailsByVessel, getVesselStats } from '@samudra/contract/picture'
import { addZone } from '@samudra/contract/zones'
import { tableUpdate } from '@samudra/contract/kind'
import {
  deleteReplayBookmark,
  getPicture,
  getRecordings,
  getReplayBookmarks,
  getReplayChunk,
  getReplayTracks,
  saveRecording,
  saveReplayBookmark,
} from '@samudra/contract/replay'
import {
  decodeReplayChunk,
  frameDigest,
  nextRow,
  rowAt,
  type Knowledge,
  type ReplayChunk,
} from '@samudra/contract/wire/replay-chunk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, dice, storeFixes, type PlainFix } from '../../../../testing/seas/fixes.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { query } from '../../../platform/needs/query.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A whole day that is over. */
const DAY = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
let receivers: Receiver[] = []
let numbers: { feed: number; source: number }[] = []

beforeAll(async () => {
  receivers = [await Receiver.listen(), await Receiver.listen()]
  server = await aServer([
    receivers[0]!.feed('MSIS', { priority: 1 }),
    receivers[1]!.feed('SATX', { priority: 20 }),
  ])
  const { rows } = await sql<{ code: string; feed: number; source: number }>`
    select s.code, f.number as feed, s.id as source from feeds f join sources s on s.id = f.source_id
    order by s.code`.execute(query(server.database.db))
  numbers = rows
  await storeFixes(server.database.db, everything())
})
afterAll(async () => {
  await server.close()
  for (const receiver of receivers) await receiver.close()
})

const heard = (source: 0 | 1, fix: Partial<PlainFix> & { recTime: number }) =>
  aFix({ ...numbers[source]!, ...fix })

const LATE = 419000016
const STEADY = 419000001
const GAPPED = 419000002
const TWICE = 419000003
const HIDDEN = 419000004

/** The sea of the tests, from six to noon. */
function everything(): PlainFix[] {
  const fixes: PlainFix[] = []
  const at = (minutes: number) => DAY + 6 * HOUR + minutes * MINUTE
  for (let minute = 0; minute < 360; minute += 2) {
    const lat = 10e6 + minute * 3000
    fixes.push(heard(0, { mmsi: STEADY, recTime: at(minute) + 537, observedAt: at(minute), lat }))
    if (minute < 60 || (minute > 120 && minute % 4 === 2))
      fixes.push(heard(0, { mmsi: GAPPED, recTime: at(minute) + 700, observedAt: at(minute), lat: -lat }))
    // A satellite reports another position of this vessel, later, until the land station falls silent.
    const there = { mmsi: TWICE, observedAt: at(minute), lat: 5e6 }
    if (minute < 180) fixes.push(heard(0, { ...there, recTime: at(minute) + 900, lon: 70e6 }))
    fixes.push(heard(1, { ...there, recTime: at(minute) + 30_000, lon: 70_010_000 }))
    fixes.push(
      heard(0, { mmsi: HIDDEN, recTime: at(minute), observedAt: at(minute), lat, lon: 60e6 + minute * 1e5 }),
    )
  }
  fixes.push(heard(0, { mmsi: LATE, recTime: at(5), observedAt: at(5), lat: 1e6 }))
  // Observed at 07:00, arrived at 11:00.
  fixes.push(heard(1, { mmsi: LATE, recTime: at(300), observedAt: at(60), lat: 2e6 }))
  return fixes.map((fix, i) => ({ ...fix, fixId: fix.recTime * 1024 + i }))
}

const period = { from: iso(DAY + 6 * HOUR), to: iso(DAY + 12 * HOUR) }
type Asking = Pick<TestServer, 'call' | 'token'>

async function open(knowledge: Knowledge, more: object = {}, by: Asking = server) {
  const replay = await by.call(getReplayTracks, { ...period, knowledge, ...more })
  const chunks: ReplayChunk[] = []
  const chunk = async (n: number) => {
    const { bytes } = await download(server.base, by.token, getReplayChunk, { id: replay.replay_id, n })
    return (chunks[n] = decodeReplayChunk(bytes))
  }
  const { frames, chunk_s } = replay.manifest
  const nOf = (instant: number) =>
    Math.min(frames - 1, Math.floor((instant - Date.parse(replay.from)) / 1000 / chunk_s))
  const at = (instant: number) => chunk(nOf(instant))
  /** Returns the frame of a single instant. */
  const still = async (instant: number) => {
    const request = { id: replay.replay_id, n: nOf(instant), at: iso(instant) }
    return decodeReplayChunk((await download(server.base, by.token, getReplayChunk, request)).bytes)
  }
  return { replay, chunk, at, still }
}

/** Where a contact is at an instant, and what its way leads to; null when it is not shown. */
function placeOf(chunk: ReplayChunk, mmsi: number, at: number) {
  const i = chunk.contacts.findIndex((contact) => contact.mmsi === mmsi)
  const row = i < 0 ? -1 : rowAt(chunk, i, at)
  if (row < 0) return null
  const { rows } = chunk
  const next = nextRow(chunk, i, row)
  return {
    lat: rows.lat[row]! / 1e6,
    lon: rows.lon[row]! / 1e6,
    observedAt: rows.observedAt[row]!,
    source: chunk.sources[rows.source[row]!],
    next: next < 0 ? null : rows.lat[next]! / 1e6,
  }
}

test('a late arrival is absent from the known past and present in the corrected past', async () => {
  const nine = DAY + 9 * HOUR
  const known = await (await open('AS_KNOWN')).at(nine)
  expect(placeOf(known, LATE, nine)).toMatchObject({ lat: 1, source: 'MSIS' })
  const corrected = await (await open('CORRECTED')).at(nine)
  expect(placeOf(corrected, LATE, nine)).toMatchObject({ lat: 2, source: 'SATX' })
  // By what was known at ten, it had not arrived either.
  const before = await (await open('CORRECTED', { known_by: iso(DAY + 10 * HOUR) })).at(nine)
  expect(placeOf(before, LATE, nine)).toMatchObject({ lat: 1 })
  const half = DAY + 11.5 * HOUR
  expect(placeOf(await (await open('AS_KNOWN')).at(half), LATE, half)).toMatchObject({ lat: 2 })
})

test('AS_KNOWN shows a fix from arrival; CORRECTED moves to the next fix, but not across gaps', async () => {
  const second = DAY + 8 * HOUR + 300
  const known = await (await open('AS_KNOWN')).at(second)
  expect(placeOf(known, STEADY, second)).toMatchObject({ observedAt: second - 300 - 2 * MINUTE, next: null })
  const corrected = await (await open('CORRECTED')).at(second)
  expect(placeOf(corrected, STEADY, second)).toMatchObject({ observedAt: second - 300, next: 10.366 })
  const silent = DAY + 7 * HOUR + 30 * MINUTE
  expect(placeOf(await (await open('CORRECTED')).at(silent), GAPPED, silent)).toMatchObject({
    lat: -10.174,
    next: null,
  })
})

test('of two sources that disagree the one is shown that the live picture would show', async () => {
  const { at } = await open('AS_KNOWN')
  const seven = DAY + 7 * HOUR + 45_000
  expect(placeOf(await at(seven), TWICE, seven)).toMatchObject({ lon: 70, source: 'MSIS' })
  const eleven = DAY + 11 * HOUR + 45_000
  expect(placeOf(await at(eleven), TWICE, eleven)).toMatchObject({ lon: 70.01, source: 'SATX' })
})

test.each(['AS_KNOWN', 'CORRECTED'] as const)(
  'play, seek in any order and single-instant query: %s shows the same frame',
  async (knowledge) => {
    const known_by = iso(DAY + 20 * HOUR)
    const played = await open(knowledge, { known_by })
    const { roll, below } = dice(7)
    // Any, the very instants of reports, and those just about an arrival.
    const instants = Array.from({ length: 36 }, (_, i) => {
      const at = DAY + 6 * HOUR + Math.floor(roll() * 6 * HOUR)
      const reported = at - (at % (2 * MINUTE))
      return [at, reported, reported + 500 + below(100)][i % 3]!
    })
    const digests = new Map<number, string>()
    for (let n = 0; n < played.replay.manifest.frames; n++) {
      const chunk = await played.chunk(n)
      for (const at of instants)
        if (at >= chunk.from && at < chunk.to) digests.set(at, frameDigest(chunk, at).digest)
    }
    expect(new Set(digests.values()).size).toBeGreaterThan(15)
    const sought = await open(knowledge, { known_by, step_s: 0 })
    expect(sought.replay.manifest.digest).toBe(played.replay.manifest.digest)
    for (const at of instants.sort(() => below(3) - 1)) {
      expect(frameDigest(await sought.still(at), at).digest).toBe(digests.get(at))
      expect(frameDigest(await sought.at(at), at).digest).toBe(digests.get(at))
      const whole = await server.call(getPicture, { at: iso(at), knowledge, known_by })
      expect(whole.digest).toBe(digests.get(at))
    }
  },
)

test('a filter and a box hide other contacts and report their number', async () => {
  const eight = DAY + 8 * HOUR
  const all = await server.call(getPicture, { at: iso(eight), knowledge: 'CORRECTED' })
  expect(all).toMatchObject({ count: 5, total: 5, truncated: false })
  const boxed = { at: iso(eight), knowledge: 'CORRECTED', bbox: [69, -90, 71, 90] } as const
  expect(await server.call(getPicture, { ...boxed, bbox: [...boxed.bbox] })).toMatchObject({
    count: 1,
    total: 5,
  })
  const slow = { mmsis: ['419000002'] }
  const some = await server.call(getPicture, { at: iso(eight), knowledge: 'CORRECTED', filter: slow })
  expect(some.contacts.map(({ mmsi }) => mmsi)).toEqual(['419000002'])
  expect(some.total).toBe(5)
})

test('an age filter drops a vessel when its last fix grows old, even without new data', async () => {
  const filter = { time_filter: 20, mmsis: [String(GAPPED)] }
  const old = { k: 'attr', field: 'age_min', cmp: 'gte', value: 20 } as const
  // Last received at 06:58; silent until 08:02.
  const minutes = (after: number) => DAY + 7 * HOUR + after * MINUTE
  for (const knowledge of ['AS_KNOWN', 'CORRECTED'] as const) {
    const young = await open(knowledge, { filter })
    const aged = await open(knowledge, { filter: { expr: old, mmsis: filter.mmsis } })
    for (const after of [-3, 10, 17, 19, 45, 61, 63]) {
      const at = minutes(after)
      const isYoung = after < 18 || after > 62
      const whole = await server.call(getPicture, { at: iso(at), knowledge, filter })
      expect([after, whole.count]).toEqual([after, isYoung ? 1 : 0])
      for (const chunk of [await young.at(at), await young.still(at)])
        expect(frameDigest(chunk, at)).toEqual({ digest: whole.digest, contacts: whole.count })
      expect(placeOf(await aged.at(at), GAPPED, at) === null).toBe(isYoung)
    }
  }
})

test('a user limited to one zone or source receives nothing else, not even positions between', async () => {
  const ring = [
    [59, 0],
    [63, 0],
    [63, 30],
    [59, 30],
    [59, 0],
  ] as [number, number][]
  const zone = await server.call(addZone, {
    name: 'West of 63',
    geometry: { type: 'Polygon', coordinates: [ring] },
  })
  const west = await aUser(server, 'west', ['*'], { zone_access: [zone.id] })
  const replay = await open('CORRECTED', {}, west)
  expect(replay.replay).toMatchObject({ density: [], manifest: { fixes: null } })
  for (let n = 0; n < replay.replay.manifest.frames; n++) {
    const chunk = await replay.chunk(n)
    const { contacts, rows, first } = chunk
    expect(contacts.every(({ mmsi }) => mmsi === HIDDEN)).toBe(true)
    // Nor is it drawn on its way to where it is hidden.
    for (const i of contacts.keys())
      for (let row = first[i]!; row < first[i + 1]!; row++) {
        const next = rows.isShown[row] === 1 ? nextRow(chunk, i, row) : -1
        if (next >= 0) expect(rows.isShown[next]).toBe(1)
      }
    for (let row = 0; row < rows.count; row++)
      if (rows.isShown[row] === 1) expect(rows.lon[row]).toBeLessThanOrEqual(63e6)
      else expect([rows.lat[row], rows.lon[row], rows.sog[row]]).toEqual([0, 0, 0])
  }
  const satellite = await aUser(server, 'satellite', ['SATX'])
  const seen = await satellite.call(getPicture, { at: iso(DAY + 7 * HOUR + 45_000), knowledge: 'AS_KNOWN' })
  expect(seen.contacts).toMatchObject([{ mmsi: '419000003', longitude: 70.01, source: 'SATX' }])
  expect(await satellite.raw(getReplayChunk, { id: replay.replay.replay_id, n: 0 })).toMatchObject({
    Code: 'NOT_FOUND',
  })
})

test('card, lists and counts of an instant show the known past, with the reason for the source', async () => {
  const nine = iso(DAY + 9 * HOUR)
  const late = String(LATE)
  const card = (more: object) => server.call(getAisDetailsByVessel, { mmsi: late, as_of: nine, ...more })
  expect(await card({})).toMatchObject({ latitude: 1, source: 'MSIS', sources_seen: ['MSIS'] })
  expect(await card({ knowledge: 'CORRECTED' })).toMatchObject({ latitude: 2, source: 'SATX' })
  const twice = await server.call(getAisDetailsByVessel, {
    mmsi: String(TWICE),
    as_of: iso(DAY + 7 * HOUR + 45_000),
  })
  expect(twice).toMatchObject({ longitude: 70, age_state: 'FRESH' })
  expect(twice.chosen_because).toContain('MSIS has the highest priority (1) of the 2 sources')
  expect(twice.alternatives).toHaveLength(2)
  const filtered = await server.call(filterAisData, {
    filter: { mmsis: [late, String(STEADY)] },
    as_of: nine,
  })
  expect(filtered).toMatchObject({ count: 2, total: 5, as_of: nine })
  expect(await server.call(getVesselStats, { by: 'source', as_of: nine })).toMatchObject({ total: 5 })
  const trail = (more: object) =>
    server.call(getTrailData, { mmsis: [late], trail_type: 'interval', ...period, ...more } as never)
  expect((await trail({}))[0]!.points).toHaveLength(2)
  expect((await trail({ as_of: nine }))[0]!.points).toHaveLength(1)
  const history = (more: object) =>
    server.call(getAisHistoryForTrackBtwInterval, { mmsi: late, ...period, ...more })
  expect((await history({})).total).toBe(2)
  expect((await history({ as_of: nine })).total).toBe(1)
  expect(await server.raw(getAisDetailsByVessel, { mmsi: late, as_of: iso(DAY) })).toMatchObject({
    Code: 'NOT_FOUND',
  })
})

test('thinned for a fast replay a steady ship keeps its ends and the edges of its gap', async () => {
  const { chunk, replay } = await open('CORRECTED', { step_s: 600 })
  let rows = 0
  const times: number[] = []
  for (let n = 0; n < replay.manifest.frames; n++) {
    const one = await chunk(n)
    const i = one.contacts.findIndex(({ mmsi }) => mmsi === GAPPED)
    for (let row = one.first[i]!; row < one.first[i + 1]!; row++) times.push(one.rows.at[row]!)
    rows += one.rows.count
  }
  expect(rows).toBeLessThan(300)
  expect(times).toContain(DAY + 6 * HOUR + 58 * MINUTE)
  expect(times).toContain(DAY + 6 * HOUR + 122 * MINUTE)
})

test('a period that cannot be replayed fails with advice; the future is cut off', async () => {
  const ask = (more: object) =>
    server.raw(getReplayTracks, { ...period, knowledge: 'AS_KNOWN', ...more } as never)
  expect(await ask({ from: period.to, to: period.from })).toMatchObject({ Code: 'VALIDATION' })
  expect(await ask({ from: iso(DAY - 40 * 24 * HOUR) })).toMatchObject({ Code: 'TOO_LARGE' })
  expect(await ask({ from: iso(Date.now() + HOUR), to: iso(Date.now() + 2 * HOUR) })).toMatchObject({
    Code: 'VALIDATION',
  })
  const open = await server.call(getReplayTracks, {
    from: iso(Date.now() - HOUR),
    to: iso(Date.now() + HOUR),
    knowledge: 'AS_KNOWN',
  })
  expect(Date.parse(open.to)).toBeLessThanOrEqual(Date.now())
})

test('bookmarks and recordings follow their sharing, and concurrent changes conflict', async () => {
  const [asha, ravi] = [await aUser(server, 'asha'), await aUser(server, 'ravi')]
  const mark = await asha.call(saveReplayBookmark, {
    title: 'Went dark here',
    at: iso(DAY + 7 * HOUR),
    link: '/home/map/replay?from=x',
    visibility: 'CENTRE',
  })
  const found = await ravi.call(getReplayBookmarks, period)
  expect(found.items.map(({ title, mine }) => [title, mine])).toContainEqual(['Went dark here', false])
  expect((await ravi.call(getReplayBookmarks, { from: iso(DAY + 8 * HOUR) })).items).not.toContainEqual(
    expect.objectContaining({ id: mark.id }),
  )
  const running = await asha.call(saveRecording, { name: 'Night watch', visibility: 'PRIVATE' })
  expect(running).toMatchObject({ to: null, bbox: null })
  expect((await ravi.call(getRecordings, {})).items).toEqual([])
  const ended = {
    id: running.id,
    expected_version: 1,
    name: 'Night watch',
    to: iso(Date.now() + 1000),
    visibility: 'PRIVATE',
  } as const
  expect(await asha.call(saveRecording, ended)).toMatchObject({ version: 2, from: running.from })
  expect(await asha.raw(saveRecording, ended)).toMatchObject({ Code: 'VERSION_CONFLICT' })
})

test('bookmark changes of others are pushed at once: an open list equals a fresh one', async () => {
  const [asha, ravi] = [await aUser(server, 'asha-marks'), await aUser(server, 'ravi-marks')]
  const screen = new Watcher(server.base, ravi.token)
  await until(() => screen.socket.connected, 'the screen is connected')
  const answer = (id: string, op: string) =>
    screen.events.some(({ name, payload }) => {
      const read = tableUpdate.payload(payload)
      const { value } = read.ok ? read : { value: null }
      return (
        name === tableUpdate.wire &&
        value?.table === 'replay_bookmarks' &&
        value.op === op &&
        value.ids.includes(id)
      )
    })
  const titles = async () => (await ravi.call(getReplayBookmarks, {})).items.map(({ title }) => title)
  const body = { at: iso(DAY + HOUR), link: '/home/map/replay', visibility: 'CENTRE' } as const
  const made = await asha.call(saveReplayBookmark, { ...body, title: 'First' })
  await until(() => answer(made.id, 'add'), 'it is told that there is one')
  expect(await titles()).toContain('First')
  const later = await asha.call(saveReplayBookmark, { ...body, at: iso(DAY + 2 * HOUR), title: 'Later' })
  await asha.call(saveReplayBookmark, { ...body, id: made.id, expected_version: 1, title: 'Renamed' })
  await until(() => answer(made.id, 'update'), 'it is told that it changed')
  // The latest instant comes first.
  expect((await titles()).filter((title) => ['Later', 'Renamed', 'First'].includes(title))).toEqual([
    'Later',
    'Renamed',
  ])
  await asha.call(deleteReplayBookmark, { id: later.id })
  await until(() => answer(later.id, 'delete'), 'it is told that it has gone')
  expect(await titles()).not.toContain('Later')
  expect(await ravi.raw(deleteReplayBookmark, { id: made.id })).toMatchObject({ Code: 'FORBIDDEN' })
  await server.call(deleteReplayBookmark, { id: made.id })
  await until(() => answer(made.id, 'delete'), 'it is told that an administrator took it away')
  expect(await titles()).not.toContain('Renamed')
  screen.close()
})
