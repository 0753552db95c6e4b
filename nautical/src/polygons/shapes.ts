import { destinationOf, distanceBetween, EARTH_RADIUS_M, interpolatePlace } from '../geodesy.ts'
import { shortWay } from './polygon.ts'
import { bufferRing } from './polygon-buffer.ts'
import { METRES_PER_NM, type Metres, type Place } from '../units.ts'

type Corner = [lon: number, lat: number]

/** Corners of a drawn circle: between them its outline is at most 0.03 % of the radius inside the true one. */
const CIRCLE_CORNERS = 128
/** Great circles are followed in pieces no longer than this, longer ones in this many. */
const PIECE_M = 60 * METRES_PER_NM
const PIECES = 200
/** A piece bulges over the straight side beside it by no more than this share of the half width. */
const BULGE = 0.004

/** All places at a distance from a centre, closed, anticlockwise; longitudes run on past 180 degrees. */
export function circleAround(centre: Place, radius: Metres | number): Corner[] {
  const ring = Array.from({ length: CIRCLE_CORNERS }, (_, i): Corner => {
    const at = destinationOf(centre, -(i * 360) / CIRCLE_CORNERS, radius)
    return [centre.lon + shortWay(centre.lon, at.lon), at.lat]
  })
  return [...ring, ring[0]!]
}

/**
 * The outline of all places within half the width of a line along great circles, with round ends, closed. What a line
 * that comes back on itself encloses counts as inside.
 */
export function corridorAlong(line: readonly Place[], width: Metres | number): Corner[] {
  const legs = line.slice(1).map((to, i) => ({ from: line[i]!, to, length: distanceBetween(line[i]!, to) }))
  const total = legs.reduce((sum, { length }) => sum + length, 0)
  const slope = Math.max(
    ...line.map(({ lat }) => Math.tan((Math.abs(Math.min(85, lat)) * Math.PI) / 180)),
    0.01,
  )
  const straight = Math.sqrt((8 * EARTH_RADIUS_M * BULGE * (width / 2)) / slope)
  const piece = Math.max(Math.min(PIECE_M, straight), total / PIECES)
  const run: Place[] = line.slice(0, 1)
  for (const { from, to, length } of legs) {
    // At least two, so that a single leg makes a ring too.
    const pieces = Math.max(2, Math.ceil(length / piece))
    for (let i = 1; i <= pieces; i++) run.push(i === pieces ? to : interpolatePlace(from, to, i / pieces))
  }
  const out = run.map(({ lon, lat }): Corner => [lon, lat])
  // There and back again is a ring without an inside; its surroundings are the corridor.
  return bufferRing([...out, ...out.slice(1, -1).reverse()], width / 2)
}
