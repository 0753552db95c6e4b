import { addAoi } from '@samudra/contract/areas'
import { getDetectorStates } from '@samudra/contract/detectors'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { explainRuleResult, getRuleResults, runRule } from '@samudra/contract/rule-results'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import {
  coastAndSatelliteOfFile,
  previewOf,
  receivedAt,
  rulesAtWork,
  runOver,
} from '../../../../../testing/seas/rules.ts'
import { boxOf } from '../../../../../testing/seas/drawn-shapes.ts'
import { query } from '../../../../platform/needs/query.ts'
import { trafficOfWeeks } from '../../../../../testing/seas/weeks-of-traffic.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

const anArea = (name: string, south: number, more: object = {}) =>
  server.call(addAoi, {
    name,
    type: 'RESTRICTED',
    notes: '',
    color: '#336699',
    recur: 'NONE',
    valid_from: null,
    valid_to: null,
    geometry: boxOf(71, south, 72, south + 1),
    visibility: 'CENTRE',
    ...more,
  } as never)

const ruleOf = (aoi: string, name: string) => ({
  name,
  description: '',
  severity: 'MEDIUM' as const,
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE' as const,
  subject: 'AREA' as const,
  when: {
    op: 'ALL' as const,
    of: [
      { k: 'zone' as const, rel: 'INSIDE' as const, zone: { aoi } },
      {
        k: 'agg' as const,
        fn: 'distinct' as const,
        of: 'vessels' as const,
        against: 'BASELINE' as const,
        window_min: 60,
        cmp: 'gt' as const,
        value: 3,
      },
    ],
  },
  dedupe: { key: ['aoi' as const], window_min: 0 },
  limits: { max_hits_per_hour: 100 },
  allowed_lateness_min: 1,
  exclude_in_port: false,
  require_coverage: false,
})
const enabled = async (aoi: string, name: string) => {
  const { id, sentence } = await server.call(createRule, ruleOf(aoi, name))
  const ack_preview = await previewOf(server, id)
  await server.call(enableOrDisableRule, { id, enabled: true, ack_preview })
  return { id, sentence }
}
const resultsOf = async (id: string, more: object = {}) =>
  (await server.call(getRuleResults, { id, ...more })).items
const reported = (mmsi: number, ageS: number, lat: number) =>
  receivedAt(NOW - ageS * 1000, { mmsi, lat, lon: 71.5, sog: 5, cog: 45 })

test('a rule whose baseline knows too few weeks finds nothing and says so', async () => {
  const { id: aoi } = await anArea('Young bay', 24)
  await trafficOfWeeks(server, { aoi, weeks: 2, vesselsOf: () => 1 })
  const { id } = await enabled(aoi, 'Young')
  const rule = async () => (await server.call(getRules, {})).items.find((one) => one.id === id)!
  await until(async () => /has 2 of 3 weeks/.test((await rule()).error_reason), 'the rule says so')
  await rulesAtWork(server.database.db)
  await receiver.send([61, 62, 63, 64, 65, 66].flatMap((one, i) => reported(419000000 + one, 20 - i, 24.5)))
  await storedFixes(6, 419000061, 419000066)
  expect(await resultsOf(id)).toEqual([])
})

test('more vessels in an area than at this hour of other weeks are found, explained and found in history', async () => {
  const { db } = server.database
  const { id: aoi } = await anArea('Bay', 14)
  await trafficOfWeeks(server, { aoi, weeks: 8, vesselsOf: (week) => 1 + (week % 2) })
  const { id, sentence } = await enabled(aoi, 'Busy')
  expect(sentence).toContain('in 60 min above the baseline of the hour of the week by 3 deviations')
  await rulesAtWork(db)
  await receiver.send(
    [51, 52, 53, 54, 55, 56, 57].flatMap((one, i) => reported(419000000 + one, 30 - i, 14.5)),
  )
  await until(async () => (await resultsOf(id)).length > 0, 'the area is found')
  const [hit] = await resultsOf(id)
  const [number] = hit!.explanation!.of
  expect(number).toMatchObject({ verdict: 'TRUE', value: 5, threshold: 4.5 })
  expect(number!.of[0]!.asked).toMatch(
    /^baseline of \w+day \d\d:00 UTC: 1.5 vessels, deviation 0.7, from 8 weeks$/,
  )
  const { recomputed } = await server.call(explainRuleResult, { id: hit!.id })
  expect(recomputed).toMatchObject({ verdict: 'TRUE', explanation: hit!.explanation })
  const period = { from: new Date(NOW - 3_600_000).toISOString(), to: new Date().toISOString() }
  for (const knowledge of ['CORRECTED', 'AS_KNOWN'] as const) {
    const { run_id } = await server.call(runRule, { id, ...period, knowledge, dry_run: true })
    await runOver(server, id, run_id)
    expect((await resultsOf(id, { run_id })).map(({ first_at }) => first_at)).toEqual([hit!.first_at])
  }
})

test('an area that the centre does not see has no baseline to compare with', async () => {
  const { id: aoi } = await anArea('Own bay', 34, { visibility: 'PRIVATE' })
  const { validation } = await server.call(createRule, ruleOf(aoi, 'Own'))
  expect(validation.errors).toContain(
    'names an area that is not counted; show it to the whole centre, so that it has a baseline',
  )
})

test('a detector of watched areas finds a number far off the baseline, and says that it learns before', async () => {
  const { items } = await server.call(getDetectorStates, {})
  expect(items.find(({ id }) => id === 'AREA_OF_INTEREST')).toMatchObject({
    state: 'DEGRADED',
    words: 'The number of vessels is compared with other weeks after 21 days of positions.',
  })
})

/** Waits until positions of some vessels are stored. */
async function storedFixes(count: number, from: number, to: number) {
  const { db } = server.database
  await until(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from fixes where mmsi between ${from} and ${to}`.execute(query(db))
    return rows[0]!.count === count
  }, 'the positions are stored')
}
