import type { EvaluatedRule } from '@samudra/contract/rules'
import { Evaluator } from '@samudra/rules/evaluator'
import type { Fix } from '@samudra/rules/running/fix-log'
import { NO_WORLD } from '@samudra/rules/world'
import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { aRule, facts } from '../../../../../../rules/testing/a-sea.ts'
import { LAST, randomCondition, randomWay } from '../../../../../../rules/testing/random-rules.ts'
import { partsOf } from '../../../../platform/kernel/http/caller-visibility.ts'
import { boxOf, SelfReportedFields } from './concerned.ts'

const isFound = (rule: EvaluatedRule, who: ReturnType<typeof facts>, way: readonly Fix[]) => {
  let hits = 0
  const evaluator = new Evaluator([rule], NO_WORLD, { hear: () => void hits++ })
  evaluator.meet(1, who)
  for (const fix of way) evaluator.takeFix(1, fix)
  evaluator.advance(LAST(way) + 6 * 3_600_000)
  return hits > 0
}

test('a rule never holds for a vessel far from its zone, or without the values it requires', () => {
  const dice = new Dice(21)
  const ships = Array.from({ length: 8 }, () => ({
    who: facts({ ship_type: dice.pick(['CARGO', 'TANKER', null]), country: dice.pick(['India', 'Panama']) }),
    way: randomWay(dice, 3),
  }))
  const [left, found] = [{ far: 0, silent: 0 }, { near: 0 }]
  for (let n = 0; n < 600; n++) {
    const rule = aRule(randomCondition(dice))
    const box = boxOf(rule, ({ area }) => (area === undefined ? null : partsOf(area)))
    const event = new SelfReportedFields(rule)
    if (box === null && !event.isQuery) continue
    for (const { who, way } of ships) {
      const { west, south, east, north } = box ?? { west: -180, south: -90, east: 180, north: 90 }
      const isNear = way.some(({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east)
      const maySay = event.mayHold(who)
      if (!isNear) left.far++
      if (!maySay) left.silent++
      const is = isFound(rule, who, way)
      if (is) found.near++
      if (!isNear || !maySay) expect({ is, rule }).toEqual({ is: false, rule })
    }
  }
  expect(left.far).toBeGreaterThan(20)
  expect(left.silent).toBeGreaterThan(20)
  expect(found.near).toBeGreaterThan(20)
})
