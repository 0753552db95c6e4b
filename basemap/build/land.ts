import { readFileSync } from 'node:fs'

export type Corner = [lon: number, lat: number]
export type Feature = {
  type: 'Feature'
  geometry: object
  properties: Record<string, string | number | boolean>
}
type Box = [west: number, south: number, east: number, north: number]

/** The sea the tiles are fine in: from the Cape to Timor, from the Southern Ocean to the head of the Gulf. */
export const REGION: Box = [20, -45, 125, 32]
/** Big polygons are cut on this grid (degrees), or every tile would walk a continent. */
const GRID = 2
/** Pieces overlap by this much, or hairlines of sea show between them. */
const OVERLAP = 0.002
/** Lakes smaller than this (square degrees) are speckle on the overview and on the fine coast. */
const SMALL_LAKE = 0.15
const SMALL_LAKE_FINE = 0.01
const LINE_CORNERS = 400

const feature = (type: string, coordinates: unknown): Feature => ({
  type: 'Feature',
  geometry: { type, coordinates },
  properties: {},
})

function readPolygons(file: string): Corner[][][] {
  const { geometries } = JSON.parse(readFileSync(file, 'utf8')) as {
    geometries: { coordinates: Corner[][][] }[]
  }
  return geometries[0]!.coordinates
}

function boxOf(ring: readonly Corner[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lon, lat] of ring) {
    if (lon < box[0]) box[0] = lon
    if (lat < box[1]) box[1] = lat
    if (lon > box[2]) box[2] = lon
    if (lat > box[3]) box[3] = lat
  }
  return box
}
const meets = (a: Box, b: Box) => a[2] >= b[0] && a[0] <= b[2] && a[3] >= b[1] && a[1] <= b[3]
const spread = (box: Box) => (box[2] - box[0]) * (box[3] - box[1])

/** One side of Sutherland-Hodgman. */
function clipSide(ring: readonly Corner[], axis: 0 | 1, limit: number, keepsAbove: boolean): Corner[] {
  const isStored = (corner: Corner) => (keepsAbove ? corner[axis] >= limit : corner[axis] <= limit)
  const remaining: Corner[] = []
  for (const [i, corner] of ring.entries()) {
    const before = ring[(i + ring.length - 1) % ring.length]!
    if (isStored(corner) !== isStored(before)) {
      const t = (limit - before[axis]) / (corner[axis] - before[axis])
      remaining.push([before[0] + (corner[0] - before[0]) * t, before[1] + (corner[1] - before[1]) * t])
    }
    if (isStored(corner)) remaining.push(corner)
  }
  return remaining
}

function clipRing(ring: readonly Corner[], [west, south, east, north]: Box): Corner[] | null {
  let clipped = clipSide(ring, 0, west, true)
  clipped = clipSide(clipped, 0, east, false)
  clipped = clipSide(clipped, 1, south, true)
  clipped = clipSide(clipped, 1, north, false)
  return clipped.length < 3 ? null : [...clipped, clipped[0]!]
}

function piecesOf(rings: readonly Corner[][], box: Box): Corner[][] {
  const pieces: Corner[][] = []
  for (const ring of rings) {
    const piece = meets(boxOf(ring), box) ? clipRing(ring, box) : null
    if (piece !== null) pieces.push(piece)
  }
  return pieces
}

function onGrid(polygon: readonly Corner[][], box: Box): Feature[] {
  const cells: Feature[] = []
  const start = (low: number, edge: number) => Math.floor(Math.max(low, edge) / GRID) * GRID
  for (let x = start(box[0], REGION[0]); x < Math.min(box[2], REGION[2]); x += GRID) {
    const strip = piecesOf(polygon, [x - OVERLAP, -90, x + GRID + OVERLAP, 90])
    for (let y = start(box[1], REGION[1]); y < Math.min(box[3], REGION[3]); y += GRID) {
      const cell = piecesOf(strip, [x - OVERLAP, y - OVERLAP, x + GRID + OVERLAP, y + GRID + OVERLAP])
      if (cell.length > 0) cells.push(feature('Polygon', cell))
    }
  }
  return cells
}

/** A ring as lines inside the region. The coast is drawn from these: clipped polygons would show their grid. */
function linesOf(ring: readonly Corner[]): Feature[] {
  const lines: Feature[] = []
  let line: Corner[] = []
  const close = () => {
    if (line.length > 1) lines.push(feature('LineString', line))
    line = []
  }
  for (const corner of ring) {
    const [lon, lat] = corner
    const isInside =
      lon >= REGION[0] - 1 && lon <= REGION[2] + 1 && lat >= REGION[1] - 1 && lat <= REGION[3] + 1
    if (!isInside) close()
    else line.push(corner)
    if (line.length > LINE_CORNERS) {
      close()
      line = [corner]
    }
  }
  close()
  return lines
}

/** Land of the whole world, coarse. */
export const worldLand = (file: string): Feature[] =>
  readPolygons(file).map((rings) =>
    feature(
      'Polygon',
      rings.filter((ring, i) => i === 0 || spread(boxOf(ring)) > SMALL_LAKE),
    ),
  )

/** Polygons that meet a box, without the lakes that are speckle on the fine coast. */
export const fineLand = (file: string, box: Box): Corner[][][] =>
  readPolygons(file)
    .filter((polygon) => meets(boxOf(polygon[0]!), box))
    .map((polygon) => polygon.filter((ring, i) => i === 0 || spread(boxOf(ring)) >= SMALL_LAKE_FINE))

/** Land and coastline of the region, fine. */
export function regionLand(file: string): { land: Feature[]; coast: Feature[] } {
  const land: Feature[] = []
  const coast: Feature[] = []
  for (const rings of fineLand(file, REGION)) {
    const box = boxOf(rings[0]!)
    const isSmall = box[2] - box[0] < 5 && box[3] - box[1] < 5
    for (const each of isSmall ? [feature('Polygon', rings)] : onGrid(rings, box)) land.push(each)
    for (const ring of rings) {
      if (!meets(boxOf(ring), REGION)) continue
      for (const line of linesOf(ring)) coast.push(line)
    }
  }
  return { land, coast }
}
