import { nodesIn, partsOf, RULE_PARTS, type RulePart } from '@samudra/contract/rule-tree'
import { RULE_FIELDS, type RuleDraft, type RuleField, type RuleNode } from '@samudra/contract/rules'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import { isDelta, keyOf, minutesIn } from './condition-needs.ts'
import type { FixState } from '../running/memory.ts'
import type { Moment } from '../running/moment.ts'
import { groupNode, Node } from './node.ts'
import { Plan } from './plan.ts'
import { SilenceNode } from '../values/predicates.ts'
import { RuleFault } from './rule-fault.ts'
import { FALSE, TRUE, UNKNOWN, type Verdict } from './verdict.ts'
import type { World } from '../world.ts'

type Of<K extends string> = Extract<RuleNode, { k: K }>
/** Condition of a draft, or a group of them, by where it stands; without a node a single moment cannot decide it. */
export type Box = { path: string; node: Node | null; about: string }
export type ConditionParts = Pick<RuleDraft, RulePart>

/** Fields that are read from the fix before the last, too. */
const OF_THE_WAY: ReadonlySet<RuleField> = new Set<RuleField>([
  'gap_min',
  'run_nm',
  'turn_rate',
  'acceleration',
  'required_speed_kn',
  'reckoning_miss_nm',
  'reckoning_ratio',
  'speed_misfit_kn',
])
const LOOK_BACK = 'test the rule on history to count it'
/** Reasons why these conditions cannot be evaluated at one moment. */
const OVER_TIME: Partial<Record<Of<string>['k'], string>> = {
  change: 'a change needs two fixes',
  seq: 'a sequence needs time',
  appear: 'reception after a silence is true at one moment only',
  event: 'a report or detection is true at one moment only',
  port: 'a port call is true at one moment only',
  baseline: 'a baseline needs days',
  agg: 'a count needs time',
}
const AS_NOW = 'Evaluated as of now. Durations and counts are ignored.'
const PARTLY = 'Conditions that cannot be counted are treated as unknown.'

/** Returns why a condition cannot be evaluated at one moment; null if it can. */
function whyOverTime(node: RuleNode): string | null {
  if ('op' in node) return null
  if (node.k === 'zone' && ['ENTER', 'EXIT', 'CROSS'].includes(node.rel))
    return 'a border is crossed at one moment only'
  if (node.k === 'attr') return whyFieldOverTime(node)
  if (node.k === 'expr' && RULE_FIELDS.some((one) => OF_THE_WAY.has(one) && node.text.includes(one)))
    return 'it needs the previous fix'
  return OVER_TIME[node.k] ?? null
}
function whyFieldOverTime({ field, cmp, value }: Of<'attr'>): string | null {
  if (OF_THE_WAY.has(field)) return `${field} needs the previous fix`
  if (cmp === 'stale' || (cmp === 'older_than' && field !== 'age_min')) return 'the age of a value needs time'
  const needsShared = [value].flat().includes('MMSI_DUPLICATE') || cmp === 'exists'
  return field === 'anomaly' && needsShared ? 'a shared MMSI needs up to an hour' : null
}

/** Condition of being in a zone or out of it, without hysteresis: the side the vessel came from is unknown. */
class InsideNow extends Node {
  readonly #zone: PolygonLookup<number>
  readonly #isOutside: boolean
  constructor(key: string, isOutside: boolean, polygons: readonly Rings[]) {
    super(key)
    this.#zone = new PolygonLookup([[0, polygons]])
    this.#isOutside = isOutside
  }
  protected evaluate({ fix: { lat, lon } }: Moment): Verdict {
    if (Number.isNaN(lat)) return UNKNOWN
    return this.#zone.at(lat, lon) > 0 === this.#isOutside ? FALSE : TRUE
  }
}

/** Condition on a vessel where it is reckoned to be now, like the others it is compared with. */
class AsReckoned extends Node {
  readonly #of: Node
  readonly #reckoned: Reckoned
  constructor(key: string, of: Node, reckoned: Reckoned) {
    super(key)
    this.#of = of
    this.#reckoned = reckoned
  }
  protected evaluate(m: Moment): Verdict {
    const { fix } = m
    const there = this.#reckoned(m.ship)
    if (there === null) return UNKNOWN
    m.fix = m.memory.fix = there
    const verdict = this.#of.verdict(m)
    m.fix = m.memory.fix = fix
    return verdict
  }
}
class Uncounted extends Node {
  protected evaluate(): Verdict {
    return UNKNOWN
  }
}

/** Reckoned state of a vessel at the moment; null where unknown. */
export type Reckoned = (ship: number) => FixState | null

/** Conditions of a draft, each prepared for vessels as they are at one moment. */
export class Boxes {
  readonly all: Box[] = []
  readonly #world: World
  readonly #plan: Plan
  readonly #refuse: (condition: RuleNode) => string | null
  readonly #reckoned: Reckoned
  readonly #draft: ConditionParts

  /**
   * Creates the boxes. `refuse` returns why one condition is not counted for the caller, null when it is; groups are
   * not checked.
   */
  constructor(
    draft: ConditionParts,
    world: World,
    refuse: (condition: RuleNode) => string | null,
    reckoned: Reckoned,
  ) {
    this.#world = world
    this.#plan = new Plan([], world, () => undefined, { of: 'AROUND' })
    this.#refuse = refuse
    this.#reckoned = reckoned
    this.#draft = draft
  }

  /** Prepares them one after another, so that other work has its turn between; required before any evaluation. */
  *ready(): Generator<void> {
    for (const part of RULE_PARTS)
      if (this.#draft[part] !== undefined) yield* this.#box(part, this.#draft[part])
  }

  /** Maximum distance between vessels that a condition concerns together, 0 where none does. */
  get reachMetres(): number {
    return this.#plan.widestMetres()
  }

  *#box(path: string, condition: RuleNode): Generator<void, Box> {
    const box: Box = { path, node: null, about: '' }
    this.all.push(box)
    const parts: Box[] = []
    for (const [at, one] of partsOf(condition)) parts.push(yield* this.#box(`${path}.${at}`, one))
    if ('op' in condition) {
      const nodes = parts.map(({ node }, i) => node ?? new Uncounted(`uncounted ${path}.${i}`))
      box.node = groupNode(path, condition, nodes)
      if (parts.some(({ node, about }) => node === null || about === PARTLY)) box.about = PARTLY
      else if (parts.some(({ about }) => about !== '')) box.about = AS_NOW
    } else {
      this.#leaf(box, condition)
      yield
    }
    const { for_min, within_min } = condition as { for_min?: number; within_min?: number }
    const isTimed = (for_min ?? within_min) !== undefined && !isDelta(condition)
    const isStay = 'k' in condition && condition.k === 'zone' && condition.rel === 'DWELL'
    if (box.node !== null && box.about === '' && (isTimed || isStay)) box.about = AS_NOW
    return box
  }

  #leaf(box: Box, condition: Exclude<RuleNode, { op: unknown }>) {
    const all = [...nodesIn(condition)]
    const refused = all.map((one) => ('op' in one ? null : this.#refuse(one))).find((why) => why !== null)
    const past = all.map(whyOverTime).find((why) => why !== null)
    if (refused !== undefined || past !== undefined)
      return void (box.about = sentence(refused ?? `${past}; ${LOOK_BACK}`))
    try {
      box.node = this.#node(condition)
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error
      box.about = sentence(error.message)
    }
  }

  #node(condition: Exclude<RuleNode, { op: unknown }>): Node {
    if (condition.k === 'silence') return new SilenceNode(keyOf(condition), condition, 0)
    if (
      condition.k === 'attr' &&
      condition.field === 'age_min' &&
      ['gt', 'gte', 'older_than'].includes(condition.cmp)
    )
      return new SilenceNode(keyOf(condition), { min: minutesIn(condition) }, 0)
    if (condition.k === 'zone' && ['INSIDE', 'OUTSIDE', 'DWELL'].includes(condition.rel)) {
      const polygons = this.#world.polygons(condition.zone)
      if (polygons === null) throw new RuleFault('this zone does not exist; choose another')
      return new InsideNow(keyOf(condition), condition.rel === 'OUTSIDE', polygons)
    }
    const timeless = { for_min: undefined, within_min: undefined, times: undefined }
    const node = this.#plan.node({ ...(condition as Timeless), ...timeless })
    const isOfOthers = condition.k === 'cpa' || (condition.k === 'near' && !isOfPlaces(condition))
    return isOfOthers ? new AsReckoned(keyOf(condition), node, this.#reckoned) : node
  }
}
/** Conditions that may have a timing, without seq: its minutes are no timing, and it is not counted. */
type Timeless = Exclude<RuleNode, { op: unknown } | { k: 'seq' }>
const isOfPlaces = ({ to }: Of<'near'>) => 'point' in to || 'infrastructure' in to
const sentence = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}.`
