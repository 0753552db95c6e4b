import { getDetectors } from '@samudra/contract/detectors'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const MINUTE = 60_000
let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

const sails = (mmsi: number, at: number, lat = 12) =>
  receiver.send(receivedAt(at, { mmsi, lat, lon: 88, sog: 12, cog: 45 }))
const stored = async (mmsi: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from fixes where mmsi = ${mmsi}`.execute(
      query(server.database.db),
    )
  ).rows[0]!.n
async function watched(rule: Partial<RuleDraft>): Promise<string> {
  const { id } = await server.call(createRule, { ...SLOW, ...rule })
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  return id
}
async function found(id: string, run_id?: string) {
  const { items } = await server.call(getRuleResults, { id, ...(run_id === undefined ? {} : { run_id }) })
  return items.map(({ mmsis, split_ids, first_at }) => ({ mmsis, split_ids, first_at }))
}
/** Returns the results of a historical run by knowledge of that time. */
async function lookedBack(id: string, period: { from: number; to: number }, draft?: RuleDraft) {
  const request = { from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() }
  const { run_id } = await server.call(runRule, {
    id,
    ...request,
    knowledge: 'AS_KNOWN',
    dry_run: true,
    ...(draft === undefined ? {} : { draft }),
  })
  expect((await runOver(server, id, run_id)).state).toBe('SUCCEEDED')
  return found(id, run_id)
}

const aList = async (name: string) =>
  (await server.call(createVesselList, { name, kind: 'STATIC', color: '#c62828', visibility: 'CENTRE' })).id

test('a rule enabled after a vessel was listed finds it at that time, as a historical run does', async () => {
  const ship = 419000501
  const list = await aList('Suspects')
  const began = Date.now()
  await sails(ship, began)
  await until(async () => (await stored(ship)) === 1, 'she is heard')
  const before = Date.now()
  await server.call(addVesselToList, { id: list, mmsis: [String(ship)], reason: 'seen' })
  const id = await watched({ name: 'On the list', when: { k: 'list', in: true, list } })
  await until(async () => (await found(id)).length > 0, 'she is found live')
  const live = await found(id)
  expect(live).toHaveLength(1)
  expect(Date.parse(live[0]!.first_at)).toBeGreaterThanOrEqual(before)
  expect(await lookedBack(id, { from: began - MINUTE, to: Date.now() })).toEqual(live)
})

test('a late fix from before list membership is explained with the list as known at arrival', async () => {
  const ship = 419000504
  const list = await aList('Sought')
  const id = await watched({ name: 'Sought', when: { k: 'list', in: true, list } })
  await server.call(addVesselToList, { id: list, mmsis: [String(ship)], reason: 'seen' })
  await sails(ship, Date.now() - MINUTE)
  await until(async () => (await found(id)).length > 0, 'she is found')
  const [hit] = (await server.call(getRuleResults, { id })).items
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed.verdict).toBe('TRUE')
})

const [TURNS, TURN_MS] = [24, 45_000]
test('two alternating vessels share a number, live and historical; one that jumped once does not', async () => {
  const [shared, jumped] = [419000502, 419000503]
  const request: Partial<RuleDraft> = {
    name: 'Shares a number',
    when: { k: 'attr', field: 'anomaly', cmp: 'eq', value: 'MMSI_DUPLICATE' },
    dedupe: { key: ['mmsi'], window_min: 60 },
  }
  const id = await watched(request)
  const began = Date.now() - TURNS * TURN_MS
  for (let turn = 0; turn < TURNS; turn++) {
    await sails(shared, began + turn * TURN_MS, turn % 2 === 0 ? 12 : 2)
    await sails(jumped, began + turn * TURN_MS, turn < TURNS / 2 ? 12 : 2)
    await until(
      async () => (await stored(shared)) + (await stored(jumped)) === 2 * turn + 2,
      'they are heard',
    )
  }
  await until(async () => (await found(id)).length === 2, 'both ships of the number are found')
  const live = await found(id)
  expect(live.map(({ mmsis, split_ids }) => [mmsis[0], split_ids[0]]).sort()).toEqual([
    [String(shared), 0],
    [String(shared), 1],
  ])
  expect(await lookedBack(id, { from: began - MINUTE, to: Date.now() })).toEqual(live)

  // The detector reports the number once, not each vessel that uses it.
  const answer = async (mmsi: number) =>
    (await server.call(getFilteredVesselEvents, { mmsis: [String(mmsi)], types: ['MMSI_DUPLICATE'] })).items
  await until(async () => (await answer(shared)).length > 0, 'the number is told of')
  expect(await answer(shared)).toHaveLength(1)
  expect(await answer(jumped)).toEqual([])
  // It never sent a static report; it is still a vessel of its source.
  const other = await aUser(server, 'other', ['SATX'])
  const ofOther = { mmsis: [String(shared)], types: ['MMSI_DUPLICATE'] }
  expect((await other.call(getFilteredVesselEvents, ofOther)).items).toEqual([])
  const [detector] = (await server.call(getDetectors, { ids: ['MMSI_DUPLICATE'] })).items
  const draft = { ...detector!.drafts[0]!, visibility: 'PRIVATE' as const }
  const again = await lookedBack('draft', { from: began - MINUTE, to: Date.now() }, draft)
  expect(again.map(({ mmsis }) => mmsis)).toEqual([[String(shared)]])
  const { recomputed } = await server.call(explainRuleResult, { id: (await answer(shared))[0]!.id })
  expect(recomputed).toMatchObject({ verdict: 'UNKNOWN', why: expect.stringContaining('with the same MMSI') })
})

test('for a number at two places the silent one is known as received elsewhere, live and in runs', async () => {
  const ship = 419000505
  const request = { k: 'attr', field: 'heard_elsewhere', cmp: 'eq', value: 1 } as const
  const id = await watched({ name: 'Heard elsewhere', when: request })
  const began = Date.now() - 25 * MINUTE
  const [here, there] = [12, 2]
  // First both, so that it is no ship that jumped; then the second place alone.
  const lats = [here, here, here, there, here, there, here, ...Array.from({ length: 18 }, () => there)]
  for (const [minute, lat] of lats.entries()) await sails(ship, began + minute * MINUTE, lat)
  await until(async () => (await found(id)).length > 0, 'the first place is found')
  const live = await found(id)
  expect(live.map(({ mmsis, split_ids }) => [mmsis[0], split_ids[0]])).toEqual([[String(ship), 0]])
  expect(live[0]!.first_at).toBe(new Date(Math.floor((began + 17 * MINUTE) / 1000) * 1000).toISOString())
  const back = await lookedBack(id, { from: began - MINUTE, to: Date.now() })
  expect(back).toEqual(live)
  const { recomputed } = await server.call(explainRuleResult, {
    id: (await server.call(getRuleResults, { id })).items[0]!.id,
  })
  expect(recomputed).toMatchObject({ verdict: 'UNKNOWN', why: expect.stringContaining('with the same MMSI') })
})
