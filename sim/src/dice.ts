/** A number in [0, 1) that depends on its three arguments only: the same question has the same answer. */
export function chanceOf(seed: number, what: number, when: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(what + 0x7f4a7c15, 0xc2b2ae35)
  h ^= Math.imul(Math.trunc(when) ^ Math.trunc(when / 0x100000000), 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return ((h ^ (h >>> 15)) >>> 0) / 0x100000000
}

/** A row of random numbers from a seed (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number, what = 0) {
    this.#state = Math.trunc(chanceOf(seed, what, 1) * 0x100000000)
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x100000000
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** An item, more often the greater its weight. */
  weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
    let left = this.next() * items.reduce((sum, { weight }) => sum + weight, 0)
    return items.find(({ weight }) => (left -= weight) < 0) ?? items.at(-1)!
  }
}
