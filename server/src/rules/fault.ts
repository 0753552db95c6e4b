import type { EvaluatedRule } from '@samudra/contract/rules'
import { Aircraft } from '@samudra/rules/aircraft'
import { Evaluator } from '@samudra/rules/evaluator'
import { sentenceOf } from '../kernel/errors.ts'
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
    return `it cannot be made ready (${sentenceOf(error)}); change what it asks`
  }
}
