import { getTrailData, type Trail } from '@samudra/contract/history'
import { addUser, changePassword, login } from '@samudra/contract/identity'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Receiver, aServer, callRaw, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { boxOf } from '../../../../testing/seas/drawn-shapes.ts'
import { query } from '../../../platform/needs/query.ts'
import { fixReader } from './read/reader.ts'
import { trailRows } from './trail-rows.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const MINUTE = 60_000
const [STEADY, GAPPED, SATELLITE] = [419000001, 419000002, 419000003]

let server: TestServer
let receivers: Receiver[] = []

/** Returns a vessel going north at 12 kn, received once a minute between two ages in minutes. */
const run = (mmsi: number, lat: number, oldest: number, newest: number, more: object = {}) =>
  Array.from({ length: oldest - newest + 1 }, (_, i) => {
    const age = oldest - i
    return encodePosition(
      { mmsi, lat: lat + (300 - age) / 300, lon: 72, sog: 12, cog: 0, navStatus: 0, second: i % 60, ...more },
      { tagBlock: { c: (NOW - age * MINUTE) / 1000 } },
    )[0]!
  })

beforeAll(async () => {
  receivers = [await Receiver.listen(), await Receiver.listen()]
  server = await aServer([receivers[0]!.feed('MSIS'), receivers[1]!.feed('SATX')])
  await receivers[0]!.send([
    ...run(STEADY, 10, 299, 0),
    ...run(GAPPED, -10, 299, 200),
    ...run(GAPPED, -10, 60, 0, { navStatus: 1 }),
  ])
  await receivers[1]!.send(run(SATELLITE, 15, 120, 0))
  await until(async () => (await ask([SATELLITE]))[0]?.points.length === 121, 'all of it is stored')
  await until(async () => (await ask([GAPPED]))[0]?.points.length === 161, 'all of it is stored')
})
afterAll(async () => {
  await server.close()
  for (const receiver of receivers) await receiver.close()
})

const ask = (mmsis: number[], more: object = {}, by: Pick<TestServer, 'call'> = server): Promise<Trail[]> =>
  by.call(getTrailData, { mmsis: mmsis.map(String), ...more })

test('the trails of several vessels come in one answer with gaps, sources and last status', async () => {
  const trails = await ask([STEADY, GAPPED, SATELLITE, 419999999])
  expect(trails.map((trail) => [trail.mmsi, trail.points.length, trail.sources])).toEqual([
    ['419000001', 300, ['MSIS']],
    ['419000002', 161, ['MSIS']],
    ['419000003', 121, ['SATX']],
  ])
  expect(trails[1]!.gaps).toMatchObject([{ from: NOW - 200 * MINUTE, to: NOW - 60 * MINUTE }])
  expect(trails.map((trail) => trail.nav_status)).toEqual([0, 1, 0])
  expect(trails.every((trail) => !trail.simplified && trail.dropped === 0)).toBe(true)
  const [t, lat, lon, sog, cog, source] = trails[0]!.points.at(-1)!
  expect([t, lon, sog, cog, source]).toEqual([NOW, 72, 12, 0, 0])
  expect(lat).toBeCloseTo(11, 4)
})

test('how far dead reckoning missed the next fix is measured, not guessed', async () => {
  const [steady] = await ask([STEADY])
  // 12 kn north for a minute is 370 m; the ship went 1/300 degree, 371 m.
  expect(steady!.reckoning).toMatchObject({ median_ahead_s: 60, predictions: 299 })
  expect(steady!.reckoning!.median_error_m).toBeLessThan(10)
})

test('a length counts from now, an interval from its start; invalid input fails with advice', async () => {
  expect((await ask([STEADY], { length: '1 hours' }))[0]!.points).toHaveLength(60)
  const iso = (age: number) => new Date(NOW - age * MINUTE).toISOString()
  const [part] = await ask([STEADY], { trail_type: 'interval', from: iso(100), to: iso(91) })
  expect(part!.points).toHaveLength(10)
  for (const wrong of [
    { length: 'long' },
    { trail_type: 'interval' },
    { from: iso(1), to: iso(9) },
    { length: '9999 days' },
  ])
    expect(await server.raw(getTrailData, { mmsis: ['419000001'], ...wrong } as never)).toMatchObject({
      Code: 'VALIDATION',
    })
  const many = Array.from({ length: 201 }, (_, n) => String(419000000 + n))
  expect(await server.raw(getTrailData, { mmsis: many })).toMatchObject({ Code: 'VALIDATION' })
})

test('a trail of weeks is thinned in the database, marked so, and has both ends of every gap', async () => {
  const of = {
    from: NOW - 300 * MINUTE,
    to: NOW,
    sources: null,
    limit: 1e6,
    gapMs: 30 * MINUTE,
  }
  const reader = fixReader(server.database.db)
  const [ship] = (await trailRows(reader, { ...of, mmsis: [GAPPED], everyS: 600 }))!
  const times = ship!.rows.map((row) => (NOW - row.observedAt) / MINUTE)
  expect(times).toContain(299)
  expect(times).toContain(200)
  expect(times).toContain(60)
  expect(times).toContain(0)
  expect(times.length).toBeLessThan(25)
  expect(ship!.total).toBe(161)
  const [trail] = await ask([GAPPED], { length: '50 days' })
  expect(trail).toMatchObject({ simplified: true })
  expect(trail!.points.length + trail!.dropped).toBe(161)
  expect(trail!.gaps).toHaveLength(1)
})

test('200 vessels are read by index, in no more partitions than the requested days', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select mmsi from fixes where mmsi = any(${Array.from({ length: 200 }, (_, n) => 419000000 + n)}::int[])
      and observed_at >= ${new Date(NOW - 86_400_000)} and rec_time >= ${new Date(NOW - 86_400_000)}
      and rec_time < ${new Date(NOW + 86_400_000)} and quality < 2`.execute(query(server.database.db))
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/mmsi/)
  expect(plan.match(/ on fixes_\w+/g)!.length).toBeLessThanOrEqual(4)
})

test('a user limited to one source or zone sees no other fixes and no total count', async () => {
  const satellite = await aUserWith({ sources: ['SATX'], zone_access: ['*'] })
  expect((await ask([STEADY, SATELLITE], {}, satellite)).map((trail) => trail.mmsi)).toEqual(['419000003'])
  const zone = await server.call(addZone, { name: 'North of 10.5', geometry: boxOf(70, 10.5, 75, 14) })
  const north = await aUserWith({ sources: ['*'], zone_access: [zone.id] })
  const [cut, ...others] = await ask([STEADY, GAPPED, SATELLITE], {}, north)
  expect(others).toEqual([])
  expect(cut!.points.length).toBeGreaterThan(100)
  expect(cut!.points.every((point) => point[1] >= 10.5)).toBe(true)
  expect(cut!).toMatchObject({ simplified: false, dropped: 0 })
})

let users = 0
async function aUserWith(rights: { sources: string[]; zone_access: string[] }) {
  const username = `trailwatcher${++users}`
  const made = await server.call(addUser, { username, role: '2', ...rights })
  const first = await callRaw(server.base, '', login, { username, password: made.temporary_password })
  const password = 'Sagar-2-Mala-Watch'
  const { token } = first.Data as { token: string }
  await callRaw(server.base, token, changePassword, {
    old_password: made.temporary_password,
    new_password: password,
  })
  return server.logIn(username, password)
}
