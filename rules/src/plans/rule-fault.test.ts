import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { Evaluator } from '../evaluator.ts'
import { Aircraft } from '../values/aircraft.ts'
import { NO_WORLD } from '../world.ts'
import { aRule } from '../../testing/a-sea.ts'
import { RuleFault } from './rule-fault.ts'

const hear = () => undefined
/** Returns the path of the fault of a rule; empty where it has none. */
function faultyPath(rule: EvaluatedRule): string {
  try {
    if (rule.subject === 'AIRCRAFT') void new Aircraft([rule], NO_WORLD, { hear })
    else void new Evaluator([rule], NO_WORLD, { hear })
    return ''
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error
    return error.pathIn(rule)
  }
}
const SLOW: RuleNode = { k: 'attr', field: 'sog', cmp: 'lt', value: 2 }
const within = (wrong: RuleNode): RuleNode => ({ op: 'ALL', of: [SLOW, { op: 'ANY', of: [wrong, SLOW] }] })

test.each([
  [{ k: 'attr', field: 'sog', cmp: 'contains', value: 'x' }, 'cmp'],
  [{ k: 'attr', field: 'sog', cmp: 'gt', value: 'fast' }, 'value'],
  [{ k: 'attr', field: 'sog', cmp: 'between', value: [3, 1] }, 'value'],
  [{ k: 'attr', field: 'length', cmp: 'stale' }, 'field'],
  [{ ...SLOW, times: 3 }, 'within_min'],
  [{ k: 'silence', min: 30, for_min: 10 }, 'for_min'],
  [{ k: 'zone', rel: 'NEAR', zone: { aoi: 'a' } }, 'nm'],
  [{ k: 'zone', rel: 'DWELL', zone: { aoi: 'a' } }, 'min'],
  [{ k: 'zone', rel: 'INSIDE', zone: { aoi: 'none' } }, 'zone'],
  [{ k: 'change', field: 'sog', delta: 3 }, 'within_min'],
  [{ k: 'expr', text: 'sog >' }, 'text'],
  [{ k: 'agg', fn: 'count', of: 'vessels', window_min: 5, cmp: 'gt', value: 1 }, ''],
  [{ k: 'attr', field: 'altitude_ft', cmp: 'lt', value: 1000 }, ''],
] as [RuleNode, string][])(
  'the fault of %j is reported at its path, however deep it stands',
  (wrong, part) => {
    const at = (path: string) => (part === '' ? path : `${path}.${part}`)
    expect(faultyPath(aRule(wrong))).toBe(at('when'))
    expect(faultyPath(aRule(within(wrong)))).toBe(at('when.of.1.of.0'))
    expect(faultyPath(aRule(SLOW, { unless: within(wrong) }))).toBe(at('unless.of.1.of.0'))
  },
)

test('the fault of a step and of a condition of the other vessel has a path through them', () => {
  const wrong: RuleNode = { k: 'attr', field: 'sog', cmp: 'contains', value: 'x' }
  expect(faultyPath(aRule({ k: 'seq', steps: [SLOW, wrong], within_min: 9, same_vessel: true }))).toBe(
    'when.steps.1.cmp',
  )
})

test('the fault of a field of the rule is named by that field', () => {
  expect(faultyPath(aRule(SLOW, { hysteresis_nm: 1 }))).toBe('hysteresis_nm')
  const ofAircraft: Partial<EvaluatedRule> = {
    subject: 'AIRCRAFT',
    dedupe: { key: ['icao24'], window_min: 0 },
  }
  expect(faultyPath(aRule(SLOW, { ...ofAircraft, exclude_in_port: true }))).toBe('exclude_in_port')
  const list: RuleNode = { k: 'list', in: true, list: 'a' }
  expect(faultyPath(aRule(within(list), ofAircraft))).toBe('when.of.1.of.0')
})
