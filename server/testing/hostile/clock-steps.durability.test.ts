// Rooms: feeds, history, identity, needs, picture, system
import { login } from '@samudra/contract/identity'
import { filterAisData } from '@samudra/contract/picture'
import { getSystemUtils } from '@samudra/contract/system'
import { WireClient } from '@samudra/contract/wire/client'
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { EpochMs } from '@samudra/nautical/units'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { SteadyClock } from '../../src/platform/needs/clock.ts'
import { query } from '../../src/platform/needs/query.ts'
import { aDatabase } from '../servers/a-database.ts'
import { PASSWORD, Receiver, aServer, until, type TestServer } from '../servers/a-server.ts'

const HOUR_MS = 3_600_000
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A server on a machine whose clock is set by hand. */
async function aSea(on?: Awaited<ReturnType<typeof aDatabase>>, off = 0) {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const machine = { off }
  const clock = new SteadyClock(() => Date.now() + machine.off)
  const sea = await aServer([receiver.feed('COAST')], on, { clock })
  const send = (lat: number, count = 1) =>
    receiver.send(
      Array.from({ length: count }, (_, n) =>
        encodePosition({ mmsi: 419000001 + n, lat, lon: 75, sog: 0, radio: Math.floor(lat * 100) }),
      ).flat(),
    )
  return { sea, machine, send }
}

type Health = { state: string; clock: string | null; trouble: string | null; fixes: { stored: number } }
const healthOf = async (sea: TestServer) => (await (await fetch(`${sea.base}/healthz`)).json()) as Health
const isAt = async (sea: TestServer, lat: number) => {
  const { ais } = await sea.call(filterAisData, { filter: {} })
  return ais.length > 0 && ais.every((one) => Math.abs(one.latitude - lat) < 1e-4)
}

test('a clock briefly ahead by an hour freezes no contact, is reported, and leaves no trace', async () => {
  const database = await aDatabase()
  open.push({ close: () => database.drop() })
  const { sea, machine, send } = await aSea(database)
  await send(5)
  await until(() => isAt(sea, 5), 'the ship is shown')
  expect(await healthOf(sea)).toMatchObject({ state: 'OK', clock: null })
  machine.off = HOUR_MS
  await until(async () => (await healthOf(sea)).state === 'DEGRADED', 'the step is told')
  expect((await healthOf(sea)).clock).toMatch(/ahead of Samudra's time by 1 h/)
  expect((await fetch(`${sea.base}/healthz`)).status).toBe(200)
  const { components } = await sea.call(getSystemUtils, {})
  expect(components.find(({ name }) => name === 'Clock')).toMatchObject({ state: 'DEGRADED' })
  await send(5.001)
  await until(() => isAt(sea, 5.001), 'the ship goes on meanwhile')
  machine.off = 0
  await until(async () => (await healthOf(sea)).state === 'OK', 'the clock is right again')
  expect((await healthOf(sea)).clock).toMatch(/was ahead of Samudra's time by 1 h for \d+(\.\d)? s/)
  await send(5.002)
  await until(() => isAt(sea, 5.002), 'the ship goes on afterwards')
  await sea.halt()
  const { rows } = await sql<{ late: string }>`
    select count(*) as late from fixes where rec_time > now() + interval '1 min'`.execute(query(database.db))
  expect(Number(rows[0]!.late)).toBe(0)
  const again = await aSea(database)
  open.push({ close: () => again.sea.halt() })
  expect(await isAt(again.sea, 5.002)).toBe(true)
})

test('the clock set back by two hours refuses no call and no login, also after a restart', async () => {
  const database = await aDatabase()
  open.push({ close: () => database.drop() })
  const first = await aSea(database)
  await first.send(5, 50)
  await until(() => isAt(first.sea, 5), 'the ships are shown')
  const enter = async (base: string) => {
    const client = new WireClient({ base })
    const outcome = await client.call({ op: login, input: { username: 'admin', password: PASSWORD } })
    if (outcome.kind !== 'answered' || !outcome.envelope.Status) throw new Error('the login failed')
    client.token = (outcome.envelope.Data as { token: string }).token
    return client
  }
  const queries = async (client: WireClient) => {
    const outcome = await client.call({ op: getSystemUtils, input: {} })
    return outcome.kind === 'answered' && outcome.envelope.Status
  }
  const early = await enter(first.sea.base)
  first.machine.off = -2 * HOUR_MS
  await until(async () => (await healthOf(first.sea)).state === 'DEGRADED', 'the step is told')
  expect(await queries(early)).toBe(true)
  expect(await queries(await enter(first.sea.base))).toBe(true)
  await first.sea.halt()
  const second = await aSea(database, -2 * HOUR_MS)
  const late = await enter(second.sea.base)
  expect(await queries(late)).toBe(true)
  expect(late.offsetMs).toBeLessThan(-1.9 * HOUR_MS)
  await second.send(5.001, 50)
  await until(() => isAt(second.sea, 5.001), 'no ship is held back by what was heard in the future')
  await second.sea.halt()
  const third = await aSea(database, -2 * HOUR_MS)
  open.push({ close: () => third.sea.halt() })
  expect(await isAt(third.sea, 5.001)).toBe(true)
})

test('days ahead fixes are stored as ever, and the orderly stop loses none', async () => {
  const database = await aDatabase()
  open.push({ close: () => database.drop() })
  const receiver = await Receiver.listen()
  open.push(receiver)
  let off = 0
  const sea = await aServer([receiver.feed('COAST')], database, {
    clock: { now: () => (Date.now() + off) as EpochMs },
  })
  const sent: string[] = []
  for (const [n, days] of [0, 3, 40, -2, 400].entries()) {
    off = days * 24 * HOUR_MS
    const lines = Array.from({ length: 100 }, (_, i) =>
      encodePosition({ mmsi: 419000001 + i, lat: 5, lon: 75, sog: 0, radio: n }),
    ).flat()
    await receiver.send(lines)
    sent.push(...lines)
    if (days < 400)
      await until(async () => (await healthOf(sea)).fixes.stored === sent.length, 'they are stored')
    else
      await until(
        async () => JSON.stringify(await healthOf(sea)).includes(`"received":${sent.length}`),
        'they came',
      )
  }
  await sea.halt()
  const { rows } = await sql<{ fixes: string }>`select count(*) as fixes from fixes`.execute(
    query(database.db),
  )
  expect(Number(rows[0]!.fixes)).toBe(sent.length)
})
