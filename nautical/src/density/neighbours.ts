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
  const found = new Search(tree, k)
  for (let place = 0; place < tree.count && k > 0; place++) found.look(place)
  return { each: k, places: found.places, squares: found.squares }
}

class Search {
  readonly places: Uint32Array
  readonly squares: Float64Array
  readonly #tree: KdTree
  readonly #k: number
  #place = 0
  #from = 0
  #held = 0
  /** The square beyond which nothing is looked for. */
  #bound = Infinity

  constructor(tree: KdTree, k: number) {
    this.#tree = tree
    this.#k = k
    this.places = new Uint32Array(tree.count * k)
    this.squares = new Float64Array(tree.count * k)
  }

  look(place: number): void {
    this.#place = place
    this.#from = place * this.#k
    this.#held = 0
    this.#bound = Infinity
    this.#visit(0)
  }

  #visit(box: number): void {
    const tree = this.#tree
    const inner = tree.inner[box]!
    if (inner === 0) {
      for (let other = tree.first[box]!; other < tree.end[box]!; other++)
        if (other !== this.#place) this.#take(other)
      return
    }
    const start = this.#place * tree.dimensions
    const one = tree.squareTo(inner, tree.at, start)
    const two = tree.squareTo(inner + 1, tree.at, start)
    const nearer = one <= two ? inner : inner + 1
    if (Math.min(one, two) < this.#bound) this.#visit(nearer)
    if (Math.max(one, two) < this.#bound) this.#visit(nearer === inner ? inner + 1 : inner)
  }

  #take(other: number): void {
    const square = this.#tree.squareBetween(this.#place, other)
    if (square >= this.#bound) return
    const { squares, places } = this
    let i = this.#from + (this.#held < this.#k ? this.#held++ : this.#k - 1)
    for (; i > this.#from && squares[i - 1]! > square; i--) {
      squares[i] = squares[i - 1]!
      places[i] = places[i - 1]!
    }
    squares[i] = square
    places[i] = other
    if (this.#held === this.#k) this.#bound = squares[this.#from + this.#k - 1]!
  }
}
