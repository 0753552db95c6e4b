import type { AisRecord } from '@samudra/contract/picture'
import type { RuleExplanation } from '@samudra/contract/rule-results'

/** Static data of a vessel that an explanation shows. */
export type Particulars = Pick<AisRecord, 'ship_name' | 'call_sign' | 'length'>

/** Fills in what is known by now of vessels whose positions explain a finding: static data come minutes after positions. */
export function nameVessels(
  explanation: RuleExplanation | null,
  find: (split: number) => Particulars | null,
): RuleExplanation | null {
  return explanation === null ? null : named(explanation, find)
}

function named({ positions, of, ...fields }: RuleExplanation, find: (split: number) => Particulars | null) {
  const filled: RuleExplanation = { ...fields, of: of.map((one) => named(one, find)) }
  if (positions === undefined) return filled
  filled.positions = positions.map((one) => {
    const vessel = find(one.split_id)
    return {
      ...one,
      ship_name: one.ship_name ?? vessel?.ship_name ?? null,
      call_sign: one.call_sign ?? vessel?.call_sign ?? null,
      length: one.length ?? vessel?.length ?? null,
    }
  })
  return filled
}
