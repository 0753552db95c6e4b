import { cellOf, columnOf, latOf, lonOf, rowOf, WIDTH, HEIGHT, CELLS } from './grid.ts'

export type Point = [lon: number, lat: number]

const NEIGHBOURS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const
/** Search windows go this far beyond the two ends, in cells. */
const MARGIN = 5 * CELLS

/** Returns true if the straight line between two points stays at least `least` cells off land. */
export function isClear(
  clearance: Uint8Array,
  [lon1, lat1]: Point,
  [lon2, lat2]: Point,
  least: number,
): boolean {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(lon2 - lon1), Math.abs(lat2 - lat1)) * CELLS * 2))
  for (let i = 0; i <= steps; i++) {
    const cell = cellOf(lon1 + ((lon2 - lon1) * i) / steps, lat1 + ((lat2 - lat1) * i) / steps)
    if ((clearance[cell] ?? 0) < least) return false
  }
  return true
}

/** The cell nearest to a point that is at least `least` cells off land, looked for within `reach` cells. */
export function nearestClear(
  clearance: Uint8Array,
  [lon, lat]: Point,
  least: number,
  reach: number,
): Point | null {
  const [column, row] = [columnOf(lon), rowOf(lat)]
  let best: Point | null = null
  let bestDistance = Infinity
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const distance = dx * dx + dy * dy
      const isInGrid = column + dx >= 0 && column + dx < WIDTH && row + dy >= 0 && row + dy < HEIGHT
      if (!isInGrid || distance >= bestDistance) continue
      if ((clearance[(row + dy) * WIDTH + column + dx] ?? 0) < least) continue
      best = [lonOf(column + dx), latOf(row + dy)]
      bestDistance = distance
    }
  }
  return best
}

/** Going close to land costs extra, so that a path takes the middle of a strait. */
const costOf = (clearance: number) => (clearance >= 8 ? 1 : 1 + (8 - clearance) * 0.35)

class Frontier {
  #costs: number[] = []
  #cells: number[] = []
  get size() {
    return this.#cells.length
  }
  push(cost: number, cell: number): void {
    let at = this.#cells.length
    this.#costs.push(cost)
    this.#cells.push(cell)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#costs[parent]! <= cost) break
      this.#costs[at] = this.#costs[parent]!
      this.#cells[at] = this.#cells[parent]!
      at = parent
    }
    this.#costs[at] = cost
    this.#cells[at] = cell
  }
  pop(): number {
    const top = this.#cells[0]!
    const cost = this.#costs.pop()!
    const cell = this.#cells.pop()!
    const size = this.#cells.length
    let at = 0
    while (size > 0) {
      let child = at * 2 + 1
      if (child >= size) break
      if (child + 1 < size && this.#costs[child + 1]! < this.#costs[child]!) child++
      if (this.#costs[child]! >= cost) break
      this.#costs[at] = this.#costs[child]!
      this.#cells[at] = this.#cells[child]!
      at = child
    }
    if (size > 0) {
      this.#costs[at] = cost
      this.#cells[at] = cell
    }
    return top
  }
}

/** Shortest way by water between two points on the grid (A*), simplified; null when there is none. */
export function waterway(clearance: Uint8Array, from: Point, to: Point): Point[] | null {
  const goal = [columnOf(to[0]), rowOf(to[1])] as const
  const start = [columnOf(from[0]), rowOf(from[1])] as const
  const low = [Math.min(start[0], goal[0]) - MARGIN, Math.min(start[1], goal[1]) - MARGIN] as const
  const high = [Math.max(start[0], goal[0]) + MARGIN, Math.max(start[1], goal[1]) + MARGIN] as const
  const spent = new Map<number, number>()
  const cameFrom = new Map<number, number>()
  const open = new Frontier()
  const goalCell = goal[1] * WIDTH + goal[0]
  const startCell = start[1] * WIDTH + start[0]
  spent.set(startCell, 0)
  open.push(0, startCell)
  while (open.size > 0) {
    const cell = open.pop()
    if (cell === goalCell) return simplify(clearance, trace(cameFrom, cell))
    const [column, row] = [cell % WIDTH, Math.floor(cell / WIDTH)]
    for (const [dx, dy] of NEIGHBOURS) {
      const [x, y] = [column + dx, row + dy]
      if (x < low[0] || x > high[0] || y < low[1] || y > high[1]) continue
      const near = y * WIDTH + x
      const clear = clearance[near] ?? 0
      if (clear === 0) continue
      const cost = spent.get(cell)! + (dx !== 0 && dy !== 0 ? Math.SQRT2 : 1) * costOf(clear)
      if (cost >= (spent.get(near) ?? Infinity)) continue
      spent.set(near, cost)
      cameFrom.set(near, cell)
      open.push(cost + Math.hypot(x - goal[0], y - goal[1]), near)
    }
  }
  return null
}

function trace(cameFrom: ReadonlyMap<number, number>, end: number): Point[] {
  const path: Point[] = []
  for (let cell: number | undefined = end; cell !== undefined; cell = cameFrom.get(cell)) {
    path.push([lonOf(cell % WIDTH), latOf(Math.floor(cell / WIDTH))])
  }
  return path.toReversed()
}

/** Longest leg a simplified path may have, in points of the grid path. */
const LONGEST_LEG = 90

/** Pulls the path straight wherever it then keeps as clear of land as it was. */
function simplify(clearance: Uint8Array, path: Point[]): Point[] {
  const clear = path.map(([lon, lat]) => clearance[cellOf(lon, lat)]!)
  const remaining: Point[] = [path[0]!]
  let at = 0
  while (at < path.length - 1) {
    let next = Math.min(path.length - 1, at + LONGEST_LEG)
    while (next > at + 1) {
      const least = Math.min(4, ...clear.slice(at, next + 1))
      if (isClear(clearance, path[at]!, path[next]!, least)) break
      next--
    }
    remaining.push(path[next]!)
    at = next
  }
  return remaining
}
