/** Signed distances to the coast at the nodes of a grid, row by row from the south west. */
export type ShoreGrid = {
  /** Degrees, where the first node is. */
  west: number
  south: number
  /** Degrees from node to node. */
  step: number
  columns: number
  rows: number
  /** NM that a place in it stands for, from 0 on. */
  miles: readonly number[]
  /** Index in `miles` of each node, negative on land; UNKNOWN_DEPTH where it is not known. */
  places: Int8Array
}
const UNKNOWN_DEPTH = -128

/** Distance to the shore, between the nodes of a grid. A query allocates nothing. */
export class Shore {
  readonly #grid: ShoreGrid
  /** By place, from NOT_TOLD on. */
  readonly #miles = new Float64Array(256).fill(Number.NaN)

  constructor(grid: ShoreGrid) {
    this.#grid = grid
    for (const [place, nm] of grid.miles.entries()) {
      this.#miles[place - UNKNOWN_DEPTH] = nm
      this.#miles[-place - UNKNOWN_DEPTH] = -nm
    }
  }

  /** NM, negative on land; NaN outside of the grid and where it is not known. */
  distanceNm(lat: number, lon: number): number {
    const { west, south, step, columns, rows } = this.#grid
    const across = (lon - west) / step
    const up = (lat - south) / step
    if (!(across >= 0 && up >= 0 && across <= columns - 1 && up <= rows - 1)) return Number.NaN
    // The last nodes end the cells before them.
    const column = Math.min(Math.floor(across), columns - 2)
    const row = Math.min(Math.floor(up), rows - 2)
    const x = across - column
    const y = up - row
    const node = row * columns + column
    const low = this.#at(node) * (1 - x) + this.#at(node + 1) * x
    const high = this.#at(node + columns) * (1 - x) + this.#at(node + columns + 1) * x
    return low * (1 - y) + high * y
  }
  #at(node: number): number {
    return this.#miles[this.#grid.places[node]! - UNKNOWN_DEPTH]!
  }
}
