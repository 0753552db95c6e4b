import { readFileSync } from 'node:fs'

/** The sea the ships sail: degrees. */
export const WEST = 19
export const SOUTH = -45
export const EAST = 126
export const NORTH = 32
/** Cells a degree: one NM of latitude each. */
export const CELLS = 60
export const WIDTH = (EAST - WEST) * CELLS
export const HEIGHT = (NORTH - SOUTH) * CELLS

export const columnOf = (lon: number) => Math.floor((lon - WEST) * CELLS)
export const rowOf = (lat: number) => Math.floor((lat - SOUTH) * CELLS)
export const lonOf = (column: number) => WEST + (column + 0.5) / CELLS
export const latOf = (row: number) => SOUTH + (row + 0.5) / CELLS
export const cellOf = (lon: number, lat: number) => rowOf(lat) * WIDTH + columnOf(lon)

/** 1 where there is no land in a cell. */
export type SeaGrid = Uint8Array

type Corner = [number, number]
const LAND = 0
const SEA = 1

/** Marks every cell a side runs through, so that a strip of beach is land too. */
function markSide(grid: SeaGrid, [lon1, lat1]: Corner, [lon2, lat2]: Corner): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(lon2 - lon1), Math.abs(lat2 - lat1)) * CELLS * 3))
  for (let i = 0; i <= steps; i++) {
    const lon = lon1 + ((lon2 - lon1) * i) / steps
    const lat = lat1 + ((lat2 - lat1) * i) / steps
    if (lon > WEST && lon < EAST && lat > SOUTH && lat < NORTH) grid[cellOf(lon, lat)] = LAND
  }
}

/** Longitudes at which the sides of each row cross the middle of its cells. */
function crossingsByRow(rings: readonly Corner[][]): number[][] {
  const rows: number[][] = Array.from({ length: HEIGHT }, () => [])
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [lon1, lat1] = ring[i - 1]!
      const [lon2, lat2] = ring[i]!
      // A row too many on both ends: rounding must not lose a crossing, and the comparison below decides.
      const low = Math.max(0, rowOf(Math.min(lat1, lat2)) - 1)
      const high = Math.min(HEIGHT - 1, rowOf(Math.max(lat1, lat2)) + 1)
      for (let row = low; row <= high; row++) {
        const lat = latOf(row)
        if (lat1 <= lat !== lat2 <= lat)
          rows[row]!.push(lon1 + ((lat - lat1) / (lat2 - lat1)) * (lon2 - lon1))
      }
    }
  }
  return rows
}

/** Reads the land polygons (GeoJSON geometry collection) of the region into a grid. */
export function readSeaGrid(file: string): SeaGrid {
  const { geometries } = JSON.parse(readFileSync(file, 'utf8')) as {
    geometries: { coordinates: Corner[][][] }[]
  }
  // Lakes are left out: no ship of ours sails them.
  const shores = geometries[0]!.coordinates.map((polygon) => polygon[0]!)
  const grid: SeaGrid = new Uint8Array(WIDTH * HEIGHT).fill(SEA)
  for (const [row, crossings] of crossingsByRow(shores).entries()) {
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, columnOf(crossings[i]!))
      const to = Math.min(WIDTH - 1, columnOf(crossings[i + 1]!))
      if (to >= from) grid.fill(LAND, row * WIDTH + from, row * WIDTH + to + 1)
    }
  }
  for (const ring of shores) for (let i = 1; i < ring.length; i++) markSide(grid, ring[i - 1]!, ring[i]!)
  return grid
}

/** Turns water that no ship can reach from the open ocean into land: lakes, lagoons, rivers. */
export function keepOcean(grid: SeaGrid, lon: number, lat: number): void {
  const reached = new Uint8Array(grid.length)
  const queue = new Int32Array(grid.length)
  let [head, tail] = [0, 0]
  const reach = (cell: number) => {
    if (grid[cell] !== SEA || reached[cell] === 1) return
    reached[cell] = 1
    queue[tail++] = cell
  }
  reach(cellOf(lon, lat))
  while (head < tail) {
    const cell = queue[head++]!
    const column = cell % WIDTH
    if (column > 0) reach(cell - 1)
    if (column < WIDTH - 1) reach(cell + 1)
    if (cell >= WIDTH) reach(cell - WIDTH)
    if (cell < grid.length - WIDTH) reach(cell + WIDTH)
  }
  grid.set(reached)
}

/** Cells to the nearest land, at most 255, measured by king's moves. */
export function clearanceOf(grid: SeaGrid): Uint8Array {
  const clearance = new Uint8Array(grid.length)
  const sweep = (from: number, to: number, step: number, neighbours: readonly number[]) => {
    for (let cell = from; cell !== to; cell += step) {
      if (grid[cell] !== SEA) continue
      let least = clearance[cell] === 0 ? 255 : clearance[cell]!
      for (const offset of neighbours) {
        const near = clearance[cell + offset]
        if (near !== undefined && near + 1 < least) least = near + 1
      }
      clearance[cell] = least
    }
  }
  const before = [-1, -WIDTH - 1, -WIDTH, -WIDTH + 1]
  sweep(0, grid.length, 1, before)
  sweep(
    grid.length - 1,
    -1,
    -1,
    before.map((offset) => -offset),
  )
  return clearance
}
