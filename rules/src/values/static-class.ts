import type { Cause, Moment, MomentKind } from '../running/moment.ts'
import type { Need } from '../plans/node.ts'
import { TRUE } from '../plans/verdict.ts'

/** Something of a plan that is gone through: a rule, or a condition that remembers. */
export type Unit = {
  readonly number: number
  readonly needs: readonly Need[]
  /** Between fixes it is gone through for these alone. */
  readonly causes: ReadonlySet<Cause>
  step(m: Moment): void
}

type Bounded = { read: (m: Moment) => number; bounds: Float64Array; units: Int32Array }
type Named = { read: (m: Moment) => string | null; units: Map<string, Int32Array> }

/**
 * Units of a plan that can concern one kind of vessel, indexed by a necessary need of each. A unit is found by the
 * vessel's zone, its speed and so on, and otherwise not evaluated.
 */
export class StaticClass {
  readonly always: Int32Array
  readonly #news: Int32Array
  readonly #silence: Int32Array
  readonly #zones = new Map<number, Int32Array>()
  readonly #overs: Bounded[] = []
  readonly #unders: Bounded[] = []
  readonly #texts: Named[] = []

  readonly units: readonly Unit[]
  /** Number of times something of the plan had been ended when this class was built. */
  readonly edition: number

  constructor(units: readonly Unit[], edition: number) {
    this.units = units
    this.edition = edition
    const always: number[] = []
    const moments: Record<Exclude<MomentKind, 'FIX'>, number[]> = { NEWS: [], SILENCE: [] }
    const zones = new Map<number, number[]>()
    const bounded = { OVER: new Map<string, ConditionParts[]>(), UNDER: new Map<string, ConditionParts[]>() }
    const texts = new Map<string, { read: Named['read']; units: Map<string, number[]> }>()
    for (const { number, needs } of units) {
      const need = cheapest(needs)
      if (need === null) always.push(number)
      else if (need.kind === 'MOMENT') {
        moments[need.of].push(number)
        // A silent vessel is still silent when news about it arrives.
        if (need.of === 'SILENCE') moments.NEWS.push(number)
      } else if (need.kind === 'ZONE') pushTo(zones, need.zone, number)
      else if (need.kind === 'TEXT') {
        const field = texts.get(need.field) ?? { read: need.read, units: new Map<string, number[]>() }
        texts.set(need.field, field)
        for (const value of need.values) pushTo(field.units, value, number)
      } else pushTo(bounded[need.kind], need.field, { number, ...need })
    }
    this.always = Int32Array.from(always)
    this.#news = Int32Array.from(moments.NEWS)
    this.#silence = Int32Array.from(moments.SILENCE)
    for (const [zone, numbers] of zones) this.#zones.set(zone, Int32Array.from(numbers))
    for (const { read, units: byText } of texts.values())
      this.#texts.push({
        read,
        units: new Map(Array.from(byText, ([text, numbers]) => [text, Int32Array.from(numbers)])),
      })
    for (const query of bounded.OVER.values()) this.#overs.push(inOrder(query, 1))
    for (const query of bounded.UNDER.values()) this.#unders.push(inOrder(query, -1))
  }

  /** Visits each unit that this moment may affect; some more than once. */
  each(m: Moment, hear: (unit: number) => void): void {
    all(this.always, hear)
    if (m.kind === 'NEWS') all(this.#news, hear)
    if (m.kind === 'SILENCE') all(this.#silence, hear)
    if (this.#zones.size > 0) {
      for (const { zone } of m.inside) all(this.#zones.get(zone), hear)
      for (const { zone } of m.passings) all(this.#zones.get(zone), hear)
    }
    for (const { read, units } of this.#texts) {
      const text = read(m)
      if (text !== null) all(units.get(text.toUpperCase()), hear)
    }
    for (const { read, bounds, units } of this.#overs) {
      const value = read(m)
      for (let i = 0; i < bounds.length && value >= bounds[i]!; i++) hear(units[i]!)
    }
    for (const { read, bounds, units } of this.#unders) {
      const value = read(m)
      for (let i = 0; i < bounds.length && value <= bounds[i]!; i++) hear(units[i]!)
    }
  }
}

type ConditionParts = { number: number; bound: number; read: (m: Moment) => number }

function all(units: Int32Array | undefined, hear: (unit: number) => void) {
  if (units === undefined) return
  for (let i = 0; i < units.length; i++) hear(units[i]!)
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V) {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

function inOrder(query: readonly ConditionParts[], sign: 1 | -1): Bounded {
  const sorted = query.toSorted((a, b) => sign * (a.bound - b.bound))
  return {
    read: sorted[0]!.read,
    bounds: Float64Array.from(sorted, ({ bound }) => bound),
    units: Int32Array.from(sorted, ({ number }) => number),
  }
}

/** The fewer ships have it, the sooner it is chosen. */
const RANK: Record<Need['kind'], number> = { MOMENT: 0, ZONE: 1, TEXT: 2, OVER: 3, UNDER: 4, STATIC: 9 }
function cheapest(needs: readonly Need[]): Exclude<Need, { kind: 'STATIC' }> | null {
  let best: Exclude<Need, { kind: 'STATIC' }> | null = null
  for (const need of needs)
    if (need.kind !== 'STATIC' && (best === null || RANK[need.kind] < RANK[best.kind])) best = need
  return best
}

/** Returns whether the static properties of a vessel allow a unit to be affected. */
export const concerns = ({ needs }: Unit, m: Moment): boolean =>
  needs.every((need) => need.kind !== 'STATIC' || need.node.verdict(m) === TRUE)
