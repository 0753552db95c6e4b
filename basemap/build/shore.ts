import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { fillLand, pointsAlong } from './coasts.ts'
import { REGION, gridOf } from './grid.ts'
import { fineLand, type Corner } from './land.ts'
import { nearInlandWaters } from './inland-waters.ts'
import { nearestCoasts } from './nearest-coasts.ts'

const STEP = 0.025
const GRID = gridOf(STEP)
/** Degrees; a point of the coast is never farther off than half of it, a tenth of a mile. */
const DENSE = 0.003
/** Steps of stored distances to the coast, in miles, from a distance on; finer where a vessel is near the coast. */
const SCALE = [
  { from: 0, by: 0.1 },
  { from: 2, by: 0.5 },
  { from: 10, by: 1 },
  { from: 24, by: 3 },
  { from: 60, by: 10 },
] as const
/** Maximum stored distance from the coast, at sea and on land. */
const MOST_NM = 210
const MOST_INLAND_NM = 10
/** Value stored on land near inland waters, where distances are stored only next to the coast. */
const UNKNOWN_DEPTH = -128
const STORED_INLAND_NM = 0.5

/** Returns the miles that stored values index. */
function storedMiles(): number[] {
  const miles = [0]
  for (let last = 0; last < MOST_NM; miles.push(last))
    last = Number((last + SCALE.findLast(({ from }) => last >= from)!.by).toFixed(1))
  return miles
}

/**
 * Writes shore.gz: a line of JSON, then one signed byte per node, row by row from the south west. Each byte is the
 * index of the distance to the coast in `miles`: negative on land, -128 where no distance is stored. Returns the size
 * in bytes.
 */
export function buildShore(nodeModules: string, watersFile: string, file: string): number {
  const lands = fineLand(`${nodeModules}/@geo-maps/earth-lands-100m/map.geo.json`, [
    GRID.lonOf(0),
    GRID.latOf(0),
    GRID.lonOf(GRID.columns - 1),
    GRID.latOf(GRID.rows - 1),
  ])
  const land = new Uint8Array(GRID.nodes)
  for (const rings of lands) fillLand(GRID, land, rings)
  const { firstNm } = nearestCoasts(GRID, coastOf(lands))

  const waters = nearInlandWaters(GRID, watersFile)

  const columns = Math.round((REGION.east - REGION.west) / STEP) + 1
  const rows = Math.round((REGION.north - REGION.south) / STEP) + 1
  const [left, low] = [Math.round(GRID.columnOf(REGION.west)), Math.round(GRID.rowOf(REGION.south))]
  const miles = storedMiles()
  const bytes = new Int8Array(columns * rows)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const node = (low + j) * GRID.columns + left + i
      const nm = firstNm[node]!
      if (land[node] === 0) bytes[j * columns + i] = placeOf(miles, nm)
      else if (waters[node] === 1 && nm > STORED_INLAND_NM) bytes[j * columns + i] = UNKNOWN_DEPTH
      else bytes[j * columns + i] = -placeOf(miles, Math.min(nm, MOST_INLAND_NM))
    }
  const head = { west: REGION.west, south: REGION.south, step: STEP, columns, rows, miles }
  const text = Buffer.from(`${JSON.stringify(head)}\n`)
  const packed = gzipSync(Buffer.concat([text, Buffer.from(bytes.buffer)]), { level: 9 })
  writeFileSync(file, packed)
  return packed.length
}

function coastOf(lands: readonly Corner[][][]) {
  const points: Corner[] = []
  for (const rings of lands)
    for (const ring of rings)
      for (const point of pointsAlong(ring, DENSE)) if (GRID.holds(point[0], point[1])) points.push(point)
  return {
    lons: Float64Array.from(points, ([lon]) => lon),
    lats: Float64Array.from(points, ([, lat]) => lat),
    owners: new Int16Array(points.length),
  }
}

function placeOf(miles: readonly number[], nm: number): number {
  const above = miles.findIndex((one) => one >= nm)
  if (above < 0) return miles.length - 1
  return above > 0 && nm - miles[above - 1]! < miles[above]! - nm ? above - 1 : above
}
