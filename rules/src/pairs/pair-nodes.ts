import type { RuleNode } from '@samudra/contract/rules'
import { closestApproach } from '@samudra/nautical/tracks/closest-approach'
import { metresBetween } from '@samudra/nautical/geodesy'
import { degrees, knots, METRES_PER_NM, place } from '@samudra/nautical/units'
import type { FixState } from '../running/memory.ts'
import { fixesOf, type Moment } from '../running/moment.ts'
import { SeqNode } from '../running/held.ts'
import { Node, type Explained } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

type Of<K extends string> = Extract<RuleNode, { k: K }>
const MINUTE_MS = 60_000
/** Farther apart two ships are no pair. */
export const FARTHEST_NM = 60
/** Two that sail towards each other come near no faster. */
export const MEETING_KN = 60

const knotsOf = ({ sog }: FixState) => (Number.isNaN(sog) ? null : knots(sog))
const courseOf = ({ cog }: FixState) => (Number.isNaN(cog) ? null : degrees(cog))
const lastFix = (fix: FixState) => ({ place: place(fix.lat, fix.lon), sog: knotsOf(fix), cog: courseOf(fix) })
export const metresApart = ({ fix, other }: Moment) =>
  metresBetween(fix.lat, fix.lon, other!.fix.lat, other!.fix.lon)

/** Evaluates a condition for the other vessel of a pair. */
function asTheOther<T>(m: Moment, ask: () => T): T {
  m.turn()
  try {
    return ask()
  } finally {
    m.turn()
  }
}

/** Condition on the other vessel of a pair; null is no condition. */
abstract class OtherNode extends Node {
  override readonly parts: readonly Node[]
  readonly #of: Node | null
  constructor(key: string, of: Node | null) {
    super(key)
    this.#of = of
    this.parts = []
  }

  protected other(m: Moment): Verdict {
    const of = this.#of
    return of === null ? TRUE : asTheOther(m, () => of.verdict(m))
  }

  protected explainOther(m: Moment): Explained[] {
    const of = this.#of
    return of === null ? [] : [asTheOther(m, () => of.explain(m))]
  }
}

/** Condition that another vessel that matches is so near; both are no faster than the limit. */
export class NearNode extends OtherNode {
  readonly #metres: number
  readonly #maxSog: number
  constructor(key: string, { nm, max_sog = Infinity }: Of<'near'>, of: Node | null) {
    super(key, of)
    this.#metres = nm * METRES_PER_NM
    this.#maxSog = max_sog
  }

  protected evaluate(m: Moment): Verdict {
    if (metresApart(m) > this.#metres) return FALSE
    return Math.min(this.#slow(m.fix), this.#slow(m.other!.fix), this.other(m)) as Verdict
  }
  #slow({ sog }: FixState): Verdict {
    if (this.#maxSog === Infinity) return TRUE
    return Number.isNaN(sog) ? UNKNOWN : isTrue(sog <= this.#maxSog)
  }

  protected override found(m: Moment): Partial<Explained> {
    return {
      value: Math.round(metresApart(m)),
      threshold: Math.round(this.#metres),
      unit: 'm',
      fix_ids: fixesOf(m),
      of: this.explainOther(m),
    }
  }
}

/** The two will be so near within so many minutes, if both keep course and speed (IMO resolution A.823). */
export class CpaNode extends OtherNode {
  readonly #metres: number
  readonly #ms: number
  constructor(key: string, { nm, tcpa_min }: Of<'cpa'>, of: Node) {
    super(key, of)
    this.#metres = nm * METRES_PER_NM
    this.#ms = tcpa_min * MINUTE_MS
  }

  protected evaluate(m: Moment): Verdict {
    const nearest = closestApproach(lastFix(m.fix), lastFix(m.other!.fix))
    if (nearest === null) return UNKNOWN
    if (nearest.isPast || nearest.inMs > this.#ms || nearest.distance > this.#metres) return FALSE
    return this.other(m)
  }

  protected override found(m: Moment): Partial<Explained> {
    const nearest = closestApproach(lastFix(m.fix), lastFix(m.other!.fix))
    return {
      value: nearest === null ? null : Math.round(nearest.distance),
      threshold: Math.round(this.#metres),
      unit: 'm',
      window: nearest === null ? null : { from: m.at, to: m.at + Math.round(nearest.inMs) },
      fix_ids: fixesOf(m),
      of: this.explainOther(m),
    }
  }
}

/**
 * Sequence with the first step by this vessel, and each other step by the other vessel than the step before. It starts
 * again once the two are farther apart.
 */
export class PairSeqNode extends SeqNode {
  readonly #metres: number
  constructor(key: string, slot: number, steps: readonly Node[], minutes: number, metres: number) {
    super(key, slot, steps, minutes)
    this.#metres = metres
    this.asked = `${this.asked}, by the two vessels in turn`
  }

  protected override evaluate(m: Moment): Verdict {
    if (metresApart(m) <= this.#metres) return super.evaluate(m)
    m.memory.states.delete(this.slot)
    return FALSE
  }
  protected override ask(step: number, m: Moment): Verdict {
    return step % 2 === 0 ? super.ask(step, m) : asTheOther(m, () => super.ask(step, m))
  }
  protected override fixOf(step: number, m: Moment): number {
    return step % 2 === 0 ? m.fix.id : m.other!.fix.id
  }

  protected override found(m: Moment): Partial<Explained> {
    const of = this.parts.map((part, step) =>
      step % 2 === 0 ? part.explain(m) : asTheOther(m, () => part.explain(m)),
    )
    return { ...super.found(m), of }
  }
}
