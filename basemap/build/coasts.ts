import { readFileSync } from 'node:fs'
import type { Corner } from './land.ts'
import type { Grid } from './grid.ts'

type Land = { owner: number; rings: Corner[][] }
export type Coasts = {
  /** ISO 3166 alpha-3 codes; the owner of a point is an index into it. */
  countries: string[]
  lons: Float64Array
  lats: Float64Array
  owners: Int16Array
  /** 1 where a node is sea that ships can reach: neither land nor a lake. */
  sea: Uint8Array
}

/** Places in each sea of the region: what water is joined to one of them is sea, the rest are lakes. */
const SEAS: Corner[] = [
  [75, -10],
  [38, 20],
  [51.5, 27],
  [28, 33.5],
  [112, 12],
  [110, -5],
  [95.5, 10],
  [120, 8],
  [122, 3],
  [128, -6],
]
/** Coast between corners further apart than this (degrees) gets points of its own. */
const DENSE = 0.02

/** The countries of @geo-maps/countries-land as coasts: every point of a coast with who owns it. */
export function readCoasts(grid: Grid, file: string): Coasts {
  const countries: string[] = []
  const lands = withoutDoubles(readLands(grid, file, countries), countries)
  const sea = seaOf(grid, lands)
  const points: { lon: number; lat: number; owner: number }[] = []
  for (const { owner, rings } of lands)
    for (const ring of rings)
      for (const [lon, lat] of pointsAlong(ring, DENSE))
        if (isCoast(grid, sea, lon, lat)) points.push({ lon, lat, owner })
  return {
    countries,
    lons: Float64Array.from(points, (point) => point.lon),
    lats: Float64Array.from(points, (point) => point.lat),
    owners: Int16Array.from(points, (point) => point.owner),
    sea,
  }
}

function readLands(grid: Grid, file: string, countries: string[]): Land[] {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: { A3: string }; geometry: { type: string; coordinates: never } }[]
  }
  return features.flatMap(({ properties, geometry }) => {
    const polygons: Corner[][][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const near = polygons.filter(([outer]) => outer!.some(([lon, lat]) => grid.holds(lon, lat)))
    if (near.length === 0) return []
    const owner = countries.push(properties.A3) - 1
    return near.map((rings) => ({ owner, rings }))
  })
}

/**
 * Dependent territories stand in the source twice, once under their own code and once under the state they
 * belong to (Christmas Island, Cocos, Mayotte, Hong Kong). The one with less land keeps them, or the sea about
 * them would fall into stripes.
 */
function withoutDoubles(lands: Land[], countries: string[]): Land[] {
  const size = countries.map(() => 0)
  for (const { owner, rings } of lands) size[owner]! += rings[0]!.length
  const keyOf = ({ rings }: Land) => {
    const ring = rings[0]!
    const sum = ring.slice(1).reduce(([x, y], [lon, lat]) => [x + lon, y + lat], [0, 0])
    return `${ring.length} ${sum[0].toFixed(3)} ${sum[1].toFixed(3)}`
  }
  const store = new Map<string, number>()
  for (const land of lands) {
    const before = store.get(keyOf(land))
    if (before === undefined || size[land.owner]! < size[before]!) store.set(keyOf(land), land.owner)
  }
  return lands.filter((land) => store.get(keyOf(land)) === land.owner)
}

/** Corners of a ring, and points between those that are farther apart than `dense` degrees. */
export function* pointsAlong(ring: readonly Corner[], dense: number): Generator<Corner> {
  for (let i = 0; i + 1 < ring.length; i++) {
    const [lon, lat] = ring[i]!
    const [nextLon, nextLat] = ring[i + 1]!
    const pieces = Math.floor(Math.hypot(nextLon - lon, nextLat - lat) / dense) + 1
    for (let k = 0; k < pieces; k++)
      yield [lon + ((nextLon - lon) * k) / pieces, lat + ((nextLat - lat) * k) / pieces]
  }
}

/** Borders on land are corners too: a point is coast when there is sea at one of the nodes about it. */
function isCoast(grid: Grid, sea: Uint8Array, lon: number, lat: number): boolean {
  if (!grid.holds(lon, lat)) return false
  const column = Math.round(grid.columnOf(lon))
  const row = Math.round(grid.rowOf(lat))
  for (let j = Math.max(0, row - 1); j <= Math.min(grid.rows - 1, row + 1); j++)
    for (let i = Math.max(0, column - 1); i <= Math.min(grid.columns - 1, column + 1); i++)
      if (sea[j * grid.columns + i] === 1) return true
  return false
}

function seaOf(grid: Grid, lands: readonly Land[]): Uint8Array {
  const { columns, nodes } = grid
  const dry = new Uint8Array(nodes)
  for (const { rings } of lands) fillLand(grid, dry, rings)
  const sea = new Uint8Array(nodes)
  const ahead: number[] = []
  const visit = (node: number) => {
    if (sea[node] === 1 || dry[node] === 1) return
    sea[node] = 1
    ahead.push(node)
  }
  for (const [lon, lat] of SEAS) visit(Math.round(grid.rowOf(lat)) * columns + Math.round(grid.columnOf(lon)))
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    const column = node % columns
    if (column > 0) visit(node - 1)
    if (column < columns - 1) visit(node + 1)
    if (node >= columns) visit(node - columns)
    if (node < nodes - columns) visit(node + columns)
  }
  return sea
}

/** Marks the nodes inside a polygon, row by row. */
export function fillLand(grid: Grid, dry: Uint8Array, rings: readonly Corner[][]) {
  const { columns, rows, step, columnOf, latOf, rowOf } = grid
  const lats = rings[0]!.map(([, lat]) => lat)
  const south = lats.reduce((a, b) => Math.min(a, b))
  const north = lats.reduce((a, b) => Math.max(a, b))
  for (let j = Math.max(0, Math.ceil(rowOf(south))); j <= Math.min(rows - 1, Math.floor(rowOf(north))); j++) {
    // A hair off the node, or a corner that lies on it would count twice.
    const crossings = crossingsOf(rings, latOf(j) + step * 1e-6)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const last = Math.min(columns - 1, Math.floor(columnOf(crossings[k + 1]!)))
      for (let i = Math.max(0, Math.ceil(columnOf(crossings[k]!))); i <= last; i++) dry[j * columns + i] = 1
    }
  }
}

function crossingsOf(rings: readonly Corner[][], lat: number): number[] {
  const crossings: number[] = []
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [lon1, lat1] = ring[i]!
      const [lon2, lat2] = ring[i + 1]!
      if (lat1 > lat !== lat2 > lat) crossings.push(lon1 + ((lat - lat1) / (lat2 - lat1)) * (lon2 - lon1))
    }
  return crossings.sort((a, b) => a - b)
}
