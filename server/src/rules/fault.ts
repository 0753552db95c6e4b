import type { EvaluatedRule } from '@samudra/contract/rules'
import { Evaluator } from '@samudra/rules/evaluator'
import { RuleFault } from '@samudra/rules/plan'
import type { World } from '@samudra/rules/world'

/** Why a rule cannot be evaluated, as a person may mend it; null when it can. */
export function faultOf(rule: EvaluatedRule, world: World): string | null {
  try {
    void new Evaluator([rule], world, { hear: () => undefined })
    return null
  } catch (error) {
    if (error instanceof RuleFault || error instanceof RangeError) return error.message
    throw error
  }
}
