import type { EvaluatedRule } from '@samudra/contract/rules'
import { Aircraft } from '@samudra/rules/values/aircraft'
import { Evaluator } from '@samudra/rules/evaluator'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { Stage, type ListsOf } from './evaluation/stage.ts'
import type { KnownWorld } from './evaluation/world.ts'
import type { World } from '@samudra/rules/world'

/** Why a rule cannot be evaluated, as a person may mend it; null when it can. */
export function faultOf(rule: EvaluatedRule, world: World): string | null {
  try {
    const hear = () => undefined
    if (rule.subject === 'AIRCRAFT') void new Aircraft([rule], world, { hear })
    else void new Evaluator([rule], world, { hear })
    return null
  } catch (error) {
    if (error instanceof RangeError) return error.message
    return `it cannot be made ready (${sentenceOf(error)}); change its conditions`
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
      if (fault !== null) end(rule.id, fault)
      return fault === null
    })
    if (sound.length === rules.length) throw error
    return make(sound)
  }
}
