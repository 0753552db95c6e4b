import type { Joins } from './joins.ts'

/**
 * Clusters within clusters: what is left of the joins when whatever has fewer points than a cluster must is taken as
 * points that leave one (Campello, Moulavi & Sander 2013, section 3). Cluster 0 is all points. A density is one through
 * a distance.
 */
export type CondensedTree = {
  readonly clusters: number
  /** Parent of each cluster, from which it splits, with a lower number; itself for the first. */
  readonly parent: Uint32Array
  /** The density at which it parts, and the highest at which a point leaves it. */
  readonly birth: Float64Array
  readonly death: Float64Array
  /** Time that its points stay, in density and summed (equation 3 there). */
  readonly stability: Float64Array
  /** Last cluster of each point, and the density at which the point leaves it. */
  readonly lastOf: Uint32Array
  readonly leftAt: Float64Array
}

/**
 * Parts joins from the top down; `leastSize` is at least 2. Joins at the same distance are one (there: "in case of ties, edges must be removed simultaneously"), so that it is the same
 * whichever of several least trees was found. What is at no distance counts as at the least that there is.
 */
export function condense(joins: Joins, leastSize: number): CondensedTree {
  return new Condensing(joins, leastSize).run()
}

class Condensing {
  readonly #joins: Joins
  readonly #leastSize: number
  readonly #parent: number[] = [0]
  readonly #birth: number[] = [0]
  readonly #death: number[] = [0]
  readonly #stability: number[] = [0]
  readonly #lastOf: Uint32Array
  readonly #leftAt: Float64Array
  readonly #floor: number
  /** Parts at one distance, and joins still to be examined. */
  readonly #parts: number[] = []
  readonly #stack: number[] = []

  constructor(joins: Joins, leastSize: number) {
    this.#joins = joins
    this.#leastSize = leastSize
    this.#lastOf = new Uint32Array(joins.count)
    this.#leftAt = new Float64Array(joins.count)
    this.#floor = joins.distance.find((distance) => distance > 0) ?? 1
  }

  run(): CondensedTree {
    const { count, distance } = this.#joins
    const open: { made: number; cluster: number }[] = []
    if (distance.length > 0) open.push({ made: count + distance.length - 1, cluster: 0 })
    for (let next = open.pop(); next !== undefined; next = open.pop())
      this.#follow(next.made, next.cluster, open)
    return {
      clusters: this.#parent.length,
      parent: Uint32Array.from(this.#parent),
      birth: Float64Array.from(this.#birth),
      death: Float64Array.from(this.#death),
      stability: Float64Array.from(this.#stability),
      lastOf: this.#lastOf,
      leftAt: this.#leftAt,
    }
  }

  #size(made: number): number {
    return made < this.#joins.count ? 1 : this.#joins.size[made - this.#joins.count]!
  }
  #density(made: number): number {
    return 1 / Math.max(this.#floor, this.#joins.distance[made - this.#joins.count]!)
  }

  /** Follows a cluster as the density grows, until it parts or nothing is left of it. */
  #follow(made: number, cluster: number, open: { made: number; cluster: number }[]): void {
    for (let at = made; ;) {
      const density = this.#density(at)
      this.#part(at)
      const large = this.#parts.filter((part) => this.#size(part) >= this.#leastSize)
      for (const part of this.#parts)
        if (this.#size(part) < this.#leastSize) this.#leave(part, cluster, density)
      if (large.length !== 1) {
        for (const part of large) this.#begin(part, cluster, density, open)
        return
      }
      at = large[0]!
    }
  }

  /** Collects the parts of a join at its distance: through all joins at the same one. */
  #part(made: number): void {
    const { count, left, right, distance } = this.#joins
    const tie = distance[made - count]!
    this.#parts.length = 0
    this.#stack.push(made)
    for (let at = this.#stack.pop(); at !== undefined; at = this.#stack.pop())
      if (at >= count && distance[at - count] === tie) this.#stack.push(right[at - count]!, left[at - count]!)
      else this.#parts.push(at)
  }

  #begin(made: number, from: number, density: number, open: { made: number; cluster: number }[]): void {
    const cluster = this.#parent.length
    this.#note(from, this.#size(made), density)
    this.#parent.push(from)
    this.#birth.push(density)
    this.#death.push(density)
    this.#stability.push(0)
    open.push({ made, cluster })
  }

  /** All points of what is too small leave a cluster. */
  #leave(made: number, cluster: number, density: number): void {
    const { count, left, right } = this.#joins
    this.#note(cluster, this.#size(made), density)
    this.#stack.push(made)
    for (let at = this.#stack.pop(); at !== undefined; at = this.#stack.pop())
      if (at >= count) this.#stack.push(left[at - count]!, right[at - count]!)
      else {
        this.#lastOf[at] = cluster
        this.#leftAt[at] = density
      }
  }

  #note(cluster: number, size: number, density: number): void {
    this.#stability[cluster]! += size * (density - this.#birth[cluster]!)
    if (density > this.#death[cluster]!) this.#death[cluster] = density
  }
}
