import { GRID_BITS } from './lookup-cells.ts'
import { unwrapRing, type Rings, type UnwrappedRing } from './polygon.ts'

/** The smallest cells are those of 2^18 columns and rows. */
export const BITS = 18
const FINEST = 1 << BITS

export type Box = { west: number; east: number; south: number; north: number }
type Part = { rings: { ring: UnwrappedRing; by: number }[]; box: Box }

/** Column or row of the finest cells; what lies beyond the world is in the last one. */
export const cellOf = (degrees: number, before: number, whole: number) =>
  Math.max(0, Math.min(FINEST - 1, (degrees + before) * (FINEST / whole))) | 0

/** Returns true if a way meets or touches a stored side. */
export function meetsSide(
  sides: Float64Array,
  at: number,
  lat: number,
  lon: number,
  toLat: number,
  toLon: number,
) {
  const y = sides[at]!
  const x = sides[at + 1]!
  const endY = sides[at + 2]!
  const endX = sides[at + 3]!
  if (
    (x > lon && x > toLon && endX > lon && endX > toLon) ||
    (x < lon && x < toLon && endX < lon && endX < toLon)
  )
    return false
  if (
    (y > lat && y > toLat && endY > lat && endY > toLat) ||
    (y < lat && y < toLat && endY < lat && endY < toLat)
  )
    return false
  const one = (toLon - lon) * (y - lat) - (toLat - lat) * (x - lon)
  const other = (toLon - lon) * (endY - lat) - (toLat - lat) * (endX - lon)
  if ((one > 0 && other > 0) || (one < 0 && other < 0)) return false
  const here = (endX - x) * (lat - y) - (endY - y) * (lon - x)
  const there = (endX - x) * (toLat - y) - (endY - y) * (toLon - x)
  return !((here > 0 && there > 0) || (here < 0 && there < 0))
}

/** Returns one of the 16 cells of a cell, and the entry that points to its record: nowhere (-1) above the grid. */
export function kidOf(bits: number, x: number, y: number, kids: number, kid: number) {
  const below = bits + 2
  const [width, height] = [360 / (1 << below), 180 / (1 << below)]
  const [kidX, kidY] = [(x << 2) | (kid & 3), (y << 2) | (kid >> 2)]
  const [west, south] = [kidX * width - 180, kidY * height - 90]
  const cell = kids >= 0 ? kids + kid : below === GRID_BITS ? (kidY << GRID_BITS) | kidX : -1
  return { bits: below, x: kidX, y: kidY, west, south, east: west + width, north: south + height, cell }
}

/** A part for every turn of the globe on which it lies between 180 W and 180 E. */
export function partsOf(rings: Rings): Part[] {
  const [outline, ...holes] = rings.map(unwrapRing)
  if (outline === undefined) return []
  for (const { west, east, south, north } of [outline, ...holes])
    if (!Number.isFinite(west + east + south + north)) throw new RangeError('a corner is not a place')
  const placedHoles = holes.flatMap((ring) => turnsOf(ring).map((by) => ({ ring, by })))
  const { west, east, south, north } = outline
  return turnsOf(outline).map((by) => ({
    rings: [{ ring: outline, by }, ...placedHoles],
    box: { west: west + by, east: east + by, south, north },
  }))
}

function turnsOf({ west, east }: UnwrappedRing): number[] {
  const turns: number[] = []
  for (let turn = Math.floor((-180 - east) / 360) + 1; west + turn * 360 < 180; turn++) turns.push(turn * 360)
  return turns
}
