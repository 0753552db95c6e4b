import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import { getNotices } from '@samudra/contract/notifications'
import type { RuleNode } from '@samudra/contract/rules'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD, until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { coastAndSatelliteOfFile, receivedAt, previewOf, SLOW } from '../../../../../testing/seas/rules.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'
import { query } from '../../../../platform/needs/query.ts'
import { readWatch } from '../evaluation/states.sql.ts'
import { KnownWorld } from '../evaluation/world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let server: TestServer
let receiver: Receiver
let other: Receiver
let putOn: (ms: number) => void
let ahead = 0
coastAndSatelliteOfFile((centre) => {
  server = centre.server
  receiver = centre.receiver
  other = centre.other
  putOn = (ms) => {
    ahead += ms
    centre.putOn(ms)
  }
})
/** Current session; sessions end when the clock is advanced. */
let desk: Pick<TestServer, 'call'>
beforeEach(async () => {
  // Limits count by the hour of the clock: a test that crossed a full hour would have two of them.
  const leftMs = HOUR_MS - ((Date.now() + ahead) % HOUR_MS)
  if (ahead === 0 && leftMs < 20 * MINUTE_MS) putOn(leftMs)
  desk = await server.logIn('admin', PASSWORD)
})

async function enabled(rule: object): Promise<string> {
  const { id, validation } = await desk.call(createRule, { ...SLOW, ...rule })
  expect(validation.errors).toEqual([])
  await desk.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(desk, id) })
  return id
}
const rule = async (id: string) => (await desk.call(getRules, { ids: [id] })).items[0]!
const found = async (id: string) => (await desk.call(getRuleResults, { id })).items
const isEnded = (id: string) => until(async () => (await rule(id)).status === 'ERROR', 'the rule is ended')
/** Waits until the owner is notified of rules, each with its reason. */
async function areNotified(...whys: string[]) {
  const notifications = async () => (await desk.call(getNotices, {})).items.map(({ text }) => text)
  for (const why of whys)
    await until(async () => (await notifications()).some((text) => text.startsWith(`Your rule ${why}`)), why)
}
const sails = (mmsi: number, lat: number, lon = 71.2, ageMs = 0) =>
  receivedAt(Date.now() + ahead - ageMs, { mmsi, lat, lon, sog: 1, cog: 45 })
const stored = async (...mmsis: number[]) =>
  until(async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(distinct mmsi)::int as n from fixes where mmsi = any(${mmsis})`.execute(
      query(server.database.db),
    )
    return rows[0]!.n === mmsis.length
  }, 'all are stored')

/** Does something while a question to the world fails. */
async function failing<Query extends 'number' | 'sourceCode'>(
  request: Query,
  isFailing: (...given: Parameters<KnownWorld[Query]>) => boolean,
  during: () => Promise<void>,
) {
  const { [request]: was } = KnownWorld.prototype
  KnownWorld.prototype[request] = function (this: KnownWorld, ...given: never[]) {
    if (isFailing(...(given as never))) throw new Error('the world cannot be read')
    return (was as (...all: never[]) => never).apply(this, given)
  } as never
  try {
    await during()
  } finally {
    KnownWorld.prototype[request] = was
  }
}

test('source rules that find too much or fail are stopped and owners notified; others continue', async () => {
  const ofSource = (name: string, when: RuleNode, more: object = {}) =>
    enabled({ subject: 'SOURCE', dedupe: { key: ['source'], window_min: 0 }, name, when, ...more })
  const late: RuleNode = { k: 'attr', field: 'latency_s', cmp: 'gt', value: 60 }
  const floods = await ofSource('Late floods', late, { limits: { max_hits_per_hour: 1 } })
  const sound = await ofSource('Late goes on', { ...late, value: 61 })
  const fails = await ofSource('Coast fails', { k: 'source', any: ['COAST'] })
  await until(async () => (await readWatch(server.database.db)) !== null, 'rules are at work')
  const { rows } = await sql<{ id: number }>`select id from sources where code = 'SATX'`.execute(
    query(server.database.db),
  )
  await failing(
    'sourceCode',
    (source) => source === rows[0]!.id,
    async () => {
      await other.send(sails(419000750, 4, 72))
      await stored(419000750)
      // Late, in time and late again, minute by minute.
      for (const [i, minutes] of [5, 0, 5].entries()) {
        await receiver.send(sails(419000751 + i, 4, 71, minutes * MINUTE_MS))
        await stored(419000751 + i)
        putOn(MINUTE_MS)
      }
      putOn(MINUTE_MS)
      await isEnded(fails)
      await isEnded(floods)
    },
  )
  expect((await rule(fails)).error_reason).toBe('evaluation failed (Error: the world cannot be read)')
  expect((await rule(floods)).error_reason).toContain('more than 1 hits in an hour')
  expect(await found(floods)).toHaveLength(1)
  await until(async () => (await found(sound)).length === 2, 'the other finds both')
  expect((await rule(sound)).status).toBe('ENABLED')
  await areNotified('Late floods was stopped: it had more', 'Coast fails was stopped: evaluation failed')
})

test('area rules that find too much or fail are stopped and owners notified; others continue', async () => {
  const crowd = { k: 'agg', fn: 'distinct', of: 'vessels', window_min: 10, cmp: 'gt', value: 1 } as const
  const ofArea = (name: string, of: RuleNode[], more: object = {}) =>
    enabled({
      subject: 'AREA',
      dedupe: { key: ['aoi'], window_min: 0 },
      allowed_lateness_min: 1,
      name,
      when: { op: 'ALL', of },
      ...more,
    })
  const inside: RuleNode = { k: 'zone', rel: 'INSIDE', zone: { area: boxOf(71, 14, 72, 15) } }
  const night: RuleNode = { k: 'attr', field: 'night', cmp: 'eq', value: 1 }
  const floods = await ofArea('Crowds flood', [SLOW.when, { ...crowd, nm: 5 }], {
    limits: { max_hits_per_hour: 1 },
  })
  const ofShips = await ofArea('Crowd fails', [inside, night, crowd])
  // It has the same condition on vessels as the rule that continues.
  const ofItself = await ofArea('Night fails', [inside, SLOW.when, crowd], {
    schedule: { zone: 'UTC', light: 'NIGHT' },
  })
  const sound = await ofArea('Crowd goes on', [inside, SLOW.when, crowd])
  await failing(
    'number',
    (field) => field === 'night',
    async () => {
      const crowds = [
        [419000761, 14.5],
        [419000762, 14.5],
        [419000763, 24.5],
        [419000764, 24.5],
      ] as const
      await receiver.send(crowds.flatMap(([mmsi, lat]) => sails(mmsi, lat)))
      await stored(...crowds.map(([mmsi]) => mmsi))
      putOn(2 * MINUTE_MS)
      for (const id of [floods, ofShips, ofItself]) await isEnded(id)
      await until(async () => (await found(sound)).length === 1, 'the other finds its crowd')
    },
  )
  expect((await rule(ofShips)).error_reason).toMatch(
    /^evaluation failed for MMSI 41900076\d \(Error: the world cannot be read\)$/,
  )
  expect((await rule(ofItself)).error_reason).toBe('evaluation failed (Error: the world cannot be read)')
  expect((await rule(floods)).error_reason).toContain('more than 1 hits in an hour')
  expect(await found(floods)).toHaveLength(1)
  expect((await rule(sound)).status).toBe('ENABLED')
  await areNotified(
    'Crowds flood was stopped: it had more',
    'Crowd fails was stopped: evaluation failed',
    'Night fails was stopped: evaluation failed',
  )
})
