import { addFeed, deleteFeed, updateFeed } from '@samudra/contract/feeds'
import { explainHidden, filterAisData, getAisDetailsByVessel, getVesselData } from '@samudra/contract/picture'
import { getPicture, getReplayChunk, getReplayTracks } from '@samudra/contract/replay'
import { updateAdminSettings } from '@samudra/contract/settings'
import { archiveDay, getStorage, restoreDay } from '@samudra/contract/storage'
import { decodeReplayChunk, frameDigest, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { alone } from '../../../../testing/servers/alone.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aFix, dice, storeFixes } from '../../../../testing/seas/fixes.ts'
import { aResult, storedResults } from '../../../../testing/seas/results.ts'
import { download } from '../../../../testing/samples/uploads.ts'
import { Compactor } from '../history/chunks/compactor.ts'
import { deriveFrom } from '../history/derived/derive.sql.ts'
import { fixReader } from '../history/read/reader.ts'
import type { Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import { visibilityOf } from '../../../platform/kernel/http/caller-visibility.ts'
import { query } from '../../../platform/needs/query.ts'
import { saveStatics } from '../../picture/picture/contacts/statics.sql.ts'
import { Replays } from './replays.ts'

const MINUTE = 60_000
const DAY_MS = 24 * 60 * MINUTE
const BEGAN = Date.now() - 10 * MINUTE
const OLD = Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS
/** Hours in which both sources receive the vessel. */
const BUSY = OLD + 5 * DAY_MS
const BUSY_MS = 6 * 60 * MINUTE
const SHIP = '419000001'
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
let folder: string
let ids: string[] = []
let numbers: { feed: number; source: number }[] = []
/** Two feeds that place one ship differently, ten days ago and lately: the one by land ranks first. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-ranks-'))
  server = await aServer([], await aDatabase(), { cacheFolder: path.join(folder, 'cache') })
  const feed = { kind: 'nmea-udp', trust: 0.5, expected_interval_s: 10, options: {}, enabled: false } as const
  const feeds = [
    await server.call(addFeed, { ...feed, name: 'Land', source: 'LAND', address: ':10110', priority: 5 }),
    await server.call(addFeed, { ...feed, name: 'Sky', source: 'SKY', address: ':10111', priority: 9 }),
  ]
  ids = feeds.map(({ id }) => id)
  const { rows } = await sql<{ feed: number; source: number }>`
    select number as feed, source_id as source from feeds order by number`.execute(query(server.database.db))
  numbers = rows
  await storeFixes(
    server.database.db,
    [OLD + 60 * MINUTE, BEGAN].flatMap((recTime) =>
      rows.map((row, i) => aFix({ ...row, mmsi: Number(SHIP), recTime: recTime + i, lat: 10e6 + i * 1000 })),
    ),
  )
  await storeFixes(server.database.db, busyHours())
  await deriveFrom(server.database.db, Number.MAX_SAFE_INTEGER)
  await new Compactor(server.database.db, silentLog).run(OLD + DAY_MS)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function busyHours() {
  const { roll, below } = dice(3)
  // Some arrive at the exact tenth of a second for which a picture can be requested.
  const arrivals = Array.from({ length: 400 }, (_, i) => BUSY + below(BUSY_MS / 100) * 100 + (i % 4) * 13)
  arrivals.sort((a, b) => a - b)
  return arrivals.map((recTime, i) => {
    const mmsi = 419000011 + below(3)
    const sog = roll() < 0.99 ? 10 : 90
    return aFix({ ...numbers[below(2)]!, mmsi, recTime, fixId: recTime * 1024 + i, sog, lat: 10e6 + i * 100 })
  })
}

/** An instant after all that was done, and before all that comes; replays count tenths of seconds. */
async function anInstant(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 110))
  const at = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 110))
  return at
}

/** Returns the vessel as shown at an instant by every available query, and checks that all agree. */
async function shownAt(at: number, knowledge: Knowledge = 'AS_KNOWN', more: { known_by?: string } = {}) {
  const whole = await server.call(getPicture, { at: iso(at), knowledge, ...more })
  const [contact] = whole.contacts
  const period = { from: iso(at - 5 * MINUTE), to: iso(at) }
  const { replay_id, manifest } = await server.call(getReplayTracks, { ...period, knowledge, ...more })
  const still = await download(server.base, server.token, getReplayChunk, {
    id: replay_id,
    n: 0,
    at: iso(at),
  })
  expect(frameDigest(decodeReplayChunk(still.bytes), at).digest).toBe(whole.digest)
  const played = await download(server.base, server.token, getReplayChunk, { id: replay_id, n: 0 })
  expect(frameDigest(decodeReplayChunk(played.bytes), at).digest).toBe(whole.digest)
  const request = { as_of: iso(at), knowledge }
  const card = await server.call(getAisDetailsByVessel, { mmsi: SHIP, ...request })
  const [record] = (await server.call(getVesselData, { mmsi: SHIP, ...request })).items
  const filter = { expr: { k: 'attr', field: 'source', cmp: 'eq', value: contact!.source } } as const
  const { ais } = await server.call(filterAisData, { filter, ...request })
  // Lists and cards take what is known by now for what is known.
  if (more.known_by === undefined) {
    expect((await server.call(explainHidden, { mmsi: SHIP, filter, ...request })).hidden).toBe(false)
    for (const one of [card, record, ais[0]])
      expect(one).toMatchObject({ source: contact!.source, latitude: contact!.latitude })
  }
  return {
    source: contact!.source,
    digest: whole.digest,
    manifest: manifest.digest,
    because: card.chosen_because,
    alternatives: card.alternatives.map(({ feed, priority, trust }) => ({ feed, priority, trust })),
  }
}
const change = (i: number, expected_version: number, more: object) =>
  server.call(updateFeed, { id: ids[i]!, expected_version, ...more })

test('play, seek and picture show the same frames in a period with repeated feed re-ranking', async () => {
  const { db } = server.database
  const { below } = dice(5)
  const [begin, length] = [BUSY, BUSY_MS]
  const changes = Array.from({ length: 6 }, () => begin + below(length)).sort((a, b) => a - b)
  await sql`delete from feed_versions where number = ${numbers[1]!.feed}`.execute(query(db))
  for (const [i, at] of [begin - DAY_MS, ...changes].entries())
    await sql`insert into feed_versions values (${numbers[1]!.feed}, ${new Date(at)},
      ${i === changes.length ? null : new Date(changes[i]!)}, 'Sky', ${i % 2 === 0 ? 9 : 1}, 0.5)`.execute(
      query(db),
    )
  // A feed change reloads all versions.
  await change(0, 1, { trust: 0.6 })
  const { rows: arrived } = await sql<{ at: Date }>`
    select distinct rec_time as at from fixes where rec_time >= ${new Date(begin)} and rec_time < ${new Date(begin + length)}
    and extract(milliseconds from rec_time)::int % 100 = 0 order by 1 limit 6`.execute(query(db))
  expect(arrived).toHaveLength(6)
  const found = Array.from({ length: 30 }, (_, i) => {
    const at = begin + below(length)
    const isOver = { status: 'CLEARED' as const, last_at: at + below(length / 4) }
    const isRevised = { status: 'REVISED' as const, last_at: at, changed_at: at + below(length / 2) }
    const more = [isOver, isRevised, {}][i % 3]!
    const ship = { mmsi: 419000011 + below(3), known_at: at + below(10_000) }
    return aResult(at, { id: `found ${i}`, rule_id: 'SPEED_CHANGE', ...ship, ...more })
  })
  await storedResults(db, found)
  const stands = found
    .slice(0, 6)
    .flatMap(({ first_at, changed_at }) => [first_at + 10_000, changed_at + 100])
  const instants = [
    ...changes,
    ...changes.map((at) => at + 100),
    ...changes.map(() => begin + below(length)),
    ...stands.filter((at) => at < begin + length),
    ...arrived.map(({ at }) => at.getTime()),
  ]
  for (const filter of [{}, { anomalies: ['SPEED_CHANGE' as const], time_filter: 30 }]) {
    const request = { knowledge: 'AS_KNOWN', filter } as const
    const period = { from: iso(begin), to: iso(begin + length) }
    const { replay_id } = await server.call(getReplayTracks, { ...period, ...request })
    const chunkOf = async (at?: number) => {
      const n = { id: replay_id, n: 0, ...(at === undefined ? {} : { at: iso(at) }) }
      return decodeReplayChunk((await download(server.base, server.token, getReplayChunk, n)).bytes)
    }
    const played = await chunkOf()
    const shown = new Set<string>()
    for (const at of instants) {
      const { digest, contacts } = await server.call(getPicture, { at: iso(at), ...request })
      shown.add(digest)
      const tick = Math.floor(at / 100) * 100
      expect(frameDigest(played, tick).digest).toBe(digest)
      expect(frameDigest(await chunkOf(at), tick).digest).toBe(digest)
      const { ais } = await server.call(filterAisData, { as_of: iso(at), ...request })
      expect(ais.map((one) => [one.mmsi, one.latitude])).toEqual(
        contacts.map((one) => [one.mmsi, one.latitude]),
      )
    }
    expect(shown.size).toBeGreaterThan(1)
  }
})

test('play, seek and picture apply name and type filters to identities of the instant', async () => {
  const { db } = server.database
  const reports = (name: string, shipType: number) => {
    const text = (value: string | number) => ({ value, source: numbers[0]!.source, at: BUSY })
    return [{ mmsi: 419000011, split: 0, marks: 0, fields: { name: text(name), shipType: text(shipType) } }]
  }
  const hours = (after: number) => BUSY + after * 60 * MINUTE + 7
  await saveStatics(db, reports('ALPHA', 70), new Date(hours(1)))
  await saveStatics(db, reports('BRAVO', 70), new Date(hours(2)))
  await saveStatics(db, reports('BRAVO', 80), new Date(hours(3)))
  const named = { k: 'attr', field: 'ship_name', cmp: 'contains', value: 'ALPHA' } as const
  for (const filter of [{ expr: named }, { ship_types: ['CARGO' as const] }]) {
    const request = { knowledge: 'AS_KNOWN', filter } as const
    const period = { from: iso(BUSY), to: iso(BUSY + BUSY_MS) }
    const { replay_id } = await server.call(getReplayTracks, { ...period, ...request })
    const chunk = await download(server.base, server.token, getReplayChunk, { id: replay_id, n: 0 })
    const counts: number[] = []
    for (const at of [1.5, 1.99, 2.01, 2.5, 3.5].map(hours)) {
      const { digest, count } = await server.call(getPicture, { at: iso(at), ...request })
      counts.push(count)
      expect(frameDigest(decodeReplayChunk(chunk.bytes), Math.floor(at / 100) * 100).digest).toBe(digest)
      expect((await server.call(filterAisData, { as_of: iso(at), ...request })).count).toBe(count)
    }
    expect(counts).toEqual('expr' in filter ? [1, 1, 0, 0, 0] : [1, 1, 1, 1, 0])
  }
})

test('a replay digest depends on content: equivalent queries share it, different views do not', async () => {
  const period = { from: iso(BUSY), to: iso(BUSY + BUSY_MS) }
  const digest = async (more: object = {}, by: Pick<TestServer, 'call'> = server) =>
    (await by.call(getReplayTracks, { ...period, knowledge: 'AS_KNOWN', ...more })).manifest.digest
  const shown = await digest()
  expect(shown).toMatch(/^[0-9a-f]{16}$/)
  const ships = { mmsis: ['419000011', '419000012', '419000013'] }
  const same = [
    {},
    { step_s: 0 },
    { bbox: [-180, -90, 180, 90] },
    { filter: ships },
    { filter: { speed: { min: 0 } } },
  ]
  for (const more of [...same, { known_by: iso(Date.now()) }, { digest: true }])
    expect(await digest(more)).toBe(shown)
  expect(await digest({}, await aUser(server, 'asha', ['LAND', 'SKY']))).toBe(shown)
  expect(await digest({ digest: false })).toBeNull()
  const others = [
    { filter: { mmsis: ships.mmsis.slice(1) } },
    { bbox: [0, 0, 180, 10.02] },
    { step_s: 3600 },
    { to: iso(BUSY + BUSY_MS / 2) },
    { knowledge: 'CORRECTED' },
  ]
  const all = await Promise.all(others.map((more) => digest(more)))
  expect(new Set([shown, ...all]).size).toBe(others.length + 1)
  expect(await digest({}, await aUser(server, 'ravi', ['LAND']))).not.toBe(shown)

  const known_by = iso(Date.now())
  const late = { mmsi: 419000011, recTime: Date.now(), observedAt: BUSY + 60 * MINUTE, lat: 11e6 }
  await storeFixes(server.database.db, [aFix({ ...numbers[0]!, ...late })])
  expect(await digest()).toBe(shown)
  expect(await digest({ knowledge: 'CORRECTED', known_by })).toBe(all.at(-1))
  expect(await digest({ knowledge: 'CORRECTED', known_by: iso(Date.now() + 1) })).not.toBe(all.at(-1))
})

test('the digest of a replay is the same however it is cut into chunks', async () => {
  const { db } = server.database
  // A filter input changes at one instant, the feed ranks at another.
  const within = (at: number, { from, to }: Period) => (at > from && at <= to ? [at] : [])
  const [drawn, ranked] = [BUSY + 7 * MINUTE, BUSY + 50 * MINUTE]
  const nothing = {
    isInArea: () => false,
    isInList: () => false,
    listsOf: () => [],
    lastFound: () => -Infinity,
    changesOf: () => [],
  }
  const replays = new Replays({
    db,
    others: alone(db),
    fixes: fixReader(db),
    flush: async () => undefined,
    placesThen: async (_, period) => ({ ...nothing, changes: within(drawn, period) }),
    names: {
      sources: () => [],
      sourceCode: () => 'A',
      rankedThen: (period) => ({
        at: (instant) => ({
          priority: (feed) => (instant < ranked ? feed : -feed),
          trust: () => 1,
          feedName: () => null,
        }),
        changes: within(ranked, period),
      }),
    },
  })
  const caller = {
    userId: 'asha',
    sources: ['*'],
    zones: ['*'],
    visibility: visibilityOf(['*'], '*'),
  } as unknown as Caller
  for (const knowledge of ['AS_KNOWN', 'CORRECTED'] as const)
    for (const filter of [undefined, { time_filter: 5 }, { speed: { max: 5 } }]) {
      const digests: string[] = []
      for (const [i, minutes] of [360, 60, 17].entries()) {
        const request = {
          from: BUSY,
          to: BUSY + BUSY_MS,
          knowledge,
          knownBy: BEGAN + i,
          stepMs: 0,
          bbox: undefined,
          filter,
        }
        const replay = await replays.open(request, minutes * MINUTE, caller, Date.now())
        digests.push(await replays.digestOf(replay, caller))
      }
      expect(digests).toEqual(Array.from({ length: 3 }, () => digests[0]))
    }
})

test('a past picture stays the same after feed re-ranking, renaming, deletion and a restart', async () => {
  const [lately, long] = [await anInstant(), OLD + 61 * MINUTE]
  const before = [await shownAt(lately), await shownAt(long)]
  expect(before[0]).toMatchObject({
    source: 'LAND',
    because: 'LAND has the highest priority (5) of the 2 sources with a recent fix.',
    alternatives: [
      { feed: 'Land', priority: 5 },
      { feed: 'Sky', priority: 9 },
    ],
  })
  const unchanged = async () => expect([await shownAt(lately), await shownAt(long)]).toEqual(before)
  const corrected = { known_by: iso(await anInstant()) }
  const then = await shownAt(lately, 'CORRECTED', corrected)
  expect(then.source).toBe('LAND')

  await change(1, 1, { priority: 1, trust: 0.9, name: 'Satellite' })
  const ranked = await anInstant()
  await unchanged()
  const now = await shownAt(ranked)
  expect(now).toMatchObject({
    source: 'SKY',
    alternatives: [{ feed: 'Satellite', priority: 1, trust: 0.9 }, {}],
  })
  // As corrected, feeds are ranked as they were by the instant up to which knowledge counts.
  expect((await shownAt(lately, 'CORRECTED')).source).toBe('SKY')
  expect(await shownAt(lately, 'CORRECTED', corrected)).toMatchObject({ source: 'LAND', digest: then.digest })

  await server.call(deleteFeed, { id: ids[1]! })
  const deleted = await anInstant()
  await unchanged()
  expect(await shownAt(ranked)).toEqual(now)
  expect((await shownAt(deleted)).source).toBe('LAND')

  const { version } = await server.call(updateAdminSettings, {
    changes: {},
    expected_version: 1,
    dry_run: true,
  })
  const changes = { 'ais.hot_hours': 2, 'ais.thin_error_m': 5000, 'ais.raw_lines_days': 0 }
  await server.call(updateAdminSettings, { changes, expected_version: version })
  await unchanged()

  // One replay of all of it turns to the other ship's place when the ranks change, and back when the feed is gone.
  const period = { from: iso(BEGAN - MINUTE), to: iso(Date.now()), knowledge: 'AS_KNOWN' } as const
  const { replay_id } = await server.call(getReplayTracks, period)
  const { bytes } = await download(server.base, server.token, getReplayChunk, { id: replay_id, n: 0 })
  for (const at of [lately, ranked, deleted])
    expect(frameDigest(decodeReplayChunk(bytes), at).digest).toBe((await shownAt(at)).digest)

  await server.halt()
  server = await aServer([], server.database, { cacheFolder: path.join(folder, 'cache') })
  await unchanged()
  expect(await shownAt(ranked)).toEqual(now)

  const day = iso(OLD).slice(0, 10)
  const isNow = async (state: string) =>
    (await server.call(getStorage, {})).archives.some((one) => one.day === day && one.state === state)
  await server.call(archiveDay, { day, remove: true })
  await until(() => isNow('REMOVED'), 'the day is in its file alone')
  await server.call(restoreDay, { day })
  await until(() => isNow('RESTORED'), 'the day is back')
  await unchanged()
})
