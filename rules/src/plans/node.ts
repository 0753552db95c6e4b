import type { RuleNode } from '@samudra/contract/rules'
import type { VesselPosition } from '../running/memory.ts'
import type { Cause, Moment, MomentKind } from '../running/moment.ts'
import { FALSE, TRUE, UNKNOWN, VERDICT_WORDS, type Verdict, type VerdictWord } from './verdict.ts'

/** Why a condition is true, false or unknown, at a moment. Times are epoch ms. */
export type Explained = {
  /** The condition in one line, and what was found of it. */
  asked: string
  verdict: VerdictWord
  value: string | number | null
  threshold: string | number | null
  unit: string | null
  /** From when to when it was looked at; null for a single instant. */
  window: { from: number; to: number } | null
  fix_ids: number[]
  /** Positions of several vessels that it stands on. */
  positions?: readonly VesselPosition[]
  of: Explained[]
}

/**
 * Condition that must hold for another to be true and that can be looked up among many. It is news or a silence, or a
 * zone the vessel is in or just passed. It can also be a number above or below a bound, one of some texts, or a static
 * property.
 */
export type Need =
  | { kind: 'MOMENT'; of: Exclude<MomentKind, 'FIX'> }
  | { kind: 'ZONE'; zone: number }
  | { kind: 'OVER' | 'UNDER'; field: string; bound: number; read: (m: Moment) => number }
  | { kind: 'TEXT'; field: string; values: readonly string[]; read: (m: Moment) => string | null }
  | { kind: 'STATIC'; node: Node }

/** One condition of a plan. Equal conditions of all rules are one, and it is worked out once a moment at most. */
export abstract class Node {
  #stamp = -1
  #verdict: Verdict = UNKNOWN

  /** Equal for equal conditions. */
  readonly key: string
  constructor(key: string) {
    this.key = key
  }

  verdict(m: Moment): Verdict {
    if (this.#stamp === m.epoch) return this.#verdict
    m.work++
    const verdict = this.evaluate(m)
    this.#stamp = m.epoch
    this.#verdict = verdict
    return verdict
  }

  protected abstract evaluate(m: Moment): Verdict

  /** Needs that must hold now for this condition to be true now. */
  readonly needs: readonly Need[] = []
  /** True when it depends only on static properties of the vessel. */
  readonly isStatic: boolean = false
  readonly parts: readonly Node[] = []
  /** Causes between fixes that it depends on, besides those of its parts. */
  readonly causes: readonly Cause[] = []

  explain(m: Moment): Explained {
    return {
      asked: this.asked,
      verdict: VERDICT_WORDS[this.verdict(m)],
      value: null,
      threshold: null,
      unit: null,
      window: null,
      fix_ids: m.fix.at === 0 ? [] : [m.fix.id],
      of: this.parts.map((part) => part.explain(m)),
      ...this.found?.(m),
    }
  }

  /** Fixes before this moment that it stands on, where it looks back. */
  evidence(m: Moment): readonly number[] {
    return this.parts.flatMap((part) => part.evidence(m))
  }

  /** Instant since which it has been true at a moment at which it is, epoch ms; null where only that moment counts. */
  begunAt(_m: Moment): number | null {
    return null
  }

  /** Condition in words, written by the plan from the rule. */
  asked = ''
  /** Returns the findings besides the verdict. */
  protected found?(m: Moment): Partial<Explained>
}

/** A condition whose verdict depends on what was before; what it keeps of a ship is a few numbers, or nothing. */
export abstract class Remembering extends Node {
  /** Its number among those that remember. */
  readonly slot: number
  constructor(key: string, slot: number) {
    super(key)
    this.slot = slot
  }

  /** Returns the current state and remembers nothing when the moment does not concern this condition. */
  override verdict(m: Moment): Verdict {
    if (m.cause === null) return super.verdict(m)
    this.#causes ??= causesOf(this)
    return this.#causes.has(m.cause) ? super.verdict(m) : this.stands(m)
  }
  #causes: ReadonlySet<Cause> | null = null

  protected abstract stands(m: Moment): Verdict
}

/** Returns all causes between fixes that a condition depends on. */
export function causesOf({ causes, parts }: Node): Set<Cause> {
  const all = new Set(causes)
  for (const part of parts) for (const cause of causesOf(part)) all.add(cause)
  return all
}

/** Returns the needs that must hold now for a condition to be true now. */
export const needsOf = (node: Node): readonly Need[] =>
  node.isStatic ? [{ kind: 'STATIC', node }] : node.needs

/** Earliest or latest beginning of conditions that have one. */
function extreme(of: (...all: number[]) => number, parts: readonly Node[], m: Moment): number | null {
  const begun = parts.map((part) => part.begunAt(m)).filter((at) => at !== null)
  return begun.length === 0 ? null : of(...begun)
}

const WORDS = { ALL: 'all of', ANY: 'any of', NONE: 'none of', AT_LEAST: 'at least' } as const
type Group = Extract<RuleNode, { op: unknown }>

class AllNode extends Node {
  override readonly needs: readonly Need[]
  override readonly isStatic: boolean
  override asked = WORDS.ALL
  override readonly parts: readonly Node[]
  constructor(key: string, parts: readonly Node[]) {
    super(key)
    this.parts = parts
    this.needs = parts.flatMap(needsOf)
    this.isStatic = parts.every((part) => part.isStatic)
  }
  protected evaluate(m: Moment): Verdict {
    let least: Verdict = TRUE
    for (const part of this.parts) {
      const verdict = part.verdict(m)
      if (verdict === FALSE) return FALSE
      if (verdict < least) least = verdict
    }
    return least
  }
  /** Begins with the last of its parts. */
  override begunAt(m: Moment): number | null {
    return extreme(Math.max, this.parts, m)
  }
}

class AnyNode extends Node {
  override readonly isStatic: boolean
  override asked: string
  override readonly parts: readonly Node[]
  readonly #isNone: boolean
  constructor(key: string, parts: readonly Node[], isNone: boolean) {
    super(key)
    this.parts = parts
    this.#isNone = isNone
    this.asked = isNone ? WORDS.NONE : WORDS.ANY
    this.isStatic = parts.every((part) => part.isStatic)
  }
  protected evaluate(m: Moment): Verdict {
    let most: Verdict = FALSE
    for (const part of this.parts) {
      const verdict = part.verdict(m)
      if (verdict > most) most = verdict
      if (most === TRUE) break
    }
    return this.#isNone ? ((2 - most) as Verdict) : most
  }
  /** Begins with the first of its parts that are true. */
  override begunAt(m: Moment): number | null {
    if (this.#isNone) return null
    const holding = this.parts.filter((part) => part.verdict(m) === TRUE)
    return extreme(Math.min, holding, m)
  }
}

class AtLeastNode extends Node {
  override readonly isStatic: boolean
  override asked: string
  override readonly parts: readonly Node[]
  readonly #least: number
  constructor(key: string, parts: readonly Node[], least: number) {
    super(key)
    this.parts = parts
    this.#least = least
    this.asked = `${WORDS.AT_LEAST} ${least} of`
    this.isStatic = parts.every((part) => part.isStatic)
  }
  protected evaluate(m: Moment): Verdict {
    let [sure, possible] = [0, 0]
    for (const part of this.parts) {
      const verdict = part.verdict(m)
      if (verdict === TRUE) sure++
      if (verdict !== FALSE) possible++
    }
    return sure >= this.#least ? TRUE : possible < this.#least ? FALSE : UNKNOWN
  }
}

/** A group of conditions; one that a group of everything would hold alone is itself. */
export function groupNode(key: string, { op, n }: Group, parts: readonly Node[]): Node {
  if (op === 'ALL') return new AllNode(key, parts)
  if (op === 'AT_LEAST') return new AtLeastNode(key, parts, n ?? parts.length)
  return new AnyNode(key, parts, op === 'NONE')
}
