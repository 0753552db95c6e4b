import { conditionPhrase } from '@samudra/contract/rule-words'
import type { EvaluatedRule, RuleField, RuleNode, RulePredicate } from '@samudra/contract/rules'
import type { Crossings } from '@samudra/nautical/tracks/crossings'
import { UnlessNode } from '../areas/area-node.ts'
import { areaAsked, keptOf, makeArea, middleOfZone, type AreaPlan } from '../areas/area-asked.ts'
import { asksOfPairs, isDelta, keyOf, minutesIn, nearStructure, refuseParts } from './asked.ts'
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
import { PlanZones } from '../areas/plan-zones.ts'
import { RuleFault } from './rule-fault.ts'
import { RuleUnit, type Said } from './rule-unit.ts'
import type { Keys } from '../running/saved.ts'
import { AggNode, ChangeNode, DeltaNode, Series } from '../values/series.ts'
import { faultOfAge, hasSilence, STALE_MIN, StaleNode } from '../running/stale.ts'
import type { Unit } from '../values/static-class.ts'
import { SourceReportsNode, type PlanOf } from '../running/source-reports.ts'
import type { World } from '../world.ts'
import type { ZoneAsked } from '../areas/zone.ts'

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
  /** The silences that are asked of, the shortest first. */
  readonly silences: SilenceNode[] = []
  /** Rules of areas, which all ships make together; and what they count that is kept otherwise of a ship now. */
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
  constructor(rules: readonly EvaluatedRule[], world: World, say: (said: Said) => void, how: PlanOf = {}) {
    this.#world = world
    this.#how = { of: 'ONE', told: null, isOfAircraft: false, ...how }
    this.#zones = new PlanZones(world, (key, make) => this.#once(key, make))
    const making = {
      once: <T extends Node>(key: string, make: (key: string) => T) => this.#once(key, make),
      node: (asked: RuleNode) => this.node(asked),
    }
    this.#others = new PlanOthers(making, this.#how.of === 'AROUND')
    this.#readers = readersOf(world, {
      read: (m) => this.#madeGood?.misfit(m) ?? Number.NaN,
      words: (m) => this.#madeGood?.words(m) ?? null,
      evidence: (m) => this.#madeGood?.evidence(m) ?? [],
    })
    if (this.#how.told !== null) this.#readers.latency_s = this.#how.told.latency
    for (const rule of rules) {
      this.#zones.beginRule(rule.hysteresis_nm)
      this.#others.beginRule(rule.when)
      this.#addRule(rule, say)
      this.#zones.endRule()
    }
    this.silences.sort((a, b) => a.ms - b.ms || a.waitMs - b.waitMs)
  }

  /** How far apart ships are at most of which something is asked together. */
  widestMetres = () => this.#others.widestMetres
  get asksOfZones() {
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

  #addRule(rule: EvaluatedRule, say: (said: Said) => void) {
    this.#latenessMin = rule.allowed_lateness_min
    refuseParts(rule)
    if (rule.subject === 'AREA') return this.#addArea(rule)
    const number = this.unitOfRule.length
    const node = (asked: RuleNode | undefined) => (asked === undefined ? null : this.node(asked))
    const nodes = {
      when: this.node(rule.when),
      scope: node(rule.scope),
      unless: node(rule.unless),
      clear: node(rule.clear),
      besides: (rule.besides ?? []).map((one) => this.node(one)),
    }
    const unit = new RuleUnit(number, rule, nodes, this.#world, say)
    this.rules.push(unit)
    this.#ruleKeys.push(`${rule.id}.${rule.version}`)
    this.unitOfRule.push(this.#addUnit(unit, (m) => unit.step(m)))
    this.rulesOfUnit.at(-1)!.push(number)
  }

  /** Of each ship it is kept when she is counted; the rule itself is gone through by whoever counts. */
  #addArea(rule: EvaluatedRule) {
    const { zone, ...asked } = areaAsked(rule)
    const { of, unless, agg } = asked
    const node = unless === null ? this.node(of) : this.#butFor(this.node(of), this.node(unless))
    const [minutes, latenessMin, number] = [agg.window_min, this.#latenessMin, this.unitOfRule.length]
    const reader = agg.of === 'vessels' ? null : this.#numberReader(agg.of)
    const counting = { minutes, latenessMin, reader, isPlaced: agg.nm !== undefined }
    const bare = `counted(${minutes},${latenessMin},${keptOf(agg)}${node.key})`
    const counted = this.#remembering(bare, (key, slot) => {
      const touch = (touched: CountedNode) => void this.touched.push(touched)
      const made = new CountedNode(key, slot, node, { ...counting, touch })
      return { node: made, needs: made.needs }
    })
    const place = middleOfZone(zone && this.#zones.outline(zone))
    this.areas.push(makeArea(rule, { ...asked, counted, place, number, reader }, this.#world))
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

  /** The condition of what is asked; the one that stands there when another rule asks the same. */
  node(asked: RuleNode): Node {
    const { for_min, within_min, times } = asked as { for_min?: number; within_min?: number; times?: number }
    const isOwn = ('k' in asked && asked.k === 'seq') || isDelta(asked)
    let node = 'op' in asked ? this.#group(asked) : this.#predicate(asked)
    if ('k' in asked) node.asked = conditionPhrase(asked, this.#world.nameOf, this.#how.isOfAircraft)
    if (for_min !== undefined) node = this.#held(node, for_min)
    if (times !== undefined && within_min === undefined)
      throw new RuleFault('times needs within_min: in how many minutes it is counted')
    if (within_min === undefined || isOwn) return node
    const child = node
    return this.#remembering(`within(${within_min},${times ?? 1},${child.key})`, (key, slot) => {
      const within = new WithinNode(key, slot, child, within_min, times ?? 1)
      return { node: within, needs: within.startsWith }
    })
  }

  #held(node: Node, minutes: number): Node {
    if (hasSilence(node))
      throw new RuleFault('for_min cannot be asked of silence; write the minutes into the silence')
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
      // Of the other ship it is asked with what is asked of her, not by itself.
      const isOther = this.#others.whose !== ''
      this.#slotKeys.push(whole)
      this.unitOfSlot.push(isOther ? OF_NO_UNIT : this.#addNode(made))
      return made.node
    })
    const rules = this.rulesOfUnit[this.unitOfSlot[node.slot]!]
    // The rule that is being made ready comes next.
    if (rules?.at(-1) !== this.unitOfRule.length) rules?.push(this.unitOfRule.length)
    return node
  }

  #group(asked: Extract<RuleNode, { op: unknown }>): Node {
    // What is around her is asked last.
    const of =
      this.#how.of !== 'AROUND' ? asked.of : asked.of.toSorted((a, b) => +asksOfPairs(a) - +asksOfPairs(b))
    const parts = of.map((one) => this.node(one))
    if (parts.length === 1 && asked.op !== 'NONE') return parts[0]!
    const all = parts.map(({ key }) => key).sort()
    // Of so many at least each counts, also one that stands there twice.
    const keys = asked.op === 'AT_LEAST' ? all : [...new Set(all)]
    return this.#once(`${asked.op}${asked.n ?? ''}(${keys.join(',')})`, (key) => groupNode(key, asked, parts))
  }

  #predicate(asked: RulePredicate): Node {
    switch (asked.k) {
      case 'attr':
        return this.#attr(asked)
      case 'zone':
        return this.#zone(asked)
      case 'silence':
        return this.#silence(asked.min)
      case 'change':
        return this.#change(asked)
      case 'agg':
        return this.#agg(asked)
      case 'seq':
        return this.#seq(asked)
      case 'near':
        return this.#near(asked)
      case 'expr':
        return this.#expr(asked)
      case 'cpa':
        return this.#others.cpa(asked)
      default:
        if (asked.k === 'event' || asked.k === 'port' || asked.k === 'appear') this.#onlyOfOne(asked.k)
        return this.#once(keyOf(asked), (key) => plainNode(key, asked, this.#world))
    }
  }

  /** At whole minutes nothing happens and nothing is silent. */
  #onlyOfOne(what: string) {
    if (this.#how.of !== 'ONE')
      throw new RuleFault(`${what} is asked of one ship, not together with near and cpa`)
  }

  #attr(asked: Of<'attr'>): Node {
    const { field, cmp, value } = asked
    const isAge = field === 'age_min' && (cmp === 'gt' || cmp === 'gte' || cmp === 'older_than')
    if (isAge) return this.#silence(minutesIn(asked))
    if (cmp === 'older_than' || (cmp === 'stale' && value !== undefined))
      return this.#stale(asked, minutesIn(asked))
    if (cmp === 'stale') return this.#stale(asked, null)
    const reader = this.#reader(field)
    const fault = faultOfAttr(asked, reader)
    if (fault !== null) throw new RuleFault(fault)
    return this.#once(keyOf(asked), (key) => attrNode(key, asked, reader))
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

  /** That a value is old; null where it is older than is usual. */
  #stale({ field, cmp }: Of<'attr'>, min: number | null): Node {
    const fault = faultOfAge(field, cmp)
    if (fault !== null) throw new RuleFault(fault)
    const silences = (min === null ? STALE_MIN : [min]).map((each) => this.#silence(each))
    const reader = this.#reader(field)
    return this.#remembering(`stale(${field},${min ?? 'usual'})`, (key, slot) => ({
      node: new StaleNode(key, slot, { min, reader, silences }),
      needs: [],
    }))
  }

  #zone(asked: ZoneAsked): Node {
    const { rel, zone, nm, eta_min, min } = asked
    if (zone.line !== undefined) return this.#zones.line(asked, keyOf(asked))
    if (asked.side !== undefined) throw new RuleFault('side is asked of a line; leave it out')
    if (rel === 'NEAR' && nm === undefined) throw new RuleFault('NEAR needs nm: how near')
    if ((rel === 'HEADING_TO' || rel === 'REACHABLE') && eta_min === undefined)
      throw new RuleFault(`${rel} needs eta_min: in how many minutes`)
    if (rel === 'DWELL') {
      if (min === undefined) throw new RuleFault('DWELL needs min: for how long')
      return this.#held(this.node({ k: 'zone', rel: 'INSIDE', zone }), min)
    }
    if (this.#how.of === 'ONE') return this.#zones.ofOne(asked, keyOf(asked))
    if (rel === 'ENTER' || rel === 'EXIT' || rel === 'CROSS') this.#onlyOfOne(rel)
    return this.#zones.ofPair(asked, keyOf)
  }

  /** What is made good is remembered from when it is asked of. */
  #reader(field: RuleField): Reader {
    if (field === 'speed_misfit_kn') {
      if (this.#others.whose !== '') throw new RuleFault(`${field} cannot be asked of the other ship`)
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

  #change(asked: Of<'change'>): Node {
    if (asked.delta === undefined)
      return this.#remembering(keyOf(asked), (key, slot) => {
        const node = new ChangeNode(key, slot, asked, this.#reader(asked.field))
        // What it was before its first change is told by a fix.
        return { node, needs: [] }
      })
    const { within_min, field } = asked
    if (within_min === undefined)
      throw new RuleFault('delta needs within_min: in how many minutes it changed so much')
    if (asked.from !== undefined || asked.to !== undefined)
      throw new RuleFault('delta stands without from and to')
    const series = this.#series(field, within_min)
    return this.#once(
      `${keyOf(asked)}${within_min}`,
      (key) => new DeltaNode(key, asked, series, this.#numberReader(field)),
    )
  }

  #agg(asked: Of<'agg'>): Node {
    const told = this.#how.told
    if (told !== null && asked.of === 'vessels')
      return this.#once(keyOf(asked), (key) => new SourceReportsNode(key, asked, told))
    if (asked.of === 'vessels' || asked.over === 'vessels')
      throw new RuleFault('agg of vessels is asked of an AREA, in the ALL of its when; set the subject')
    const series = this.#series(asked.of, asked.window_min)
    const { unit } = this.#numberReader(asked.of)
    return this.#once(keyOf(asked), (key) => new AggNode(key, asked, series, unit))
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
      throw new RuleFault('seq of two ships stands in an ALL with near or cpa: how near the other is')
    const parts = steps.map((step, i) => (i % 2 === 0 ? this.node(step) : this.#others.ofOther(step)))
    const key = `seq of two(${minutes},${metres},${parts.map((part) => part.key).join(',')})`
    return this.#remembering(key, (_, slot) => {
      const node = new PairSeqNode(key, slot, parts, minutes, metres)
      return { node, needs: node.startsWith }
    })
  }

  #expr(asked: Of<'expr'>): Node {
    try {
      if (asked.text.includes('speed_misfit_kn')) this.#reader('speed_misfit_kn')
      return this.#once(keyOf(asked), (key) => new ExprNode(key, asked.text, this.#readers))
    } catch (error) {
      throw error instanceof ExprFault ? new RuleFault(`expr, ${error.message}`) : error
    }
  }

  #near(asked: Of<'near'>): Node {
    const { to } = asked
    if ('point' in to) return this.#once(keyOf(asked), (key) => nearPointNode(key, asked, to.point))
    if ('infrastructure' in to) return this.node(nearStructure(asked, to.infrastructure))
    return this.#others.near(asked, 'list' in to ? { k: 'list', in: true, list: to.list } : to)
  }
}

const OF_NO_UNIT = -1
const ALL_OF = { op: 'ALL' as const, of: [] }
