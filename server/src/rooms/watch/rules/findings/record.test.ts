import { getDetectors } from '@samudra/contract/detectors'
import { createRule } from '@samudra/contract/rule-keeping'
import { getRuleRecord, getRuleRuns, judgeRuleResult, runRule } from '@samudra/contract/rule-results'
import { addPort } from '@samudra/contract/ports'
import { addZone } from '@samudra/contract/zones'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../../testing/servers/a-user.ts'
import { aResult } from '../../../../../testing/seas/results.ts'
import { runOver, SLOW } from '../../../../../testing/seas/rules.ts'
import { inResults, storeResults } from './results.sql.ts'

const DAY = 86_400_000
const NOON = Math.floor(Date.now() / DAY) * DAY - 3 * DAY + DAY / 2
const [ONE, OTHER] = [419000801, 419000802]

/** Two hits of one ship on one day, and one of another the day after, in the harbour of a port. */
async function found(server: TestServer, ruleId: string) {
  const hit = (id: string, at: number, more: object) =>
    aResult(at, { id, rule_id: ruleId, rule_version: 1, lat_udeg: 10_000_000, lon_udeg: 65_000_000, ...more })
  const begun = [
    hit('a', NOON, { mmsi: ONE, again: 4 }),
    hit('b', NOON + 60_000, { mmsi: ONE }),
    hit('c', NOON + DAY, { mmsi: OTHER, lat_udeg: 12_000_000 }),
  ]
  await inResults(server.database.db, (client) => storeResults(client, { begun, later: [] }, NOON + 2 * DAY))
}

test('the record of a rule states hits by day, vessels, hits in port, and judgements by users', async () => {
  const server = await aServer([])
  await server.call(addPort, {
    name: 'Farport',
    country: 'IN',
    lat: 12,
    lon: 65,
    source: 'test',
    locode: '',
    alias: [],
    geometry: null,
    anchorages: [],
    radius_nm: 1,
    time_zone: '',
    facilities: [],
    contacts: [],
  })
  const { id } = await server.call(createRule, { ...SLOW, visibility: 'CENTRE' })
  await found(server, id)
  await server.call(judgeRuleResult, { id: 'a', judgement: 'CONFIRMED', reason: 'seen' })
  await server.call(judgeRuleResult, { id: 'c', judgement: 'DISPUTED', reason: 'at her berth' })
  const record = await server.call(getRuleRecord, { id })
  const day = new Date(Math.floor(NOON / DAY) * DAY).toISOString()
  expect(record).toMatchObject({
    hits: 3,
    again: 4,
    ships: 2,
    in_port: 1,
    revised: 0,
    confirmed: 1,
    disputed: 1,
  })
  expect(record.days).toEqual([
    { day, hits: 2, again: 4, confirmed: 1, disputed: 0 },
    { day: new Date(Date.parse(day) + DAY).toISOString(), hits: 1, again: 0, confirmed: 0, disputed: 1 },
  ])
  const ofOneDay = {
    id,
    from: new Date(NOON + DAY / 2).toISOString(),
    to: new Date(NOON + 2 * DAY).toISOString(),
  }
  // Open hits continue.
  expect((await server.call(getRuleRecord, ofOneDay)).days.at(-1)).toMatchObject({ hits: 1, disputed: 1 })

  const { id: zone } = await server.call(addZone, { name: 'North', geometry: polygonOfBox([60, 11, 70, 14]) })
  const north = await aUser(server, 'north', ['*'], { zone_access: [zone] })
  expect(await north.call(getRuleRecord, { id })).toMatchObject({ hits: 1, ships: 1, in_port: 1 })
  await server.close()
})

test('runs of a rule are visible to users who see it, and those of a draft to their author', async () => {
  const server = await aServer([])
  const other = await aUser(server, 'other')
  const { id } = await server.call(createRule, { ...SLOW, visibility: 'CENTRE' })
  const mine = await server.call(createRule, { ...SLOW, name: 'Mine' })
  const period = {
    from: new Date(NOON).toISOString(),
    to: new Date(NOON + DAY).toISOString(),
    knowledge: 'CORRECTED' as const,
    dry_run: true,
  }
  const { run_id } = await server.call(runRule, { id, ...period })
  const drafted = await server.call(runRule, { id: 'draft', draft: SLOW, ...period })
  await runOver(server, id, run_id)
  await runOver(server, 'draft', drafted.run_id)
  expect((await other.call(getRuleRuns, { id })).items).toMatchObject([{ id: run_id, state: 'SUCCEEDED' }])
  expect((await server.call(getRuleRuns, { id: 'draft' })).items).toMatchObject([{ id: drafted.run_id }])
  expect((await other.call(getRuleRuns, { id: 'draft' })).items).toEqual([])
  await expect(other.call(getRuleRuns, { id: mine.id })).rejects.toThrow('NOT_FOUND')
  await expect(other.call(getRuleRecord, { id: 'draft', run_id: drafted.run_id })).rejects.toThrow(
    'NOT_FOUND',
  )
  await server.close()
})

test('each detector provides example rules that are stored unchanged', async () => {
  const server = await aServer([])
  const { items } = await server.call(getDetectors, {})
  const drafts = items.flatMap(({ drafts }) => drafts)
  expect(drafts.length).toBeGreaterThanOrEqual(items.length - 1)
  for (const draft of drafts) {
    const { validation } = await server.call(createRule, { ...draft, visibility: 'PRIVATE' })
    expect([draft.name, validation.errors]).toEqual([draft.name, []])
  }
  await server.close()
})
