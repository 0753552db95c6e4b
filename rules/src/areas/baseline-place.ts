import type { EvaluatedRule, RuleNode } from '@samudra/contract/rules'
import { RuleFault } from '../plans/rule-fault.ts'
import type { CountedPlace } from '../world.ts'

type Agg = Extract<RuleNode, { k: 'agg' }>
/** Minutes of the counts that a baseline is made of; how it is compared, and the largest number of deviations. */
const BASELINE_MIN = 60
const BASELINE_CMPS: readonly string[] = ['gt', 'gte', 'lt', 'lte', 'ne']
const MOST_DEVIATIONS = 20
const TIMES = ['for_min', 'within_min', 'times']

/**
 * Returns the area whose baseline a number of vessels is compared with; `others` are the conditions of each vessel. Throws
 * RuleFault for a number or a condition that the counts of the baseline do not know.
 */
export function baselinePlaceOf(
  { unless, clear, exclude_in_port }: EvaluatedRule,
  { fn, of, cmp, value, window_min, nm }: Agg,
  others: readonly RuleNode[],
): CountedPlace {
  if (of !== 'vessels' || fn !== 'distinct' || window_min !== BASELINE_MIN || nm !== undefined)
    throw new RuleFault(
      `the baseline needs fn distinct, of vessels and window_min ${BASELINE_MIN}; set these`,
    )
  if (!BASELINE_CMPS.includes(cmp))
    throw new RuleFault(`the baseline is compared with ${BASELINE_CMPS.join(', ')}, not with ${cmp}`)
  if (!(value > 0 && value <= MOST_DEVIATIONS))
    throw new RuleFault(
      `value of a baseline is above 0 and at most ${MOST_DEVIATIONS} deviations, not ${value}`,
    )
  const place = countedPlaceOf(others)
  if (place === null || unless !== undefined || clear !== undefined || exclude_in_port)
    throw new RuleFault(
      'the baseline counts the vessels of an area or exclusive economic zone, of all or some types: use INSIDE with one aoi or eez, and at most ship_type beside it',
    )
  return place
}

function countedPlaceOf(others: readonly RuleNode[]): CountedPlace | null {
  let area: string | undefined
  let kinds: readonly string[] | null = null
  for (const one of others.flatMap((part) => ('op' in part && part.op === 'ALL' ? part.of : [part]))) {
    if ('op' in one || TIMES.some((name) => name in one)) return null
    if (one.k === 'zone' && one.rel === 'INSIDE' && area === undefined) area = one.zone.aoi ?? one.zone.eez
    else if (one.k === 'attr' && one.field === 'ship_type' && kinds === null && isOneOf(one))
      kinds = [one.value ?? []].flat().map(String)
    else return null
  }
  return area === undefined ? null : { area, kinds }
}
const isOneOf = ({ cmp }: { cmp: string }) => cmp === 'eq' || cmp === 'in'
