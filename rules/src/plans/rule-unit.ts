import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Cause, Moment } from '../running/moment.ts'
import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { circleOf } from './condition-needs.ts'
import { causesOf, needsOf, type Explained, type Need, type Node } from './node.ts'
import { onDuty } from './schedule.ts'
import type { OpenHit, ShipFacts } from '../running/memory.ts'
import type { Unit } from '../values/static-class.ts'
import { FALSE, isTrue, not, ofMaybe, TRUE, UNKNOWN, VERDICT_WORDS, type Verdict } from './verdict.ts'
import { whereOf, type World } from '../world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Interval between reckoned positions of a silent vessel on its way; on a long way their number is limited. */
const STEP_MS = 5 * MINUTE_MS
const MOST_STEPS = 24
/** Degrees to either side of the course that the vessel may have taken; reception is required there too. */
const ASIDE = [0, -10, 10] as const

/** Change of a hit on a vessel: it begins, holds again or is cleared. Times are epoch ms. */
export type HitEvent = {
  what: 'HIT' | 'AGAIN' | 'CLEARED'
  /** The same for the same rule version, ship and beginning, whenever and however often it is worked out. */
  id: string
  rule: string
  version: number
  /** Number of the vessel; NO_SHIP for an area or a source. */
  ship: number
  /** The other one of a pair. */
  other: number | null
  /** Number of the source when the subject is a source. */
  source: number | null
  /** Vessels counted for an area hit; none for a hit as restored from storage. */
  counted: readonly number[]
  /** Instant of detection. */
  firstAt: number
  /** Beginning and end of the behaviour; the end is null while it goes on. */
  begunAt: number
  endedAt: number | null
  at: number
  /** Number of recurrences up to then. */
  again: number
  lat: number
  lon: number
  /** Why; null of what is over. */
  explanation: Explained | null
}

/** Receives the changes of hits. */
export type Emit = (event: HitEvent) => void

/** A place as a part of a name: hundredths of a degree, so that points stand where they stand in all names. */
const placeName = ({ lat, lon }: { lat: number; lon: number }) =>
  `${Math.round(lat * 100)},${Math.round(lon * 100)}`

/** Evaluation of one rule for one vessel: when a hit begins, when it ends and when it is not reported again. */
export class RuleUnit implements Unit {
  readonly number: number
  readonly rule: EvaluatedRule
  readonly needs: readonly Need[]
  readonly causes: ReadonlySet<Cause>
  readonly #when: Node
  readonly #scope: Node | null
  readonly #unless: Node | null
  readonly #clear: Node | null
  readonly #besides: readonly Node[]
  readonly #world: World
  readonly #duty: ReturnType<typeof onDuty>
  /** True for a rule on vessels together in any place: it reports several such places at a time. */
  readonly #isPlaced: boolean
  /** A silence, and a rule with a condition of its own for its end, last until the moment that ends them. */
  readonly #endsWhenOver: boolean
  readonly #send: Emit

  constructor(
    number: number,
    rule: EvaluatedRule,
    nodes: {
      when: Node
      scope: Node | null
      unless: Node | null
      clear: Node | null
      besides: readonly Node[]
    },
    world: World,
    send: Emit,
  ) {
    this.number = number
    this.rule = rule
    this.#when = nodes.when
    this.#scope = nodes.scope
    this.#unless = nodes.unless
    this.#clear = nodes.clear
    this.#besides = nodes.besides
    this.#world = world
    this.#duty = onDuty(rule)
    this.#isPlaced = circleOf(rule.when) !== null
    this.#send = send
    const condition = [nodes.when, nodes.scope, nodes.unless, nodes.clear].filter((node) => node !== null)
    this.causes = new Set(condition.flatMap((node) => [...causesOf(node)]))
    const isOfSilence = [...causesOf(nodes.when)].some((cause) => typeof cause === 'object')
    this.#endsWhenOver = nodes.clear !== null || isOfSilence
    this.needs = [nodes.when, ...(nodes.scope === null ? [] : [nodes.scope])].flatMap(needsOf)
  }

  /** Returns whether the rule holds. A true exception blocks it; an unknown one does not but is explained. */
  #holds(m: Moment): Verdict {
    const when = this.#when.verdict(m)
    if (when !== TRUE) return when
    const scope = this.#scope?.verdict(m) ?? TRUE
    if (scope !== TRUE) return scope
    if (this.#unless?.verdict(m) === TRUE) return FALSE
    const { exclude_in_port, require_coverage } = this.rule
    if (exclude_in_port && this.#number('in_port', m) === 1) return FALSE
    const duty = this.#duty(m.at, () => this.#isNight(m))
    if (duty !== TRUE || !require_coverage) return duty
    return this.#isHeard(m)
  }

  /**
   * Returns whether sources would receive the vessel: at its last position and, during a silence, along its reckoned
   * way since.
   */
  #isHeard(m: Moment): Verdict {
    const where = whereOf(m)
    let least = ofMaybe(this.#world.isHeardThere(where))
    const { at, sog, cog, lat, lon } = m.fix
    if (m.kind !== 'SILENCE' || !(sog > 0) || Number.isNaN(cog)) return least
    const steps = Math.min(MOST_STEPS, Math.ceil((m.at - at) / STEP_MS))
    for (let step = 1; step <= steps && least !== FALSE; step++) {
      const nm = (sog * (m.at - at) * (step / steps)) / HOUR_MS
      for (const aside of ASIDE) {
        const there = destinationOf(place(lat, lon), cog + aside, nm * METRES_PER_NM)
        const heard = ofMaybe(this.#world.isHeardThere({ ...where, lat: there.lat, lon: there.lon }))
        if (heard < least) least = heard
      }
    }
    return least
  }
  #number(field: 'in_port' | 'night', m: Moment): number {
    return Number.isNaN(m.fix.lat) ? Number.NaN : this.#world.number(field, whereOf(m))
  }
  #isNight(m: Moment): Verdict {
    const night = this.#number('night', m)
    return Number.isNaN(night) ? UNKNOWN : isTrue(night === 1)
  }

  step(m: Moment): void {
    const { hits } = m.memory
    const open = hits.get(this.number)
    const holds = this.#holds(m)
    if (open === undefined) {
      if (holds === TRUE && !this.#isReportedOfPair(m)) this.#begin(m)
      return
    }
    if (holds === TRUE) this.#goOn(open, m)
    else if (open.isCleared) {
      if (m.at - open.lastAt > this.#windowMs) hits.delete(this.number)
    } else this.#mayBeOver(open, holds, m)
  }

  /** Clears the open hit of a subject that is gone, as of its last report. */
  leave(m: Moment): void {
    const open = m.memory.hits.get(this.number)
    if (open === undefined || open.isCleared) return
    this.#end(open, open.lastAt, m)
  }

  #end(open: OpenHit, at: number, m: Moment) {
    open.isCleared = true
    open.endedAt = at
    this.#emit('CLEARED', open, m)
    if (this.#windowMs === 0) m.memory.hits.delete(this.number)
  }

  get #windowMs() {
    return this.rule.dedupe.window_min * MINUTE_MS
  }

  /** Returns true when the hit of a pair is already reported for the other vessel; a pair is reported once. */
  #isReportedOfPair({ twin }: Moment): boolean {
    const found = this.rule.subject === 'PAIR' ? twin?.hits.get(this.number) : undefined
    return found !== undefined && !found.isCleared
  }

  /** Returns the name of the subject of a hit. */
  #subject({ memory, other, fix }: Moment): string {
    if (this.rule.subject === 'AREA') return this.#isPlaced ? `area-${placeName(fix)}` : 'area'
    if (this.rule.subject === 'SOURCE') return `source-${fix.source}`
    const nameOf = ({ mmsi, split }: ShipFacts) => (split === 0 ? mmsi : `${mmsi}-${split}`)
    if (other === null) return nameOf(memory.facts)
    const both = [nameOf(memory.facts), nameOf(other.facts)]
    return (this.rule.subject === 'PAIR' ? both.sort() : both).join('+')
  }

  #begin(m: Moment) {
    const { id, version } = this.rule
    const hit: OpenHit = {
      id: `${id}.${version}.${this.#subject(m)}.${m.at}`,
      firstAt: m.at,
      begunAt: Math.min(m.at, this.#when.begunAt(m) ?? m.at),
      lastAt: m.at,
      endedAt: 0,
      overSince: 0,
      isCleared: false,
      again: 0,
      reportedAt: m.at,
    }
    m.memory.hits.set(this.number, hit)
    this.#emit('HIT', hit, m)
  }

  #goOn(open: OpenHit, m: Moment) {
    if (open.isCleared) {
      if (m.at - open.lastAt > this.#windowMs) return this.#begin(m)
      open.isCleared = false
      open.endedAt = 0
      open.again++
      this.#emit('AGAIN', open, m)
    }
    open.overSince = 0
    open.lastAt = m.at
  }

  /** Ends a hit, unless the verdict is unknown; a rule with a clear condition ends by that alone. */
  #mayBeOver(open: OpenHit, holds: Verdict, m: Moment) {
    const isOver = this.#clear === null ? not(holds) : this.#clear.verdict(m)
    if (isOver !== TRUE) {
      if (isOver === FALSE) open.overSince = 0
      return
    }
    if (open.overSince === 0) open.overSince = m.at
    if (m.at - open.overSince < (this.rule.grace_min ?? 0) * MINUTE_MS) return
    this.#end(open, this.#endsWhenOver ? open.overSince : open.lastAt, m)
  }

  #emit(what: HitEvent['what'], hit: OpenHit, m: Moment) {
    const { id, version } = this.rule
    const { lat, lon } = m.fix
    const explanation = what === 'CLEARED' ? null : this.explain(m)
    hit.reportedAt = m.at
    this.#send({
      what,
      id: hit.id,
      rule: id,
      version,
      ship: m.ship,
      other: m.other?.ship ?? null,
      source: this.rule.subject === 'SOURCE' ? m.fix.source : null,
      counted: m.counted(),
      firstAt: hit.firstAt,
      begunAt: hit.begunAt,
      endedAt: hit.endedAt === 0 ? null : hit.endedAt,
      at: m.at,
      again: hit.again,
      lat,
      lon,
      explanation,
    })
  }

  /**
   * Returns the full explanation of a rule at a moment, including exceptions that did not block it and unknown parts.
   */
  explain(m: Moment): Explained {
    const named = (part: string, node: Node | null) => {
      const explained = node?.explain(m)
      return explained === undefined ? [] : [{ ...explained, asked: `${part}: ${explained.asked}` }]
    }
    return {
      asked: this.rule.name,
      verdict: VERDICT_WORDS[this.#holds(m)],
      value: null,
      threshold: null,
      unit: null,
      window: null,
      fix_ids: m.fix.at === 0 ? [] : [m.fix.id],
      of: [
        ...named('when', this.#when),
        ...named('scope', this.#scope),
        ...named('unless', this.#unless),
        ...this.#besides.flatMap((node) => named('besides', node)),
      ],
    }
  }
}
