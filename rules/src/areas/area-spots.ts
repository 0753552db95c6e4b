import type { AreaPlan } from './area-query.ts'
import { Crowd, type Point } from './crowd.ts'
import type { Edge } from './area-times.ts'
import { copyOf, newMemory, NO_FACTS, type Memory } from '../running/memory.ts'
import { Tally } from './tally.ts'

const MINUTE_MS = 60_000

/**
 * Subject that an area rule reports on: the place of its zone or crowd, its memory, its value, and the middle of the
 * crowd.
 */
export type Spot = { place: Point; memory: Memory; value: number; amid: Point }
export const aSpot = (place: Point, memory: Memory = newMemory(NO_FACTS)): Spot => ({
  place,
  memory,
  value: Number.NaN,
  amid: place,
})
export const copySpots = (spots: readonly Spot[]): Spot[] =>
  spots.map((spot) => ({ ...spot, memory: copyOf(spot.memory) }))
/** Returns the first spots: a zone always has one; crowds come and go. */
export const firstSpots = ({ nm, place }: AreaPlan): Spot[] => (nm === null ? [aSpot(place)] : [])

/** Aggregates of vessels as they are counted and no longer counted, in a zone or wherever they are together. */
export class Sums {
  readonly #plan: AreaPlan
  readonly #tally = new Tally()
  readonly #crowd: Crowd | null

  constructor(plan: AreaPlan) {
    this.#plan = plan
    this.#crowd = plan.nm === null ? null : new Crowd(plan.nm, plan.number.bound.threshold)
  }

  get work(): number {
    return this.#crowd?.work ?? 0
  }

  add({ by, parts, one }: Omit<Edge, 'at'>): void {
    if (this.#crowd === null || one === null) this.#tally.add(parts, by)
    else if (by === 1) this.#crowd.enter(one)
    else this.#crowd.leave(one)
  }

  /** Returns the value at a spot, and the middle of its vessels. */
  of({ place, amid }: Spot): Pick<Spot, 'value' | 'amid'> {
    if (this.#crowd === null) return { value: this.#tally.of(this.#plan.number.bound.fn), amid }
    const fullest = this.#crowd.fullestAbout(place)
    return fullest === null ? { value: 0, amid } : { value: fullest.near, amid: fullest.amid }
  }

  /** Crowds that are none of those there are. */
  others(spots: readonly Spot[]): Spot[] {
    const middles = this.#crowd?.middles() ?? []
    return middles
      .filter((one) => !spots.some(({ place }) => this.#crowd!.isSame(place, one)))
      .map(({ lat, lon }) => aSpot({ lat, lon }))
  }

  /** Returns true if nothing is reported of a spot any more, and no earlier report still counts. */
  isGone({ memory }: Spot, at: number): boolean {
    if (this.#crowd === null) return false
    const { unit, rule } = this.#plan
    const hit = memory.hits.get(unit.number)
    return hit === undefined || (hit.isCleared && at - hit.lastAt > rule.dedupe.window_min * MINUTE_MS)
  }
}
