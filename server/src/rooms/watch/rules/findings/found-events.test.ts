import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { getRuleResults, judgeRuleResult, runRule } from '@samudra/contract/rule-results'
import type { RuleNode } from '@samudra/contract/rules'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../../testing/seas/rules.ts'

const MINUTE = 60_000
const [SHIP, OTHER] = ['419000601', '419000602'] as const
let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

type Desk = Pick<TestServer, 'call'>
const BEGAN = Date.now()
const sails = (mmsi: string, at: number) =>
  receiver.send(receivedAt(at, { mmsi: Number(mmsi), lat: 12, lon: 88, sog: 12, cog: 45 }))
async function watched(name: string, when: RuleNode): Promise<string> {
  const { id } = await server.call(createRule, { ...SLOW, name, when })
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  return id
}
async function found(id: string, run_id?: string, by: Desk = server) {
  const { items } = await by.call(getRuleResults, { id, ...(run_id === undefined ? {} : { run_id }) })
  return items
    .map(({ mmsis, first_at }) => ({ mmsis, first_at }))
    .sort((a, b) => (a.mmsis[0]! < b.mmsis[0]! ? -1 : 1))
}
async function lookedBack(id: string, knowledge: 'AS_KNOWN' | 'CORRECTED') {
  const period = { from: new Date(BEGAN - 10 * MINUTE).toISOString(), to: new Date().toISOString() }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge, dry_run: true })
  expect((await runOver(server, id, run_id)).state).toBe('SUCCEEDED')
  return found(id, run_id)
}
const justAfter = (at: string) => new Date(Date.parse(at) + 1).toISOString()
const detected = async () =>
  (await server.call(getFilteredVesselEvents, { types: ['BLACKLIST'] })).items.sort((a, b) =>
    a.mmsis[0]! < b.mmsis[0]! ? -1 : 1,
  )

test('rules receive a detection when it becomes known, live and historical, but no confirmation', async () => {
  const any = await watched('Any', { k: 'event', types: ['BLACKLIST', 'SIGHTING'] })
  const sure = await watched('Sure', { k: 'event', types: ['BLACKLIST'], min_confidence: 3 })
  await server.call(addVesselToList, { id: 'blacklist', mmsis: [SHIP, OTHER], reason: 'known' })
  await sails(SHIP, BEGAN - 5 * MINUTE)
  await sails(OTHER, BEGAN - 4 * MINUTE)
  await until(async () => (await found(any)).length === 2, 'the rule hears of both')
  const [hit, other] = await detected()
  const live = await found(any)
  expect(live).toEqual([
    { mmsis: [SHIP], first_at: hit!.created_at },
    { mmsis: [OTHER], first_at: other!.created_at },
  ])
  expect(await lookedBack(any, 'AS_KNOWN')).toEqual(live)
  expect(await lookedBack(any, 'CORRECTED')).toEqual([
    { mmsis: [SHIP], first_at: justAfter(hit!.start_at) },
    { mmsis: [OTHER], first_at: justAfter(other!.start_at) },
  ])

  expect(await found(sure)).toEqual([])
  await server.call(judgeRuleResult, { id: hit!.id, judgement: 'CONFIRMED', reason: 'seen' })
  await server.call(judgeRuleResult, { id: other!.id, judgement: 'DISPUTED', reason: 'another of that name' })
  await until(async () => (await found(sure)).length === 1, 'what was confirmed is heard')
  expect((await found(sure))[0]!.mmsis).toEqual([SHIP])
  expect(await lookedBack(sure, 'AS_KNOWN')).toEqual(await found(sure))
  expect(await found(any)).toEqual(live)
  // It had been received before anybody disputed it; by what is known now it was nothing.
  expect(await lookedBack(any, 'AS_KNOWN')).toEqual(live)
  expect((await lookedBack(any, 'CORRECTED')).map(({ mmsis }) => mmsis)).toEqual([[SHIP]])
})

test('results based on a detection reach only users who see all sources and waters', async () => {
  const rule = { ...SLOW, name: 'For all', visibility: 'CENTRE' as const }
  const { id } = await server.call(createRule, { ...rule, when: { k: 'event', types: ['BLACKLIST'] } })
  const period = { from: new Date(BEGAN - 10 * MINUTE).toISOString(), to: new Date().toISOString() }
  const { run_id } = await server.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  await runOver(server, id, run_id)
  const [some, all] = [await aUser(server, 'some', ['COAST']), await aUser(server, 'all')]
  expect(await found(id, run_id, some)).toEqual([])
  expect(await found(id, run_id, all)).not.toEqual([])
})
