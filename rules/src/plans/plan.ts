import { conditionPhrase } from '@samudra/contract/rule-words'
import type { EvaluatedRule, RuleField, RuleNode, RulePredicate, Timing } from '@samudra/contract/rules'
import type { Crossings } from '@samudra/nautical/tracks/crossings'
import { UnlessNode } from '../areas/area-node.ts'
import { areaQueryOf, aggregateKey, makeArea, middleOfZone, type AreaPlan } from '../areas/area-query.ts'
import { needsPairs, isDelta, keyOf, minutesIn, nearStructure, refuseParts } from './condition-needs.ts'
import { attrNode, faultOfAttr } from '../values/attr.ts'
import { CountedNode } from '../areas/counted.ts'
import { ExprFault, ExprNode } from '../values/expr.ts'
import { readersOf, type NumberReader, type Reader } from '../values/fields.ts'
import { MadeGood } from '../values/made-good.ts'
import { ForNode, SeqNode, WithinNode } from '../running/held.ts'
import type { Moment } from '../running/moment.ts'
import { causesOf, groupNode, needsOf, Remembering, type Need, type Node } from './node.ts'
import { nearPointNode, plainNode, SilenceNode } from '../values/predicates.ts'
import { PairSeqNode } from '../pairs/pair-nodes.ts'
import { PlanOthers } from './plan-others.ts'
import { PlanZones, refuseLacking } from '../areas/plan-zones.ts'
import { atCondition, RuleFault } from './rule-fault.ts'
import { RuleUnit, type Emit } from './rule-unit.ts'
import type { Keys } from '../running/saved.ts'
import { AggNode, ChangeNode, DeltaNode, Series } from '../values/series.ts'
import { faultOfAge, hasSilence, STALE_MIN, StaleNode } from '../running/stale.ts'
import type { Unit } from '../values/static-class.ts'
import { SourceReportsNode, type PlanOf } from '../running/source-reports.ts'
import type { World } from '../world.ts'
import type { ZoneCondition } from '../areas/zone.ts'

type Of<K extends string> = Extract<RuleNode, { k: K }>

/** Rules made ready: conditions that several ask are there once, and each that remembers has its number. */
export class Plan {
  readonly units: Unit[] = []
  readonly rules: RuleUnit[] = []
  /** The unit of each condition that remembers, by its slot. */
  readonly unitOfSlot: number[] = []
  readonly unitOfRule: number[] = []
  /** By unit the rules that it is gone through for. */
  readonly rulesOfUnit: number[][] = []
  /** Silences that conditions query, the shortest first. */
  readonly silences: SilenceNode[] = []
  /** Area rules, triggered by all vessels together, and counted nodes whose state of a vessel changed now. */
  readonly areas: AreaPlan[] = []
  readonly touched: CountedNode[] = []
  readonly #zones: PlanZones
  readonly #others: PlanOthers
  readonly #slotKeys: string[] = []
  readonly #ruleKeys: string[] = []
  readonly #nodes = new Map<string, Node>()
  readonly #readers: Record<RuleField, Reader>
  readonly #world: World
  readonly #how: Required<PlanOf>
  #latenessMin = 0
  #madeGood: MadeGood | null = null

  /** Throws RuleFault for what cannot be evaluated. */
  constructor(rules: readonly EvaluatedRule[], world: World, emit: Emit, how: PlanOf = {}) {
    this.#world = world
    this.#how = { of: 'ONE', reports: null, isOfAircraft: false, ...how }
    this.#zones = new PlanZones(world, (key, make) => this.#once(key, make))
    const making = {
      once: <T extends Node>(key: string, make: (key: string) => T) => this.#once(key, make),
      node: (condition: RuleNode) => this.node(condition),
    }
    this.#others = new PlanOthers(making, this.#how.of === 'AROUND')
    this.#readers = readersOf(world, {
      read: (m) => this.#madeGood?.misfit(m) ?? Number.NaN,
      words: (m) => this.#madeGood?.words(m) ?? null,
      evidence: (m) => this.#madeGood?.evidence(m) ?? [],
    })
    if (this.#how.reports !== null) this.#readers.latency_s = this.#how.reports.latency
    for (const rule of rules) {
      this.#zones.beginRule(rule.hysteresis_nm)
      this.#others.beginRule(rule.when)
      this.#addRule(rule, emit)
      this.#zones.endRule()
    }
    this.silences.sort((a, b) => a.ms - b.ms || a.waitMs - b.waitMs)
  }

  /** Returns the maximum distance between vessels that any condition evaluates together. */
  widestMetres = () => this.#others.widestMetres
  get needsZones() {
    return this.#zones.count > 0
  }
  putZones = (crossings: Crossings): void => this.#zones.putInto(crossings)

  get keys(): Keys {
    return {
      slots: this.#slotKeys,
      rules: this.#ruleKeys,
      zones: this.#zones.names,
      silencesMs: this.silences.map(({ ms }) => ms),
    }
  }

  #addRule(rule: EvaluatedRule, emit: Emit) {
    this.#latenessMin = rule.allowed_lateness_min
    refuseParts(rule)
    if (rule.subject === 'AREA') return this.#addArea(rule)
    const number = this.unitOfRule.length
    const node = (condition: RuleNode | undefined) => (condition === undefined ? null : this.node(condition))
    const nodes = {
      when: this.node(rule.when),
      scope: node(rule.scope),
      unless: node(rule.unless),
      clear: node(rule.clear),
      besides: (rule.besides ?? []).map((one) => this.node(one)),
    }
    const unit = new RuleUnit(number, rule, nodes, this.#world, emit)
    this.rules.push(unit)
    this.#ruleKeys.push(`${rule.id}.${rule.version}`)
    this.unitOfRule.push(this.#addUnit(unit, (m) => unit.step(m)))
    this.rulesOfUnit.at(-1)!.push(number)
  }

  /** Adds an area rule: each vessel stores when it is counted, and the counter evaluates the rule itself. */
  #addArea(rule: EvaluatedRule) {
    const { zone, ...condition } = areaQueryOf(rule)
    const { of, unless, agg } = condition
    const node = unless === null ? this.node(of) : this.#butFor(this.node(of), this.node(unless))
    const [minutes, latenessMin, number] = [agg.window_min, this.#latenessMin, this.unitOfRule.length]
    const reader = agg.of === 'vessels' ? null : this.#numberReader(agg.of)
    const counting = { minutes, latenessMin, reader, isPlaced: agg.nm !== undefined }
    const bare = `counted(${minutes},${latenessMin},${aggregateKey(agg)}${node.key})`
    const counted = this.#remembering(bare, (key, slot) => {
      const touch = (touched: CountedNode) => void this.touched.push(touched)
      const made = new CountedNode(key, slot, node, { ...counting, touch })
      return { node: made, needs: made.needs }
    })
    const place = middleOfZone(zone && this.#zones.outline(zone))
    this.areas.push(makeArea(rule, { ...condition, counted, place, number, reader }, this.#world))
    this.#ruleKeys.push(`${rule.id}.${rule.version}`)
    this.unitOfRule.push(this.unitOfSlot[counted.slot]!)
  }

  #butFor(node: Node, unless: Node): Node {
    const parts = [node, new UnlessNode(unless)]
    return this.#once(`ALL(${node.key},but ${unless.key})`, (key) => groupNode(key, ALL_OF, parts))
  }

  #addNode({ node, needs }: { node: Remembering; needs: readonly Need[] }): number {
    return this.#addUnit({ needs, causes: causesOf(node) }, (m) => void node.verdict(m))
  }

  #addUnit({ needs, causes }: Pick<Unit, 'needs' | 'causes'>, step: (m: Moment) => void): number {
    const number = this.units.length
    this.units.push({ number, needs, causes, step })
    this.rulesOfUnit.push([])
    return number
  }

  /** Returns the node of a condition, or the existing one when another rule has the same condition. */
  node(condition: RuleNode): Node {
    return atCondition(condition, () => this.#nodeOf(condition))
  }

  #nodeOf(condition: RuleNode): Node {
    const { for_min, within_min, times }: Timing = condition
    const isOwn = ('k' in condition && condition.k === 'seq') || isDelta(condition)
    let node = 'op' in condition ? this.#group(condition) : this.#predicate(condition)
    if ('k' in condition) node.asked = conditionPhrase(condition, this.#world.nameOf, this.#how.isOfAircraft)
    if (for_min !== undefined) node = this.#held(node, for_min)
    if (times !== undefined && within_min === undefined)
      throw new RuleFault('times needs within_min: in how many minutes it is counted', 'within_min')
    if (within_min === undefined || isOwn) return node
    const child = node
    return this.#remembering(`within(${within_min},${times ?? 1},${child.key})`, (key, slot) => {
      const within = new WithinNode(key, slot, child, within_min, times ?? 1)
      return { node: within, needs: within.startsWith }
    })
  }

  #held(node: Node, minutes: number): Node {
    if (hasSilence(node))
      throw new RuleFault('for_min is not allowed for silence; write the minutes into the silence', 'for_min')
    return this.#remembering(`for(${minutes},${node.key})`, (key, slot) => {
      const held = new ForNode(key, slot, node, minutes)
      return { node: held, needs: needsOf(held) }
    })
  }

  #once<T extends Node>(bare: string, make: (key: string) => T): T {
    const key = `${this.#others.whose}${bare}`
    const known = this.#nodes.get(key)
    // Keys begin with the kind of the condition, so that equal keys are of one kind.
    if (known !== undefined) return known as T
    const node = make(key)
    this.#nodes.set(key, node)
    return node
  }

  #remembering<T extends Remembering>(
    key: string,
    make: (key: string, slot: number) => { node: T; needs: readonly Need[] },
  ): T {
    const node = this.#once(key, (whole) => {
      const made = make(whole, this.unitOfSlot.length)
      // A condition on the other vessel is evaluated within its parent condition, not by itself.
      const isOther = this.#others.whose !== ''
      this.#slotKeys.push(whole)
      this.unitOfSlot.push(isOther ? OF_NO_UNIT : this.#addNode(made))
      return made.node
    })
    const rules = this.rulesOfUnit[this.unitOfSlot[node.slot]!]
    if (rules?.at(-1) !== this.unitOfRule.length) rules?.push(this.unitOfRule.length)
    return node
  }

  #group(condition: Extract<RuleNode, { op: unknown }>): Node {
    // Conditions on surrounding vessels are evaluated last.
    const of =
      this.#how.of !== 'AROUND'
        ? condition.of
        : condition.of.toSorted((a, b) => +needsPairs(a) - +needsPairs(b))
    const parts = of.map((one) => this.node(one))
    if (parts.length === 1 && condition.op !== 'NONE') return parts[0]!
    const all = parts.map(({ key }) => key).sort()
    // Of so many at least each counts, also one that stands there twice.
    const keys = condition.op === 'AT_LEAST' ? all : [...new Set(all)]
    return this.#once(`${condition.op}${condition.n ?? ''}(${keys.join(',')})`, (key) =>
      groupNode(key, condition, parts),
    )
  }

  #predicate(condition: RulePredicate): Node {
    switch (condition.k) {
      case 'attr':
        return this.#attr(condition)
      case 'zone':
        return this.#zone(condition)
      case 'silence':
        return this.#silence(condition.min)
      case 'change':
        return this.#change(condition)
      case 'agg':
        return this.#agg(condition)
      case 'seq':
        return this.#seq(condition)
      case 'near':
        return this.#near(condition)
      case 'expr':
        return this.#expr(condition)
      case 'cpa':
        return this.#others.cpa(condition)
      default:
        if (condition.k === 'event' || condition.k === 'port' || condition.k === 'appear')
          this.#onlyOfOne(condition.k)
        return this.#once(keyOf(condition), (key) => plainNode(key, condition, this.#world))
    }
  }

  /** At whole minutes nothing happens and nothing is silent. */
  #onlyOfOne(what: string) {
    if (this.#how.of !== 'ONE')
      throw new RuleFault(`${what} is for one vessel, not together with near and cpa`)
  }

  #attr(condition: Of<'attr'>): Node {
    const { field, cmp, value } = condition
    const isAge = field === 'age_min' && (cmp === 'gt' || cmp === 'gte' || cmp === 'older_than')
    if (isAge) return this.#silence(minutesIn(condition))
    if (cmp === 'older_than' || (cmp === 'stale' && value !== undefined))
      return this.#stale(condition, minutesIn(condition))
    if (cmp === 'stale') return this.#stale(condition, null)
    const reader = this.#reader(field)
    const fault = faultOfAttr(condition, reader)
    if (fault !== null) throw new RuleFault(fault.why, fault.part)
    return this.#once(keyOf(condition), (key) => attrNode(key, condition, reader))
  }

  #silence(min: number): Node {
    this.#onlyOfOne('silence')
    const wait = this.#latenessMin
    return this.#once(`silence(${min},${wait})`, (key) => {
      const node = new SilenceNode(key, { min }, wait)
      this.silences.push(node)
      return node
    })
  }

  /** Returns the node for an old value; `min` is null for a value older than usual. */
  #stale({ field, cmp }: Of<'attr'>, min: number | null): Node {
    const fault = faultOfAge(field, cmp)
    if (fault !== null) throw new RuleFault(fault, 'field')
    const silences = (min === null ? STALE_MIN : [min]).map((each) => this.#silence(each))
    const reader = this.#reader(field)
    return this.#remembering(`stale(${field},${min ?? 'usual'})`, (key, slot) => ({
      node: new StaleNode(key, slot, { min, reader, silences }),
      needs: [],
    }))
  }

  #zone(condition: ZoneCondition): Node {
    const { rel, zone, min } = condition
    if (zone.line !== undefined) return this.#zones.line(condition, keyOf(condition))
    refuseLacking(condition)
    if (rel === 'DWELL') return this.#held(this.node({ k: 'zone', rel: 'INSIDE', zone }), min!)
    if (this.#how.of === 'ONE') return this.#zones.ofOne(condition, keyOf(condition))
    if (rel === 'ENTER' || rel === 'EXIT' || rel === 'CROSS') this.#onlyOfOne(rel)
    return this.#zones.ofPair(condition, keyOf)
  }

  /** Returns the reader of a field; the speed made good is remembered from its first query on. */
  #reader(field: RuleField): Reader {
    if (field === 'speed_misfit_kn') {
      if (this.#others.whose !== '') throw new RuleFault(`${field} is not allowed for the other vessel`)
      this.#madeGood = this.#remembering('made good', (key, slot) => ({
        node: new MadeGood(key, slot),
        needs: [],
      }))
    }
    return this.#readers[field]
  }

  #numberReader(field: RuleField): NumberReader {
    const reader = this.#reader(field)
    if (reader.kind !== 'NUMBER') throw new RuleFault(`${field} is no number; choose a field that is one`)
    return reader
  }

  #series(field: RuleField, minutes: number): Series {
    const reader = this.#numberReader(field)
    return this.#remembering(`series(${field},${minutes})`, (key, slot) => ({
      node: new Series(key, slot, field, minutes, reader),
      needs: [],
    }))
  }

  #change(condition: Of<'change'>): Node {
    if (condition.delta === undefined)
      return this.#remembering(keyOf(condition), (key, slot) => {
        const node = new ChangeNode(key, slot, condition, this.#reader(condition.field))
        // A fix supplies the value before the first change.
        return { node, needs: [] }
      })
    const { within_min, field } = condition
    if (within_min === undefined)
      throw new RuleFault('delta needs within_min: in how many minutes it changed so much', 'within_min')
    if (condition.from !== undefined || condition.to !== undefined)
      throw new RuleFault('delta is not allowed together with from and to', 'delta')
    const series = this.#series(field, within_min)
    return this.#once(
      `${keyOf(condition)}${within_min}`,
      (key) => new DeltaNode(key, condition, series, this.#numberReader(field)),
    )
  }

  #agg(condition: Of<'agg'>): Node {
    const sourceReports = this.#how.reports
    if (sourceReports !== null && condition.of === 'vessels')
      return this.#once(keyOf(condition), (key) => new SourceReportsNode(key, condition, sourceReports))
    if (condition.of === 'vessels' || condition.over === 'vessels')
      throw new RuleFault('agg of vessels needs the subject AREA, in the ALL of its when; set the subject')
    const series = this.#series(condition.of, condition.window_min)
    const { unit } = this.#numberReader(condition.of)
    return this.#once(keyOf(condition), (key) => new AggNode(key, condition, series, unit))
  }

  #seq({ steps, within_min, same_vessel }: Of<'seq'>): Node {
    if (!same_vessel) return this.#seqOfPair(steps, within_min)
    const parts = steps.map((step) => this.node(step))
    const key = `seq(${within_min},${parts.map((part) => part.key).join(',')})`
    return this.#remembering(key, (_, slot) => {
      const node = new SeqNode(key, slot, parts, within_min)
      return { node, needs: node.startsWith }
    })
  }
  #seqOfPair(steps: readonly RuleNode[], minutes: number): Node {
    const { partingMetres: metres } = this.#others
    if (metres === 0 || this.#others.whose !== '' || this.#how.of !== 'PAIRS')
      throw new RuleFault('seq of two vessels needs an ALL with near or cpa: how near the other is')
    const parts = steps.map((step, i) => (i % 2 === 0 ? this.node(step) : this.#others.ofOther(step)))
    const key = `seq of two(${minutes},${metres},${parts.map((part) => part.key).join(',')})`
    return this.#remembering(key, (_, slot) => {
      const node = new PairSeqNode(key, slot, parts, minutes, metres)
      return { node, needs: node.startsWith }
    })
  }

  #expr(condition: Of<'expr'>): Node {
    try {
      if (condition.text.includes('speed_misfit_kn')) this.#reader('speed_misfit_kn')
      return this.#once(keyOf(condition), (key) => new ExprNode(key, condition.text, this.#readers))
    } catch (error) {
      throw error instanceof ExprFault ? new RuleFault(`expr, ${error.message}`, 'text') : error
    }
  }

  #near(condition: Of<'near'>): Node {
    const { to } = condition
    if ('point' in to) return this.#once(keyOf(condition), (key) => nearPointNode(key, condition, to.point))
    if ('infrastructure' in to) return this.node(nearStructure(condition, to.infrastructure))
    return this.#others.near(condition, 'list' in to ? { k: 'list', in: true, list: to.list } : to)
  }
}

const [OF_NO_UNIT, ALL_OF] = [-1, { op: 'ALL' as const, of: [] }]
