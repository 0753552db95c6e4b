import { conditionPhrase, phraseOf } from '@samudra/contract/rule-words'
import type { EvaluatedRule, RuleNode, RuleZone } from '@samudra/contract/rules'
import { unwrapRing, type Rings } from '@samudra/nautical/polygons/polygon'
import { AreaNode, type Bound } from './area-node.ts'
import { needsPairs } from '../plans/condition-needs.ts'
import { numberTest } from '../values/attr.ts'
import type { CountedNode } from './counted.ts'
import type { NumberReader } from '../values/fields.ts'
import { atCondition, RuleFault } from '../plans/rule-fault.ts'
import { RuleUnit, type HitEvent } from '../plans/rule-unit.ts'
import { TRUE } from '../plans/verdict.ts'
import type { CountedPlace, World } from '../world.ts'
import { baselinePlaceOf } from './baseline-place.ts'
import { SHIPS } from '../detectors/conditions.ts'
import { UsualBound } from './usual-bound.ts'

type Agg = Extract<RuleNode, { k: 'agg' }>
/** Query of an area rule: a condition on vessels, the zone it reports on, and the number of vessels required. */
export type AreaQuery = {
  of: RuleNode
  unless: RuleNode | null
  zone: RuleZone | null
  agg: Agg
  clear: Agg | null
  /** Area whose baseline the number is compared with; null for a number of its own. */
  baseline: CountedPlace | null
}

/** Longer ago ships are not counted, minutes. */
const LONGEST_MIN = 1440
/** Where they are counted near one another, miles and minutes. */
const [LEAST_CIRCLE_NM, MOST_CIRCLE_NM, LONGEST_CIRCLE_MIN] = [0.5, 20, 60]

/** Returns true for a condition on all vessels of an area: their number, or their aggregate. */
export const isOverShips = (node: RuleNode): node is Agg =>
  'k' in node && node.k === 'agg' && (node.of === 'vessels' || node.over === 'vessels')
/**
 * Returns true if vessels not received yet may change the result: there may be few, or their aggregate may be less or
 * more.
 */
export const needsAllShips = ({ fn, of, cmp }: Agg): boolean => {
  const isBelow = cmp.startsWith('lt') || cmp === 'ne'
  if (of === 'vessels' || fn === 'max') return isBelow
  return fn === 'min' ? !isBelow : true
}
const isTimed = (node: RuleNode) =>
  ['for_min', 'within_min', 'times'].some((name) => (node as Record<string, unknown>)[name] !== undefined)
const zonesIn = (nodes: readonly RuleNode[]): RuleZone[] =>
  nodes.flatMap((node) => {
    if ('op' in node) return node.op === 'ALL' ? zonesIn(node.of) : []
    return node.k === 'zone' && node.rel !== 'OUTSIDE' && node.zone.line === undefined ? [node.zone] : []
  })

/**
 * Reads a rule of an area: an ALL of a zone, of other conditions on each vessel, and of `agg` of or over vessels.
 * Counted are the vessels for which the rest of the ALL, and the scope, held at some moment of the last minutes.
 * Throws RuleFault for any other.
 */
export function areaQueryOf(rule: EvaluatedRule): AreaQuery {
  const { when, scope, unless = null } = rule
  const parts = 'op' in when && when.op === 'ALL' ? when.of : [when]
  const aggs = parts.filter(isOverShips)
  const agg = aggs[0]
  if (agg === undefined || aggs.length > 1 || parts.length < 2)
    throw new RuleFault(
      'subject AREA needs an ALL of a zone, conditions and one agg of vessels or over vessels',
    )
  const { nm = null } = agg
  const others = [...parts.filter((part) => part !== agg), ...(scope === undefined ? [] : [scope])]
  const zone = nm === null ? zonesIn(others)[0] : null
  if (zone === undefined)
    throw new RuleFault(
      'subject AREA needs a zone, or nm in agg of vessels (the distance between them); add one of them',
    )
  if (isTimed(when) || isTimed(agg))
    throw new RuleFault(
      'for_min, within_min and times apply to vessels here, not to their number; use window_min',
    )
  atCondition(agg, () => refuseAgg(agg))
  refuseRest(rule)
  const baseline =
    agg.against === undefined ? null : atCondition(agg, () => baselinePlaceOf(rule, agg, others))
  if (nm !== null) atCondition(agg, () => refuseCircle(rule, agg, nm))
  const inPort: RuleNode = { k: 'attr', field: 'in_port', cmp: 'eq', value: 1 }
  const besides: RuleNode[] = rule.exclude_in_port ? [{ op: 'NONE', of: [inPort] }] : []
  // The counts of the baseline hold no other stations.
  if (baseline !== null) besides.push(SHIPS)
  const of: RuleNode = { op: 'ALL', of: [...others, ...besides] }
  return { of, unless, zone, agg, clear: clearOf(rule, agg), baseline }
}

/** Returns the area whose baseline a rule is compared with; null of any other rule, and of one that cannot be evaluated. */
export function baselineOfRule(rule: EvaluatedRule): CountedPlace | null {
  if (rule.subject !== 'AREA') return null
  try {
    return areaQueryOf(rule).baseline
  } catch (error) {
    if (error instanceof RuleFault) return null
    throw error
  }
}

function refuseAgg(agg: Agg) {
  const { fn, of, over, cmp, value, window_min, against } = agg
  const isNumber = fn === 'count' || fn === 'distinct'
  if (of === 'vessels' && !isNumber)
    throw new RuleFault(
      `vessels have no ${fn}; use distinct (vessels), count (entries), or ${fn} of a field over vessels`,
    )
  if (of === 'vessels' && over !== undefined)
    throw new RuleFault('over vessels needs a field; use of vessels to count vessels')
  if (of !== 'vessels' && isNumber)
    throw new RuleFault(`${fn} needs of vessels; a field over vessels takes avg, min, max and sum`)
  if (window_min > LONGEST_MIN)
    throw new RuleFault(`window_min of vessels is at most ${LONGEST_MIN}, not ${window_min}`)
  if (against !== undefined) return
  if (cmp !== 'gt' && cmp !== 'gte' && cmp !== 'lt' && cmp !== 'lte')
    throw new RuleFault(`cmp of vessels is gt, gte, lt or lte, not ${cmp}`)
  if (of === 'vessels' && (cmp.startsWith('lt') ? mostOf({ cmp, value }) < 0 : leastOf({ cmp, value }) < 1))
    throw new RuleFault(
      `${cmp} ${value} is ${cmp.startsWith('lt') ? 'never' : 'always'} true for a number of vessels; choose another value`,
    )
}

/** Throws RuleFault for a count within a circle that is too wide, too long or too small. */
function refuseCircle({ clear }: EvaluatedRule, { fn, of, cmp, window_min }: Agg, nm: number) {
  if (of !== 'vessels' || fn !== 'distinct' || cmp.startsWith('lt'))
    throw new RuleFault('nm needs fn distinct and cmp gt or gte')
  if (nm < LEAST_CIRCLE_NM || nm > MOST_CIRCLE_NM)
    throw new RuleFault(`nm of vessels is ${LEAST_CIRCLE_NM} to ${MOST_CIRCLE_NM}, not ${nm}`)
  if (window_min > LONGEST_CIRCLE_MIN)
    throw new RuleFault(`window_min with nm is at most ${LONGEST_CIRCLE_MIN}, not ${window_min}`)
  if (clear !== undefined) throw new RuleFault('clear is not allowed with nm; use grace_min')
}

type Compared = Pick<Agg, 'cmp' | 'value'>
/** Returns the minimum or maximum number of vessels. */
const leastOf = ({ cmp, value }: Compared) => (cmp === 'gt' ? Math.floor(value) + 1 : Math.ceil(value))
const mostOf = ({ cmp, value }: Compared) => (cmp === 'lt' ? Math.ceil(value) - 1 : Math.floor(value))

function boundOf(agg: Agg, unit: string | null, usual: UsualBound | null): Bound {
  const { fn, of, cmp, value } = agg
  const isBelow = cmp.startsWith('lt')
  const test = numberTest(cmp, value)
  const threshold = of !== 'vessels' ? value : isBelow ? mostOf(agg) : leastOf(agg)
  return { fn, unit, threshold, usual, needsAll: needsAllShips(agg), holds: (found) => test(found) === TRUE }
}

/** When it is over, of the same number: another bound of it. */
function clearOf({ clear }: EvaluatedRule, agg: Agg): Agg | null {
  if (clear === undefined) return null
  const isSame = (['fn', 'of', 'over', 'nm', 'window_min'] as const).every(
    (name) => 'k' in clear && clear.k === 'agg' && clear[name] === agg[name],
  )
  if (!isOverShips(clear) || isTimed(clear) || !isSame)
    throw new RuleFault(
      'clear of an AREA needs an agg of vessels with the same fn, of and window_min as when',
      'clear',
    )
  atCondition(clear, () => refuseAgg(clear))
  return clear
}

function refuseRest({ when, scope, unless, require_coverage, dedupe, besides }: EvaluatedRule) {
  if ([when, scope, unless].some((query) => query !== undefined && needsPairs(query)))
    throw new RuleFault('near and cpa of other vessels are allowed for VESSEL and PAIR, not for AREA')
  if (besides !== undefined) throw new RuleFault('besides is not allowed for subject AREA; leave it out')
  if (require_coverage)
    throw new RuleFault('require_coverage is not allowed for subject AREA; leave it out', 'require_coverage')
  if (!dedupe.key.includes('aoi'))
    throw new RuleFault('dedupe.key of subject AREA needs aoi; add it', 'dedupe.key')
}

/** Returns the data stored of a counted vessel, as a part of the key of its condition. */
export const aggregateKey = ({ of, nm }: Agg): string =>
  nm !== undefined ? 'place,' : of === 'vessels' ? '' : `${of},`

/** The middle of the box around the first outline of a zone, degrees; NaN of none. */
export function middleOfZone(polygons: readonly Rings[] | null): { lat: number; lon: number } {
  if (polygons === null) return { lat: Number.NaN, lon: Number.NaN }
  const { west, east, south, north } = unwrapRing(polygons[0]![0]!)
  const lon = (west + east) / 2
  return { lat: (south + north) / 2, lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon }
}

/** Prepared rule of an area. */
export type AreaPlan = {
  rule: EvaluatedRule
  counted: CountedNode
  number: AreaNode
  /** Condition of its end, where there is one. */
  clear: AreaNode | null
  unit: RuleUnit
  /** Events of the unit. */
  events: HitEvent[]
  place: { lat: number; lon: number }
  /** Within how many miles of one of them ships are counted wherever that is, NM; null where they are counted in a zone. */
  nm: number | null
  /** True where a vessel is counted once, and not each time. */
  isOnce: boolean
}

type Making = Pick<AreaQuery, 'of' | 'unless' | 'agg' | 'clear' | 'baseline'> &
  Pick<AreaPlan, 'counted' | 'place'> & {
    /** Number of the rule in its plan. */
    number: number
    /** Reader of the aggregated field; null where vessels are only counted. */
    reader: NumberReader | null
  }
/** Prepares a rule of an area. Conditions on a vessel are evaluated when it is counted, the rest for the area. */
export function makeArea(rule: EvaluatedRule, making: Making, world: World): AreaPlan {
  const { of, unless, agg, counted, place, reader, baseline } = making
  if (reader?.isAngle === true)
    throw new RuleFault(`${agg.of} is an angle and has no ${agg.fn}; choose another field`)
  const except = unless === null ? '' : `, unless ${phraseOf(unless, world.nameOf)}`
  const usual = baseline === null ? null : new UsualBound(agg, baseline, world)
  const number = (condition: Agg) =>
    new AreaNode({
      bound: boundOf(condition, reader?.unit ?? null, usual),
      ms: counted.ms,
      asked: `${conditionPhrase(condition)}, counting each vessel that ${phraseOf(of, world.nameOf)}${except}`,
    })
  const [when, clear] = [number(agg), making.clear === null ? null : number(making.clear)]
  const hitEvents: HitEvent[] = []
  const ofArea = { ...rule, exclude_in_port: false }
  const nodes = { when, scope: null, unless: null, clear, besides: [] }
  const unit = new RuleUnit(making.number, ofArea, nodes, world, (one) => void hitEvents.push(one))
  return {
    rule,
    counted,
    number: when,
    clear,
    unit,
    events: hitEvents,
    place,
    nm: agg.nm ?? null,
    isOnce: agg.fn !== 'count',
  }
}
