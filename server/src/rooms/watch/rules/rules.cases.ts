import { getDetectors, getDetectorVersions, updateDetector } from '@samudra/contract/detectors'
import { countRuleBoxes } from '@samudra/contract/rule-boxes'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import {
  createRule,
  deleteRule,
  enableOrDisableRule,
  getRules,
  getRuleVersions,
  updateRule,
} from '@samudra/contract/rule-keeping'
import {
  cancelRuleRun,
  explainRuleResult,
  getRuleRecord,
  getRuleResults,
  getRuleResultsByVessel,
  getRuleRuns,
  judgeRuleResult,
  resumeRuleRun,
  runRule,
} from '@samudra/contract/rule-results'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { NOON, noon, OTHER, SHIP, type Sea, type CallAnswer } from '../../../../testing/parameters/sea.ts'
import { aResult } from '../../../../testing/seas/results.ts'
import { markCancelled, previewOf, runOver, SLOW } from '../../../../testing/seas/rules.ts'
import { inResults, storeResults, type ResultRow } from './findings/results.sql.ts'

const MINUTE = 60_000
const FAST = { k: 'attr', field: 'sog', cmp: 'gt', value: 3 }
const schedule = { zone: 'UTC' as const, days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }
const others = {
  scope: FAST,
  unless: { k: 'attr', field: 'sog', cmp: 'gt', value: 60 },
  clear: { k: 'attr', field: 'sog', cmp: 'gt', value: 40 },
  actions: [{ do: 'ALERT' }],
  when: FAST,
}
const aRule = async ({ call }: Sea) => ({ id: (await call(createRule, { ...SLOW, schedule })).id })
const period = { from: noon(-60), to: noon(60) }
const anyRun = async (sea: Sea) => {
  const { id } = await aRule(sea)
  const { run_id } = await sea.call(runRule, { id, ...period, knowledge: 'CORRECTED', dry_run: true })
  return { id, run_id }
}
/** Creates a run that a user cancelled. */
const endedRun = async (sea: Sea) => {
  const { id, run_id } = await anyRun(sea)
  await runOver(sea, id, run_id)
  await markCancelled(sea.database.db, run_id)
  return { run_id }
}

let results = 0
/** Stores results of a rule for two vessels, an hour apart. */
async function found(sea: Sea, ruleId?: string) {
  const id = ruleId ?? (await aRule(sea)).id
  const row = (mmsi: string, at: number, more: Partial<ResultRow>) =>
    aResult(at, {
      id: `trial.${++results}`,
      rule_id: id,
      rule_version: 1,
      mmsi: Number(mmsi),
      last_at: at + MINUTE,
      ...more,
    })
  const begun = [
    row(SHIP, NOON, {}),
    row(SHIP, NOON - 60 * MINUTE, { status: 'CLEARED' }),
    row(OTHER, NOON, {}),
  ]
  await inResults(sea.database.db, async (client) => {
    await client.query('delete from rule_results')
    await storeResults(client, { begun, later: [] }, NOON)
  })
  return { rule: id, result: begun[0]!.id, other: begun[1]!.id }
}
const someResult = async (sea: Sea) => ({ id: (await found(sea)).result })
const aDetector = async ({ call }: Sea) => {
  const { items } = await call(getDetectors, { ids: ['TWELVE_NM'] })
  return { id: 'TWELVE_NM', expected_version: items[0]!.version, reason: 'x' }
}

export const CASES = [
  parameterCase(createRule, { base: () => structuredClone({ ...SLOW, schedule }), other: others }),
  parameterCase(updateRule, {
    base: async (sea) => ({ ...(await aRule(sea)), expected_version: 1, schedule, dedupe: SLOW.dedupe }),
    other: others,
  }),
  parameterCase(getRules, { base: async (sea) => (await aRule(sea), {}) }),
  parameterCase(getRuleVersions, { base: aRule }),
  parameterCase(deleteRule, { base: aRule }),
  parameterCase(enableOrDisableRule, {
    base: async (sea) => {
      const { id } = await aRule(sea)
      return { id, enabled: true, ack_preview: await previewOf(sea, id) }
    },
  }),
  parameterCase(runRule, {
    base: async (sea) => ({ ...(await aRule(sea)), ...period }),
    other: { draft: SLOW },
    state: (sea, { id }, { Data }: CallAnswer) =>
      runOver(sea, id as string, (Data as { run_id: string }).run_id),
  }),
  parameterCase(countRuleBoxes, { other: { draft: { ...SLOW, unless: FAST } } }),
  parameterCase(cancelRuleRun, { base: async (sea) => ({ run_id: (await anyRun(sea)).run_id }) }),
  parameterCase(resumeRuleRun, { base: endedRun }),
  parameterCase(getRuleResults, {
    base: async (sea) => ({ id: (await found(sea)).rule }),
    other: { run_id: async (sea: Sea) => (await anyRun(sea)).run_id },
  }),
  parameterCase(getRuleRuns, { base: async (sea) => ({ id: (await anyRun(sea)).id }) }),
  parameterCase(getRuleRecord, {
    base: async (sea) => ({ id: (await found(sea)).rule }),
    other: { run_id: async (sea: Sea) => (await anyRun(sea)).run_id },
  }),
  parameterCase(getRuleResultsByVessel, {
    base: async (sea) => (await found(sea), { mmsi: SHIP }),
    other: { rule_id: async (sea: Sea) => (await aRule(sea)).id },
  }),
  parameterCase(judgeRuleResult, {
    base: async (sea) => ({ ...(await someResult(sea)), judgement: 'DISPUTED', reason: 'x' }),
  }),
  parameterCase(getFilteredVesselEvents, {
    base: async (sea) => (await found(sea, 'SPEED_CHANGE'), { mmsis: [SHIP] }),
    other: { types: ['COURSE_CHANGE'] },
  }),
  parameterCase(getDetectors, {
    base: async (sea) => (await sea.call(updateDetector, { ...(await aDetector(sea)), home: ['Oman'] }), {}),
  }),
  parameterCase(getDetectorVersions, { other: { id: 'COURSE_CHANGE' } }),
  parameterCase(updateDetector, {
    base: async (sea) => ({
      ...(await aDetector(sea)),
      enabled: true,
      thresholds: [{ key: 'again_min', value: 30 }],
      home: ['India'],
    }),
    other: { home: ['Oman'] },
  }),
  parameterCase(explainRuleResult, { base: someResult }),
]
