// Rooms: socket, picture
import { DEEPEST_FILTER, MOST_CONDITIONS, type FilterNode } from '@samudra/contract/filter'
import {
  explainHidden,
  filterAisData,
  getAisDetailsByVessel,
  getVesselStats,
} from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, Receiver, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { Watcher } from '../servers/a-watcher.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

const SHIPS = size(3000, 20_000)
/** A turn of the event loop that holds it longer is felt by everybody; a busy machine stretches what is done in one. */
const LONGEST_TURN_MS = 1000
let sea: TestServer
let other: Awaited<ReturnType<typeof aUser>>
let receiver: Receiver

beforeAll(async () => {
  receiver = await Receiver.listen()
  sea = await aServer([receiver.feed('COASTAL')])
  other = await aUser(sea, 'other')
  for (let from = 0; from < SHIPS; from += 1000)
    await receiver.send(
      Array.from({ length: Math.min(1000, SHIPS - from) }, (_, i) => from + i).flatMap((n) =>
        encodePosition({ mmsi: 419_000_000 + n, lat: n % 20, lon: 60 + (n % 31), sog: n % 20, cog: n % 360 }),
      ),
    )
  const counted = () => sea.call(getVesselStats, { by: 'source' })
  await until(async () => (await counted()).total === SHIPS, 'all ships are on the picture', 60)
}, 120_000)
afterAll(async () => {
  await receiver.close()
  await sea.close()
})

/** Returns conditions every vessel passes, so that all of them are evaluated. */
const passing = (n: number): FilterNode => ({ k: 'attr', field: 'mmsi', cmp: 'ne', value: `X${n}` })
const group = (of: FilterNode[]): FilterNode => ({ op: 'ALL', of })
/** So many conditions in groups of a hundred, as the contract allowed. */
const conditions = (count: number): FilterNode =>
  group(
    Array.from({ length: Math.ceil(count / 100) }, (_, g) =>
      group(Array.from({ length: Math.min(100, count - g * 100) }, (_, n) => passing(n))),
    ),
  )
const nested = (depth: number): FilterNode =>
  depth === 0 ? passing(0) : { op: 'ALL', of: [nested(depth - 1)] }
const others = () => other.call(getAisDetailsByVessel, { mmsi: '419000001' })

test('ten thousand conditions are refused with the limit and the remedy, and no user waits', async () => {
  const expr = conditions(10_000)
  const { result } = await whileOthersCall(async () => {
    const answers = []
    for (let n = 0; n < size(2, 20); n++) answers.push(await sea.raw(filterAisData, { filter: { expr } }))
    return answers
  }, others)
  for (const answer of result) {
    expect(answer).toMatchObject({ Status: false, Code: 'VALIDATION' })
    expect(answer.Message).toContain(`more than ${MOST_CONDITIONS} conditions`)
  }
})

test('conditions deeper than a person can read are refused, in a call and on the socket', async () => {
  const filter = { expr: nested(DEEPEST_FILTER + 1) }
  expect((await sea.raw(explainHidden, { mmsi: '419000001', filter })).Message).toContain('nested')
  expect((await sea.raw(filterAisData, { filter: { expr: nested(DEEPEST_FILTER - 1) } })).Status).toBe(true)
  const watcher = new Watcher(sea.base, sea.token)
  watcher.watch({ bbox: [-180, -90, 180, 90], zoom: 3, filter })
  await until(() => watcher.events.some(({ name }) => name === 'refused'), 'the filter is refused')
  watcher.close()
})

test('the costliest allowed filter is evaluated in slices, in calls and on the socket', async () => {
  const expr = conditions(MOST_CONDITIONS - 10)
  const turns = monitorEventLoopDelay({ resolution: 5 })
  const { result } = await whileOthersCall(async () => {
    turns.enable()
    const watcher = new Watcher(sea.base, sea.token)
    watcher.watch({ bbox: [-180, -90, 180, 90], zoom: 3, filter: { expr } })
    const call = await sea.call(filterAisData, { filter: { expr }, limit: 1 })
    await until(() => watcher.contacts.size === call.count, 'the socket shows what the call counts', 60)
    turns.disable()
    watcher.close()
    return call
  }, others)
  expect(result.count).toBe(SHIPS)
  expect(turns.max / 1e6).toBeLessThan(LONGEST_TURN_MS)
})
