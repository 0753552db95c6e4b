import type { RuleNode } from '@samudra/contract/rules'

type Fn = Extract<RuleNode, { k: 'agg' }>['fn']
/** Factor of stored values in thousandths: sums of whole numbers are the same in whatever order vessels come and go. */
const PARTS = 1000
export const inParts = (value: number): number => Math.round(value * PARTS)
export const ofParts = (parts: number): number => parts / PARTS

/** Aggregate of the counted vessels, as they are counted and no longer counted, one by one. */
export class Tally {
  #count = 0
  #sum = 0
  /** Number of occurrences of each value. */
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

  /** Returns the aggregate; NaN for values that no vessel has. */
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
