import type { RuleNode } from '@samudra/contract/rules'

type Fn = Extract<RuleNode, { k: 'agg' }>['fn']
/** Values are kept in thousandths: sums of whole numbers are the same in whatever order ships come and go. */
const PARTS = 1000
export const inParts = (value: number): number => Math.round(value * PARTS)
export const ofParts = (parts: number): number => parts / PARTS

/** What the ships counted come to, as they are counted and not any more, one by one. */
export class Tally {
  #count = 0
  #sum = 0
  /** How often each value is there. */
  readonly #values = new Map<number, number>()

  /** A ship is counted with a value in thousandths, or not any more. */
  add(parts: number, by: 1 | -1 | 0): void {
    if (by === 0) return
    this.#count += by
    this.#sum += by * parts
    const often = (this.#values.get(parts) ?? 0) + by
    if (often === 0) this.#values.delete(parts)
    else this.#values.set(parts, often)
  }

  /** NaN of values that nobody has. */
  of(fn: Fn): number {
    if (fn === 'count' || fn === 'distinct') return this.#count
    if (this.#count === 0) return Number.NaN
    if (fn === 'sum') return ofParts(this.#sum)
    if (fn === 'avg') return ofParts(this.#sum / this.#count)
    let best = fn === 'min' ? Infinity : -Infinity
    for (const parts of this.#values.keys()) if (fn === 'min' ? parts < best : parts > best) best = parts
    return ofParts(best)
  }
}
