import type { KdTree } from './kd-tree.ts'

/** The nearest places of each place, itself not among them, and the squares of how far they are; nearest first. */
export type Neighbours = {
  readonly each: number
  readonly places: Uint32Array
  readonly squares: Float64Array
}

/** Finds the `each` nearest of every place; all others where there are fewer. */
export function nearestOf(tree: KdTree, each: number): Neighbours {
  const k = Math.min(each, Math.max(0, tree.count - 1))
  const places = new Uint32Array(tree.count * k)
  const squares = new Float64Array(tree.count * k)
  const search = new NearestPlaces(tree, k)
  for (let place = 0; place < tree.count && k > 0; place++) {
    search.find(tree.at, place * tree.dimensions, place)
    places.set(search.places, place * k)
    squares.set(search.squares, place * k)
  }
  return { each: k, places, squares }
}

/** Finds the nearest places of points, and returns them in the same arrays every time; nearest first. */
export class NearestPlaces {
  readonly places: Uint32Array
  readonly squares: Float64Array
  readonly #tree: KdTree
  readonly #k: number
  #point: Float64Array = new Float64Array(0)
  #start = 0
  #without = -1
  #held = 0
  /** The square beyond which nothing is looked for. */
  #bound = Infinity

  constructor(tree: KdTree, k: number) {
    this.#tree = tree
    this.#k = k
    this.places = new Uint32Array(k)
    this.squares = new Float64Array(k)
  }

  /** Looks around the coordinates that begin at `start`, leaving one place out; returns how many there are. */
  find(point: Float64Array, start = 0, without = -1): number {
    this.#point = point
    this.#start = start
    this.#without = without
    this.#held = 0
    this.#bound = Infinity
    if (this.#tree.count > 0) this.#visit(0)
    return this.#held
  }

  #visit(box: number): void {
    const tree = this.#tree
    const inner = tree.inner[box]!
    if (inner === 0) {
      for (let place = tree.first[box]!; place < tree.end[box]!; place++)
        if (place !== this.#without) this.#take(place)
      return
    }
    const one = tree.squareTo(inner, this.#point, this.#start)
    const two = tree.squareTo(inner + 1, this.#point, this.#start)
    const nearer = one <= two ? inner : inner + 1
    if (Math.min(one, two) < this.#bound) this.#visit(nearer)
    if (Math.max(one, two) < this.#bound) this.#visit(nearer === inner ? inner + 1 : inner)
  }

  #take(place: number): void {
    const square = this.#tree.squareFrom(place, this.#point, this.#start)
    if (square >= this.#bound) return
    const { squares, places } = this
    let i = this.#held < this.#k ? this.#held++ : this.#k - 1
    for (; i > 0 && squares[i - 1]! > square; i--) {
      squares[i] = squares[i - 1]!
      places[i] = places[i - 1]!
    }
    squares[i] = square
    places[i] = place
    if (this.#held === this.#k) this.#bound = squares[this.#k - 1]!
  }
}
