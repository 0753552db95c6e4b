import type { Misfit } from '@samudra/contract/misfits'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { RuleFault } from '@samudra/rules/plans/rule-fault'
import { Aircraft } from '@samudra/rules/values/aircraft'
import { Evaluator } from '@samudra/rules/evaluator'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { Stage, type ListsOf } from './evaluation/stage.ts'
import type { KnownWorld } from './evaluation/world.ts'
import type { World } from '@samudra/rules/world'

/** Returns why a rule cannot be evaluated and the path of the condition at fault; null when it can. */
export function faultOf(rule: EvaluatedRule, world: World): Misfit | null {
  try {
    const hear = () => undefined
    if (rule.subject === 'AIRCRAFT') void new Aircraft([rule], world, { hear })
    else void new Evaluator([rule], world, { hear })
    return null
  } catch (error) {
    if (error instanceof RuleFault) return { field: error.pathIn(rule), why: error.message }
    if (error instanceof RangeError) return { field: 'when', why: error.message }
    return {
      field: 'when',
      why: `it cannot be made ready (${sentenceOf(error)}); change its conditions`,
    }
  }
}

/** A guarded stage of rules; those that cannot be evaluated are ended with why, and left out. */
export function soundStage(
  rules: readonly EvaluatedRule[],
  world: KnownWorld,
  listsOf: ListsOf,
  end: (ruleId: string, why: string) => void,
): Stage {
  const make = (some: readonly EvaluatedRule[]) => new Stage(some, world, listsOf, { isGuarded: true })
  try {
    return make(rules)
  } catch (error) {
    const sound = rules.filter((rule) => {
      const fault = faultOf(rule, world)
      if (fault !== null) end(rule.id, fault.why)
      return fault === null
    })
    if (sound.length === rules.length) throw error
    return make(sound)
  }
}
