import { destinationOf, distanceToLeg, initialBearing, wrapLongitude } from '../geodesy.ts'
import {
  containsPoint,
  preparePolygon,
  signedRingArea,
  unwrapRing,
  type Ring,
  type Rings,
} from './polygon.ts'
import { place, type Metres, type Place } from '../units.ts'

type Corner = [lon: number, lat: number]
type Piece = { from: Corner; to: Corner }

/** Corners of a rounded one are at most this far apart, in degrees of bearing. */
const ARC_STEP = 10
/** Share by which a piece of the outline may be nearer than requested before it counts as inside. */
const SLACK = 0.01

/** Degrees: nearer to a half turn than this is one. */
const BACK = 1e-3

const placeOf = ([lon, lat]: readonly number[]): Place => place(lat!, lon!)

/** Metres from a place to the nearest side of a ring. */
function distanceToRing(at: Place, corners: readonly Corner[]): number {
  let nearest = Infinity
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    nearest = Math.min(nearest, distanceToLeg(at, placeOf(corners[j]!), placeOf(corners[i]!)))
  }
  return nearest
}

/** Returns true for a place inside a polygon or at most `distance` metres from it. */
export function isWithin(at: Place, rings: Rings, distance: Metres | number): boolean {
  if (containsPoint(preparePolygon(rings), at.lat, at.lon)) return true
  return rings.some((ring) => distanceToRing(at, cornersOf(ring)) <= distance)
}

/** Anticlockwise, not closed, longitudes running on across 180 degrees. */
function cornersOf(ring: Ring): Corner[] {
  const { lons, lats } = unwrapRing(ring)
  const corners = Array.from(lons, (lon, i): Corner => [lon, lats[i]!])
  return signedRingArea(ring) < 0 ? corners.toReversed() : corners
}

/** The outline moved out to starboard of every side, with an arc about every outer corner; it may cross itself. */
function rawOutline(corners: readonly Corner[], distance: number): Corner[] {
  const outline: Corner[] = []
  const size = corners.length
  for (let i = 0; i < size; i++) {
    const here = placeOf(corners[i]!)
    const before = initialBearing(here, placeOf(corners[(i + size - 1) % size]!)) + 180
    const after = initialBearing(here, placeOf(corners[(i + 1) % size]!))
    const swing = ((((after - before) % 360) + 540) % 360) - 180
    // Where a line turns back it has its end: rounding does not decide on which side of it.
    const turn = swing > 180 - BACK ? swing - 360 : swing
    // Sides run anticlockwise, so a turn to port (negative) is an outer corner.
    const steps = turn < 0 ? Math.ceil(-turn / ARC_STEP) : 1
    for (let step = 0; step <= steps; step++) {
      const out = destinationOf(here, before + 90 + (turn * step) / steps, distance)
      outline.push([corners[i]![0] + shortLon(here.lon, out.lon), out.lat])
    }
  }
  return outline
}

const shortLon = (from: number, to: number) => ((((to - from) % 360) + 540) % 360) - 180

/** Fraction of piece `a` at which it meets `b`, or NaN. */
function meeting(a: Piece, b: Piece): number {
  const ax = a.to[0] - a.from[0]
  const ay = a.to[1] - a.from[1]
  const bx = b.to[0] - b.from[0]
  const by = b.to[1] - b.from[1]
  const cross = ax * by - ay * bx
  if (cross === 0) return Number.NaN
  const dx = b.from[0] - a.from[0]
  const dy = b.from[1] - a.from[1]
  const t = (dx * by - dy * bx) / cross
  const u = (dx * ay - dy * ax) / cross
  return t > 1e-9 && t < 1 - 1e-9 && u >= -1e-9 && u <= 1 + 1e-9 ? t : Number.NaN
}

function cutAtCrossings(outline: readonly Corner[]): Piece[] {
  const sides = outline.map((from, i): Piece => ({ from, to: outline[(i + 1) % outline.length]! }))
  return sides.flatMap((side) => {
    const cuts = sides.map((other) => (other === side ? Number.NaN : meeting(side, other)))
    const at = cuts.filter((t) => !Number.isNaN(t)).sort((a, b) => a - b)
    const stops = [0, ...at, 1].map((t): Corner => [
      side.from[0] + t * (side.to[0] - side.from[0]),
      side.from[1] + t * (side.to[1] - side.from[1]),
    ])
    return stops.slice(1).map((to, i): Piece => ({ from: stops[i]!, to }))
  })
}

const keyOf = ([lon, lat]: Corner) => `${lon.toFixed(7)},${lat.toFixed(7)}`

/** Follows the pieces from end to start until they close; what leads into such a round, and is no part of it, is left out. */
function joinPieces(pieces: readonly Piece[]): Corner[][] {
  const nextFrom = new Map(pieces.map((piece) => [keyOf(piece.from), piece]))
  const closed: Corner[][] = []
  for (const first of pieces) {
    const corners: Corner[] = []
    const passed = new Map<string, number>()
    let piece = nextFrom.get(keyOf(first.from))
    while (piece !== undefined) {
      passed.set(keyOf(piece.from), corners.length)
      corners.push(piece.from)
      nextFrom.delete(keyOf(piece.from))
      const begin = passed.get(keyOf(piece.to))
      if (begin !== undefined) {
        if (corners.length - begin >= 3) closed.push(corners.slice(begin))
        break
      }
      piece = nextFrom.get(keyOf(piece.to))
    }
  }
  return closed
}

/**
 * The outline `distance` metres outside a ring, closed, anticlockwise, corners rounded. Bays that fill up on
 * the way are dropped with what lies behind them. For drawing; ask `isWithin` to decide. O(n2) in the corners.
 */
export function bufferRing(ring: Ring, distance: Metres | number): Corner[] {
  const corners = cornersOf(ring)
  const polygon = preparePolygon([ring])
  const isOutside = ({ from, to }: Piece) => {
    const middle = place((from[1] + to[1]) / 2, wrapLongitude((from[0] + to[0]) / 2))
    if (containsPoint(polygon, middle.lat, middle.lon)) return false
    return distanceToRing(middle, corners) >= distance * (1 - SLACK)
  }
  const pieces = cutAtCrossings(rawOutline(corners, distance)).filter(
    (piece) => keyOf(piece.from) !== keyOf(piece.to) && isOutside(piece),
  )
  const outlines = joinPieces(pieces).sort((a, b) => Math.abs(flatArea(b)) - Math.abs(flatArea(a)))
  const outer = outlines[0] ?? []
  return [...outer, ...outer.slice(0, 1)].map(([lon, lat]) => [wrapLongitude(lon), lat])
}

const flatArea = (corners: readonly Corner[]) =>
  corners.reduce((sum, [lon, lat], i) => {
    const [nextLon, nextLat] = corners[(i + 1) % corners.length]!
    return sum + lon * nextLat - nextLon * lat
  }, 0)
