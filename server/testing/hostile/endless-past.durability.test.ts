// Rooms: history, kernel, replay, track-analysis
import { getHeatmapData } from '@samudra/contract/heat'
import { getAisHistoryForTrackBtwInterval, getTrackForMmsi } from '@samudra/contract/history'
import { getVesselStats } from '@samudra/contract/picture'
import { getReplayTracks } from '@samudra/contract/replay'
import type { Op } from '@samudra/contract/kernel'
import { encodePosition } from '@samudra/nautical/ais/encode'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../servers/a-database.ts'
import { aServer, Receiver, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

const MMSI = '419000001'
const YEAR_ONE = '0001-01-01T00:00:00.000Z'
const YEAR_9999 = '9999-12-31T00:00:00.000Z'
const FIXES = size(3000, 60_000)
let database: Awaited<ReturnType<typeof aDatabase>>
let sea: TestServer
let other: Awaited<ReturnType<typeof aUser>>
let receiver: Receiver
/** One looks at the database from outside, the other holds a table so that a statement takes as long as wanted. */
let watching: pg.Client
let holding: pg.Client

beforeAll(async () => {
  receiver = await Receiver.listen()
  database = await aDatabase()
  sea = await aServer([receiver.feed('COASTAL')], database)
  other = await aUser(sea, 'other')
  watching = new pg.Client({ connectionString: database.url })
  holding = new pg.Client({ connectionString: database.url })
  await Promise.all([watching.connect(), holding.connect()])
  const began = Date.now() - FIXES * 1000
  const line = (n: number) =>
    encodePosition(
      { mmsi: Number(MMSI), lat: 10 + n / 1e4, lon: 72, sog: 20, cog: 0, second: n % 60 },
      { tagBlock: { c: Math.floor(began / 1000) + n } },
    )
  for (let from = 0; from < FIXES; from += 1000)
    await receiver.send(Array.from({ length: Math.min(1000, FIXES - from) }, (_, i) => line(from + i)).flat())
  await until(
    async () => (await track()).points.length + (await track()).dropped === FIXES,
    'all is stored',
    60,
  )
}, 120_000)
afterAll(async () => {
  await receiver.close()
  await Promise.all([watching.end(), holding.end()])
  await sea.close()
})

const track = () => sea.call(getTrackForMmsi, { mmsi: MMSI, from: YEAR_ONE, to: YEAR_9999 })

/** A call whose client hangs up when the signal fires. */
function called<In extends object>(op: Op<In, unknown>, input: In, signal?: AbortSignal) {
  const url = new URL(sea.base + op.path.replace('{mmsi}', MMSI))
  for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value))
  return fetch(url, {
    headers: { authorization: `Bearer ${sea.token}`, timestamp: String(Date.now()) },
    ...(signal === undefined ? {} : { signal }),
  })
}
const PAST = { mmsi: MMSI, from: YEAR_ONE, to: YEAR_9999 }

/** Statements of calls that wait for the past of ships; a job of the server may wait for the table, too. */
async function atWork(): Promise<number> {
  const { rows } = await watching.query<{ n: string }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and wait_event_type = 'Lock'
       and query like '%min(first_observed)%' and query like '%mmsi = any%'`,
  )
  return Number(rows[0]!.n)
}

async function storedOf(mmsi: number): Promise<number> {
  const { rows } = await watching.query<{ n: string }>('select count(*) as n from fixes where mmsi = $1', [
    mmsi,
  ])
  return Number(rows[0]!.n)
}

/** Reading the past waits meanwhile, storing goes on. */
async function whileThePastIsHeld(act: () => Promise<void>) {
  await holding.query('begin; lock table thin_chunks in access exclusive mode')
  try {
    await act()
  } finally {
    await holding.query('rollback')
  }
}

test('a period from the first year to the last is limited to stored data and answered at once', async () => {
  const { result } = await whileOthersCall(
    async () => {
      const began = performance.now()
      const answers = await Promise.all([
        track(),
        sea.call(getAisHistoryForTrackBtwInterval, { ...PAST, limit: 10 }),
      ])
      return { answers, took: performance.now() - began }
    },
    () => other.call(getVesselStats, { by: 'source' }),
  )
  expect(result.took).toBeLessThan(10_000)
  expect(result.answers[0].points.length + result.answers[0].dropped).toBe(FIXES)
  expect(result.answers[1].total).toBe(FIXES)
  const longAgo = { from: YEAR_ONE, to: '0001-01-28T00:00:00.000Z' }
  const began = performance.now()
  const replay = await sea.call(getReplayTracks, { ...longAgo, knowledge: 'CORRECTED' })
  expect(replay.manifest.fixes).toBe(0)
  const heat = { ...longAgo, metric: 'hours', cell_deg: 0.5, bbox: [-180, -90, 180, 90] } as const
  expect((await sea.call(getHeatmapData, { ...heat, bbox: [...heat.bbox] })).cells).toEqual([])
  expect(performance.now() - began).toBeLessThan(20_000)
  const wholeTime = {
    from: YEAR_ONE,
    to: YEAR_9999,
    metric: 'count',
    cell_deg: 0.5,
    bbox: [-180, -90, 180, 90],
  } as const
  const refused = await sea.raw(getHeatmapData, { ...wholeTime, bbox: [...wholeTime.bbox] })
  expect(refused).toMatchObject({ Status: false, Code: 'VALIDATION' })
})

test('a call ends with its client, down to the statement it runs', async () => {
  await whileThePastIsHeld(async () => {
    const leaving = new AbortController()
    const calls = [
      called(getTrackForMmsi, PAST, leaving.signal),
      called(getAisHistoryForTrackBtwInterval, PAST, leaving.signal),
    ].map((call) => call.catch(() => 'left'))
    await until(async () => (await atWork()) === 2, 'both read the past')
    leaving.abort()
    expect(await Promise.all(calls)).toEqual(['left', 'left'])
    const left = performance.now()
    await until(async () => (await atWork()) === 0, 'nothing is read any more')
    expect(performance.now() - left).toBeLessThan(5000)
  })
})

test("three costly calls of one user run, the others wait in that user's bounded queue", async () => {
  await whileThePastIsHeld(async () => {
    const leaving = new AbortController()
    let refused = 0
    const calls = Array.from({ length: 50 }, () =>
      called(getTrackForMmsi, PAST, leaving.signal)
        .then((answer) => answer.json() as Promise<{ Code?: string }>)
        .then(({ Code }) => void (refused += Code === 'RATE_LIMIT' ? 1 : 0))
        .catch(() => undefined),
    )
    await until(() => refused === 7, 'what is too much is refused')
    await until(async () => (await atWork()) === 3, 'three are at work')
    await other.call(getVesselStats, { by: 'source' })
    await receiver.send(encodePosition({ mmsi: 419000002, lat: 10, lon: 72, sog: 5, cog: 0 }))
    await until(async () => (await storedOf(419000002)) === 1, 'what is heard meanwhile is stored')
    leaving.abort()
    await Promise.all(calls)
    await until(async () => (await atWork()) === 0, 'nobody waits any more')
  })
  expect((await track()).mmsi).toBe(MMSI)
})

test('two dozen costly calls of one user make no call of another wait', async () => {
  const { result } = await whileOthersCall(
    // The answers themselves would be held here, and taken for what the server holds.
    async () => (await Promise.all(Array.from({ length: 24 }, () => track()))).length,
    async () => {
      await other.call(getVesselStats, { by: 'source' })
      await other.call(getTrackForMmsi, { mmsi: MMSI, interval: '5 minutes', max_points: 10 })
    },
  )
  expect(result).toBe(24)
})

test('a server that stops waits for no call that reads the past', async () => {
  await whileThePastIsHeld(async () => {
    const call = called(getTrackForMmsi, PAST).then((answer) => answer.json() as Promise<{ Code?: string }>)
    await until(async () => (await atWork()) === 1, 'it reads the past')
    const began = performance.now()
    const halting = sea.halt()
    expect(await call).toMatchObject({ Code: 'MAINTENANCE' })
    await halting
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
