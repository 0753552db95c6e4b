import type { PreparedPolygon, UnwrappedRing } from './polygon.ts'
import { containsPoint } from './polygon.ts'

export type Side = { from: readonly [number, number]; to: readonly [number, number] }

/** Twice the area of a triangle: positive when `c` lies to port of the way from `a` to `b`. */
const turn = (a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

const isBetween = (
  a: readonly [number, number],
  b: readonly [number, number],
  c: readonly [number, number],
) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

/** Where two sides cross; with `touching`, also where an end of one lies on the other. Null when they do not. */
export function sidesMeet(a: Side, b: Side, touching: boolean): [number, number] | null {
  if (
    Math.max(a.from[1], a.to[1]) < Math.min(b.from[1], b.to[1]) ||
    Math.max(b.from[1], b.to[1]) < Math.min(a.from[1], a.to[1])
  )
    return null
  const [b0, b1] = [turn(a.from, a.to, b.from), turn(a.from, a.to, b.to)]
  const [a0, a1] = [turn(b.from, b.to, a.from), turn(b.from, b.to, a.to)]
  if (((b0 > 0 && b1 < 0) || (b0 < 0 && b1 > 0)) && ((a0 > 0 && a1 < 0) || (a0 < 0 && a1 > 0))) {
    const t = a0 / (a0 - a1)
    return [a.from[0] + t * (a.to[0] - a.from[0]), a.from[1] + t * (a.to[1] - a.from[1])]
  }
  if (!touching) return null
  if (b0 === 0 && isBetween(a.from, a.to, b.from)) return [...b.from]
  if (b1 === 0 && isBetween(a.from, a.to, b.to)) return [...b.to]
  if (a0 === 0 && isBetween(b.from, b.to, a.from)) return [...a.from]
  if (a1 === 0 && isBetween(b.from, b.to, a.to)) return [...a.to]
  return null
}

type Box = { west: number; east: number; south: number; north: number }
const overlap = (a: Box, b: Box) =>
  a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north

/** Sides of a ring that come into a box; `by` brings the ring to the box's turn of the globe. */
function sidesIn(ring: UnwrappedRing, box: Box, by: number): Side[] {
  const sides: Side[] = []
  const { lons, lats } = ring
  for (let i = 0, j = lons.length - 1; i < lons.length; j = i++) {
    const side: Side = { from: [lons[j]! + by, lats[j]!], to: [lons[i]! + by, lats[i]!] }
    const around = {
      west: Math.min(side.from[0], side.to[0]),
      east: Math.max(side.from[0], side.to[0]),
      south: Math.min(side.from[1], side.to[1]),
      north: Math.max(side.from[1], side.to[1]),
    }
    if (overlap(around, box)) sides.push(side)
  }
  return sides
}

function ringsMeet(a: UnwrappedRing, b: UnwrappedRing): boolean {
  for (const by of [-720, -360, 0, 360, 720]) {
    const moved = { west: b.west + by, east: b.east + by, south: b.south, north: b.north }
    if (!overlap(a, moved)) continue
    const theirs = sidesIn(b, a, by)
    if (theirs.length === 0) continue
    const own = sidesIn(a, moved, 0)
    if (own.some((side) => theirs.some((other) => sidesMeet(side, other, true) !== null))) return true
  }
  return false
}

/** Returns true if two polygons have a place in common, edges counted. */
export function polygonsTouch(a: PreparedPolygon, b: PreparedPolygon): boolean {
  if (a.some((ring) => b.some((other) => ringsMeet(ring, other)))) return true
  // Without a meeting of outlines one lies in the other or they are apart.
  const isIn = (inner: PreparedPolygon, outer: PreparedPolygon) =>
    inner[0] !== undefined && containsPoint(outer, inner[0].lats[0]!, inner[0].lons[0]!)
  return isIn(a, b) || isIn(b, a)
}

const isSameRing = (a: UnwrappedRing, b: UnwrappedRing) =>
  a.lons.length === b.lons.length && a.lons.every((lon, i) => lon === b.lons[i] && a.lats[i] === b.lats[i])
const isSame = (a: PreparedPolygon, b: PreparedPolygon) =>
  a.length === b.length && a.every((ring, i) => isSameRing(ring, b[i]!))

/** Returns whether a polygon lies wholly in another, or is the same; false where their outlines touch otherwise. */
export function isPolygonWithin(inner: PreparedPolygon, outer: PreparedPolygon): boolean {
  if (inner[0] === undefined) return false
  if (isSame(inner, outer)) return true
  if (inner.some((ring) => outer.some((other) => ringsMeet(ring, other)))) return false
  const holdsCorner = (polygon: PreparedPolygon, ring: UnwrappedRing) =>
    containsPoint(polygon, ring.lats[0]!, ring.lons[0]!)
  return holdsCorner(outer, inner[0]) && !outer.some((ring) => holdsCorner(inner, ring))
}
