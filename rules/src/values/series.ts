import type { RuleNode } from '@samudra/contract/rules'
import { causesOfField, numberTest } from './attr.ts'
import type { NumberReader, Reader } from './fields.ts'
import type { Cause, Moment } from '../running/moment.ts'
import { Node, Remembering, type Explained, type Need } from '../plans/node.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

type Change = Extract<RuleNode, { k: 'change' }>
type Agg = Extract<RuleNode, { k: 'agg' }>
const MINUTE_MS = 60_000
/** Number of parts of a window: its stored fixes are at least one part apart, whatever a vessel sends. */
const MOST_STORED = 256

/** Values of a field at the fixes of the last minutes: instant, value and id of each, the oldest first. */
export class Series extends Remembering {
  readonly ms: number
  readonly #reader: NumberReader
  static readonly WIDTH = 3

  constructor(key: string, slot: number, field: string, minutes: number, reader: NumberReader) {
    super(key, slot)
    this.ms = minutes * MINUTE_MS
    this.#reader = reader
  }

  protected stands(m: Moment): Verdict {
    return this.evaluate(m)
  }

  /** Returns the values of the window; reading it adds the current fix. */
  of(m: Moment): readonly number[] {
    this.verdict(m)
    return m.memory.states.get(this.slot) ?? []
  }

  protected evaluate(m: Moment): Verdict {
    const { states } = m.memory
    let state = states.get(this.slot)
    if (state !== undefined) {
      let gone = 0
      while (gone < state.length && m.at - state[gone]! > this.ms) gone += Series.WIDTH
      if (gone > 0) state.splice(0, gone)
    }
    if (!m.isFix) return TRUE
    const value = this.#reader.read(m)
    if (Number.isNaN(value)) return TRUE
    if (state === undefined) states.set(this.slot, (state = []))
    const last = state.at(-Series.WIDTH)
    if (last !== undefined && m.at - last < this.ms / MOST_STORED) return TRUE
    state.push(m.at, value, m.fix.id)
    return TRUE
  }
}

/** Condition that a number differs by so much from some fix of the last minutes; angles by the short way round. */
export class DeltaNode extends Node {
  override readonly parts: readonly Node[]
  readonly #series: Series
  readonly #reader: NumberReader
  readonly #delta: number
  constructor(key: string, { delta }: Change, series: Series, reader: NumberReader) {
    super(key)
    this.#series = series
    this.#reader = reader
    this.#delta = delta!
    this.parts = []
  }

  /** Where in the series the value lies that is farthest from the present one, -1 when there is none. */
  #farthest(m: Moment): number {
    const state = this.#series.of(m)
    const now = this.#reader.read(m)
    m.work += state.length / Series.WIDTH
    let [farthest, most] = [-1, -1]
    for (let i = 0; i < state.length; i += Series.WIDTH) {
      const away = this.#away(state[i + 1]!, now)
      if (away > most) [farthest, most] = [i, away]
    }
    return farthest
  }
  #away(from: number, to: number): number {
    return Math.abs(this.#reader.isAngle ? ((to - from + 540) % 360) - 180 : to - from)
  }

  protected evaluate(m: Moment): Verdict {
    const now = this.#reader.read(m)
    const farthest = this.#farthest(m)
    if (Number.isNaN(now) || farthest < 0) return UNKNOWN
    return isTrue(this.#away(this.#series.of(m)[farthest + 1]!, now) >= this.#delta)
  }

  override evidence(m: Moment): readonly number[] {
    const farthest = this.#farthest(m)
    return farthest < 0 ? [] : [this.#series.of(m)[farthest + 2]!]
  }

  protected override found(m: Moment): Partial<Explained> {
    const farthest = this.#farthest(m)
    const state = this.#series.of(m)
    if (farthest < 0) return { threshold: this.#delta }
    const [at, value, id] = state.slice(farthest, farthest + Series.WIDTH) as [number, number, number]
    return {
      value: Math.round(this.#away(value, this.#reader.read(m)) * 100) / 100,
      threshold: this.#delta,
      unit: this.#reader.unit,
      window: { from: at, to: m.at },
      fix_ids: [id, m.fix.id],
    }
  }
}

/** Condition that a value changed, from one and to one where they are named. */
export class ChangeNode extends Remembering {
  override readonly needs: readonly Need[]
  override readonly causes: readonly Cause[]
  readonly #reader: Reader
  readonly #from: readonly string[] | null
  readonly #to: readonly string[] | null
  /** Value until this moment, for explanations. */
  #before = ''

  constructor(key: string, slot: number, { field, from, to }: Change, reader: Reader) {
    super(key, slot)
    this.#reader = reader
    const texts = (value: Change['from']) =>
      value === undefined ? null : [value].flat().map((one) => String(one).toUpperCase())
    this.#from = texts(from)
    this.#to = texts(to)
    this.causes = causesOfField(field)
    this.needs = reader.isStatic ? [{ kind: 'MOMENT', of: 'NEWS' }] : []
  }

  protected stands(): Verdict {
    return FALSE
  }

  #now(m: Moment): string | null {
    const reader = this.#reader
    if (reader.kind === 'SET') return [...reader.read(m)].sort().join(',')
    const value = reader.read(m)
    return value === null || Number.isNaN(value) ? null : String(value).toUpperCase()
  }

  protected evaluate(m: Moment): Verdict {
    if (m.isFix && this.#reader.isStatic && m.memory.texts.has(this.slot)) return FALSE
    const now = this.#now(m)
    if (now === null) return UNKNOWN
    const { texts } = m.memory
    const before = texts.get(this.slot)
    if (before === now) return FALSE
    texts.set(this.slot, now)
    if (before === undefined) return FALSE
    this.#before = before
    return isTrue(this.#from?.includes(before) !== false && this.#to?.includes(now) !== false)
  }

  protected override found(m: Moment): Partial<Explained> {
    const ids = [m.before.id, m.fix.id].filter((id) => id !== 0)
    return { value: `${this.#before} → ${this.#now(m) ?? 'unknown'}`, fix_ids: ids }
  }
}

/** Condition that compares an aggregate of the fixes of the last minutes with a bound. */
export class AggNode extends Node {
  readonly #agg: Agg
  readonly #series: Series
  readonly #test: (found: number) => Verdict
  readonly #unit: string | null
  constructor(key: string, agg: Agg, series: Series, unit: string | null) {
    super(key)
    this.#agg = agg
    this.#series = series
    this.#unit = agg.fn === 'count' || agg.fn === 'distinct' ? null : unit
    this.#test = numberTest(agg.cmp, agg.value)
  }

  #value(m: Moment): number {
    const state = this.#series.of(m)
    m.work += state.length / Series.WIDTH
    const values: number[] = []
    for (let i = 0; i < state.length; i += Series.WIDTH) values.push(state[i + 1]!)
    const sum = () => values.reduce((all, one) => all + one, 0)
    switch (this.#agg.fn) {
      case 'count':
        return values.length
      case 'distinct':
        return new Set(values).size
      case 'sum':
        return sum()
      case 'avg':
        return values.length === 0 ? Number.NaN : sum() / values.length
      case 'min':
        return values.length === 0 ? Number.NaN : Math.min(...values)
      case 'max':
        return values.length === 0 ? Number.NaN : Math.max(...values)
    }
  }

  protected evaluate(m: Moment): Verdict {
    return this.#test(this.#value(m))
  }

  protected override found(m: Moment): Partial<Explained> {
    const state = this.#series.of(m)
    const value = this.#value(m)
    return {
      value: Number.isNaN(value) ? null : Math.round(value * 100) / 100,
      threshold: this.#agg.value,
      unit: this.#unit,
      window: { from: m.at - this.#series.ms, to: m.at },
      fix_ids: state.filter((_, i) => i % Series.WIDTH === 2),
    }
  }
}
