import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import {
  coastAndSatelliteOfFile,
  receivedAt,
  previewOf,
  runOver,
  SLOW,
} from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

const MINUTE = 60_000
const [LIES, LEAVES, FAR] = [419000701, 419000702, 419000703] as const
let server: TestServer
let receiver: Receiver
let putOn: (ms: number) => void
coastAndSatelliteOfFile((centre) => void ({ server, receiver, putOn } = centre))

const ALONE: RuleDraft = {
  ...SLOW,
  name: 'Nobody within two miles',
  visibility: 'CENTRE',
  when: {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'mmsi', cmp: 'eq', value: String(LIES) },
      { op: 'NONE', of: [{ k: 'near', to: { k: 'attr', field: 'sog', cmp: 'gte', value: 0 }, nm: 2 }] },
    ],
  },
}
type Desk = Pick<TestServer, 'call'>
async function found(id: string, by: Desk, run_id?: string) {
  const { items } = await by.call(getRuleResults, { id, ...(run_id === undefined ? {} : { run_id }) })
  return items.map(({ mmsis, first_at }) => ({ mmsis, first_at }))
}
const results = async (id: string) =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from rule_results where run_id = '' and rule_id = ${id}`.execute(
      query(server.database.db),
    )
  ).rows[0]!.n
const stored = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from fixes`.execute(query(server.database.db))).rows[0]!
    .n

test('absence of others is reported once after all lateness, live as historical, to full viewers', async () => {
  const { id } = await server.call(createRule, ALONE)
  const second = await aUser(server, 'second', ['*'], { role: 1 })
  await second.call(enableOrDisableRule, { id, enabled: true, ack_preview: await previewOf(server, id) })
  const began = Math.ceil(Date.now() / MINUTE) * MINUTE
  for (let step = 0; step <= 6; step++) {
    const at = began + 5 * step * MINUTE
    putOn(5 * MINUTE)
    // From the tenth minute the departing vessel is three miles off.
    const ships = [
      { mmsi: LIES, lon: 72 },
      { mmsi: LEAVES, lon: step < 2 ? 72.01 : 72.05 },
      { mmsi: FAR, lon: 74 },
    ]
    for (const ship of ships) await receiver.send(receivedAt(at, { ...ship, lat: 10, sog: 0, cog: 0 }))
    await until(async () => (await stored()) === 3 * (step + 1), 'all are stored')
    // The clock advances meanwhile: on a busy machine a hit may follow soon after the last of them.
    if (step < 6) expect(await results(id)).toBe(0)
  }
  putOn(40 * MINUTE)
  await until(async () => (await results(id)) === 1, 'it is told that nobody is near')
  // Earlier sessions are gone.
  const admin = await server.logIn('admin', PASSWORD)
  const live = await found(id, admin)
  const minute = (Date.parse(live[0]!.first_at) - began) / MINUTE
  expect(minute).toBeGreaterThan(5)
  expect(minute).toBeLessThanOrEqual(10)

  const period = {
    from: new Date(began - MINUTE).toISOString(),
    to: new Date(began + 70 * MINUTE).toISOString(),
  }
  // Only of this vessel: its neighbours may be any vessels.
  for (const mmsis of [[String(LIES)], [String(FAR)]]) {
    const request = { id, ...period, mmsis, knowledge: 'CORRECTED' as const, dry_run: true }
    const { run_id } = await admin.call(runRule, request)
    expect((await runOver(admin, id, run_id)).state).toBe('SUCCEEDED')
    expect(await found(id, admin, run_id)).toEqual(mmsis[0] === String(LIES) ? live : [])
  }
  const [hit] = (await admin.call(getRuleResults, { id })).items
  const { recomputed } = await admin.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'UNKNOWN', why: expect.stringContaining('nearby vessels') })
  const some = await aUser(server, 'some', ['COAST'])
  expect(await found(id, some)).toEqual([])
})
