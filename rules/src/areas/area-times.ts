import { FIRST_TIME, TIME, UDEG, type CountedNode } from './counted.ts'
import type { Counted } from './crowd.ts'
import type { ShipFacts } from '../running/memory.ts'

export const NEVER: readonly number[] = []

/** Vessel with its times that were examined, and the state of the last of them then. */
export type Seen = { facts: ShipFacts; times: readonly number[]; from: number; to: number }
/** Instant from which a vessel is counted, or not any more; with its value, in thousandths, or with its position. */
export type Edge = { at: number; by: 1 | -1 | 0; parts: number; one: Counted | null }
type Hear = (from: number, over: number, parts: number, one: Counted | null) => void

/** The times of ships as one rule counts them. */
export class AreaTimes {
  readonly #counted: CountedNode
  readonly #isOnce: boolean
  readonly #keepMs: number

  /** `isOnce`: a ship is counted once, and not each time. Who goes back goes back no farther than some times `keepMs`. */
  constructor(counted: CountedNode, { isOnce, keepMs }: { isOnce: boolean; keepMs: number }) {
    this.#counted = counted
    this.#isOnce = isOnce
    this.#keepMs = keepMs
  }

  /** Returns the first instant at which a vessel is counted differently than before; Infinity for none. */
  changedFrom(seen: Seen | undefined, times: readonly number[], now: number): number {
    const { ms, width } = this.#counted
    if (seen?.times === times) {
      let changed = Infinity
      let i = times.length - width
      for (; i >= FIRST_TIME && times[i]! > seen.from; i -= width) changed = times[i]!
      const isLonger = i >= FIRST_TIME && times[i + TIME.to] !== seen.to
      return isLonger ? Math.min(changed, seen.to + ms + 1) : changed
    }
    // Older data are deleted for some vessels, and not for others.
    const gone = now - 3 * this.#keepMs
    const [before, after] = [this.#notOver(seen?.times ?? NEVER, gone), this.#notOver(times, gone)]
    let changed = Infinity
    for (let i = 0; i < Math.max(before.length, after.length); i += width) {
      const [was, is] = [before[i] ?? Infinity, after[i] ?? Infinity]
      if (was !== is) return Math.min(changed, was, is)
      if (before[i + TIME.to] !== after[i + TIME.to])
        changed = Math.min(changed, Math.min(before[i + TIME.to]!, after[i + TIME.to]!) + ms + 1)
      for (let stored = i + TIME.value; stored < i + width; stored++)
        if (before[stored] !== after[stored]) return Math.min(changed, was)
    }
    return changed
  }

  /** Times that were not over before an instant. */
  #notOver(times: readonly number[], at: number): readonly number[] {
    let first = FIRST_TIME
    while (first < times.length && this.#counted.isOverAt(times, first, at)) first += this.#counted.width
    return times.slice(first)
  }

  /** The times a ship is counted that were not over at an instant: of one that is counted once those that overlap are one. */
  each(ship: number, { times, facts }: Seen, since: number, hear: Hear): void {
    if (this.#counted.isMeasured) return this.#eachValue(times, since, hear)
    if (this.#counted.isPlaced) return this.#eachPlace(ship, { times, facts }, since, hear)
    const isOnce = this.#isOnce
    let [from, over] = [Infinity, -Infinity]
    for (let i = FIRST_TIME; i < times.length; i += this.#counted.width) {
      const begins = times[i + TIME.from]!
      if (over !== -Infinity && (!isOnce || begins > over)) hear(from, over, 0, null)
      if (!isOnce || begins > over) from = begins
      over = times[i + TIME.to]! + this.#counted.ms + 1
    }
    if (over !== -Infinity) hear(from, over, 0, null)
  }
  /** The times a ship has one value, the last first. */
  #eachValue(times: readonly number[], since: number, hear: Hear) {
    const { width, ms } = this.#counted
    let next = Infinity
    for (let i = times.length - width; i >= FIRST_TIME; i -= width) {
      const over = Math.min(next, times[i + TIME.to]! + ms + 1)
      if (over <= since) return
      next = times[i]!
      hear(next, over, times[i + TIME.value]!, null)
    }
  }
  /** Reports where a vessel was counted: it may be at several places within the window. */
  #eachPlace(ship: number, { times, facts }: Pick<Seen, 'times' | 'facts'>, since: number, hear: Hear) {
    const { width, ms } = this.#counted
    const name = `${facts.mmsi}-${facts.split}`
    for (let i = FIRST_TIME; i < times.length; i += width) {
      const [from, over] = [times[i]!, times[i + TIME.to]! + ms + 1]
      if (over > since) hear(from, over, 0, { ship, name, from, ...placeAt(times, i) })
    }
  }

  /** Returns the vessels counted at an instant, with the index of each one's time in its stored data. */
  at(
    ships: ReadonlyMap<number, Seen>,
    at: number,
    isThere: (times: readonly number[], i: number) => boolean,
  ) {
    return [...ships].flatMap(([ship, seen]) => {
      const places: { ship: number; seen: Seen; i: number }[] = []
      for (let i = FIRST_TIME; i < seen.times.length; i += this.#counted.width)
        if (
          seen.times[i]! <= at &&
          at <= seen.times[i + TIME.to]! + this.#counted.ms &&
          isThere(seen.times, i)
        )
          places.push({ ship, seen, i })
      return this.#isOnce ? places.slice(-1) : places
    })
  }
}

/** Returns the position of a vessel at one of its times, degrees. */
export const placeAt = (times: readonly number[], i: number) => ({
  lat: times[i + TIME.lat]! / UDEG,
  lon: times[i + TIME.lon]! / UDEG,
})
