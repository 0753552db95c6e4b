import type { KdTree } from './kd-tree.ts'
import type { Neighbours } from './neighbours.ts'

/** Edges between places, and the square of the mutual reachability of each. */
export type Edges = {
  readonly one: Uint32Array
  readonly other: Uint32Array
  readonly square: Float64Array
}

/**
 * The least tree that joins all places, by mutual reachability: the distance of two, and no less than the core distance of
 * either. Borůvka's rounds: each component takes the nearest place of another (McInnes & Healy 2017, after March, Ram & Gray 2010).
 * What a place found in one round bounds what it can find later, for components only grow.
 */
export function reachabilityTree(tree: KdTree, core: Float64Array, near: Neighbours): Edges {
  return new Rounds(tree, core, near).join()
}

class Rounds {
  readonly #tree: KdTree
  /** Squares of core distances by place; of boxes the least in them. */
  readonly #core: Float64Array
  readonly #boxCore: Float64Array
  readonly #near: Neighbours
  readonly #parent: Uint32Array
  /** The component of each place, by its least root; of a box that of all its places, or -1. */
  readonly #component: Int32Array
  readonly #boxComponent: Int32Array
  /** Least distance each place may reach outside its component, and the place found there. */
  readonly #least: Float64Array
  readonly #partner: Int32Array
  /** Nearest place found outside, by component. */
  readonly #best: Float64Array
  readonly #bestFrom: Int32Array
  readonly #bestTo: Int32Array

  #place = 0
  #bound = 0
  #found = -1

  constructor(tree: KdTree, core: Float64Array, near: Neighbours) {
    this.#tree = tree
    this.#core = core
    this.#near = near
    const { count, boxes, inner, first, end } = tree
    this.#parent = Uint32Array.from({ length: count }, (_, i) => i)
    this.#component = Int32Array.from({ length: count }, (_, i) => i)
    this.#boxComponent = new Int32Array(boxes)
    this.#least = core.slice()
    this.#partner = new Int32Array(count).fill(-1)
    this.#best = new Float64Array(count)
    this.#bestFrom = new Int32Array(count)
    this.#bestTo = new Int32Array(count)
    this.#boxCore = new Float64Array(boxes).fill(Infinity)
    for (let box = boxes - 1; box >= 0; box--) {
      let least = Infinity
      if (inner[box] === 0)
        for (let place = first[box]!; place < end[box]!; place++) least = Math.min(least, core[place]!)
      else least = Math.min(this.#boxCore[inner[box]!]!, this.#boxCore[inner[box]! + 1]!)
      this.#boxCore[box] = least
    }
  }

  join(): Edges {
    const { count } = this.#tree
    const edges = Math.max(0, count - 1)
    const one = new Uint32Array(edges)
    const other = new Uint32Array(edges)
    const square = new Float64Array(edges)
    for (let joined = 0; joined < edges;) {
      this.#nameBoxes()
      this.#lookAround()
      for (let component = 0; component < count; component++) {
        const to = this.#bestTo[component]!
        if (this.#component[component] !== component || to < 0) continue
        const from = this.#bestFrom[component]!
        const [a, b] = [this.#root(from), this.#root(to)]
        if (a === b) continue
        this.#parent[Math.max(a, b)] = Math.min(a, b)
        one[joined] = from
        other[joined] = to
        square[joined++] = this.#best[component]!
      }
      for (let place = 0; place < count; place++) this.#component[place] = this.#root(place)
    }
    return { one, other, square }
  }

  #root(place: number): number {
    const parent = this.#parent
    while (parent[place] !== place) place = parent[place] = parent[parent[place]!]!
    return place
  }

  /** Marks each box that lies in one component. */
  #nameBoxes(): void {
    const { boxes, inner, first, end } = this.#tree
    const [name, component] = [this.#boxComponent, this.#component]
    for (let box = boxes - 1; box >= 0; box--) {
      const child = inner[box]!
      if (child !== 0) {
        name[box] = name[child] === name[child + 1] ? name[child]! : -1
        continue
      }
      let same = component[first[box]!]!
      for (let place = first[box]! + 1; place < end[box]!; place++) if (component[place] !== same) same = -1
      name[box] = same
    }
  }

  /** Finds the nearest of another component for each component. */
  #lookAround(): void {
    const { count } = this.#tree
    this.#best.fill(Infinity)
    this.#bestTo.fill(-1)
    for (let place = 0; place < count; place++) this.#lookNear(place)
    for (let place = 0; place < count; place++) {
      const component = this.#component[place]!
      const bound = this.#best[component]!
      if (this.#least[place]! >= bound || this.#partner[place]! >= 0) continue
      this.#place = place
      this.#bound = bound
      this.#found = -1
      this.#visit(0)
      this.#least[place] = this.#bound
      this.#partner[place] = this.#found
      if (this.#found >= 0) this.#take(component, place, this.#found, this.#bound)
    }
  }

  /** Uses known data of a place without a search: the place found before, and those nearest to it. */
  #lookNear(place: number): void {
    const component = this.#component[place]!
    const before = this.#partner[place]!
    if (before >= 0 && this.#component[before] !== component) {
      // Nothing outside was nearer then, and less is outside now.
      if (this.#least[place]! < this.#best[component]!)
        this.#take(component, place, before, this.#least[place]!)
      return
    }
    this.#partner[place] = -1
    const { each, places, squares } = this.#near
    for (let i = place * each; i < (place + 1) * each; i++) {
      const other = places[i]!
      if (this.#component[other] === component) continue
      const square = Math.max(squares[i]!, this.#core[place]!, this.#core[other]!)
      if (square < this.#best[component]!) this.#take(component, place, other, square)
    }
  }

  #take(component: number, from: number, to: number, square: number): void {
    this.#best[component] = square
    this.#bestFrom[component] = from
    this.#bestTo[component] = to
  }

  #visit(box: number): void {
    const tree = this.#tree
    const place = this.#place
    const component = this.#component[place]!
    const inner = tree.inner[box]!
    if (inner === 0) {
      for (let other = tree.first[box]!; other < tree.end[box]!; other++) {
        if (this.#component[other] === component || this.#core[other]! >= this.#bound) continue
        const square = Math.max(tree.squareBetween(place, other), this.#core[place]!, this.#core[other]!)
        if (square >= this.#bound) continue
        this.#bound = square
        this.#found = other
      }
      return
    }
    const one = this.#leastTo(inner, place, component)
    const two = this.#leastTo(inner + 1, place, component)
    const nearer = one <= two ? inner : inner + 1
    if (Math.min(one, two) < this.#bound) this.#visit(nearer)
    if (Math.max(one, two) < this.#bound) this.#visit(nearer === inner ? inner + 1 : inner)
  }

  /** The least that a place of this component can reach in a box; infinite where all of it is of the same. */
  #leastTo(box: number, place: number, component: number): number {
    if (this.#boxComponent[box] === component) return Infinity
    const tree = this.#tree
    const away = tree.squareTo(box, tree.at, place * tree.dimensions)
    return Math.max(away, this.#boxCore[box]!, this.#core[place]!)
  }
}
