import { findLanes, type Lane, type WayPoints } from '@samudra/nautical/density/lanes'
import { POINT_BYTES } from './lane-points.ts'

/** Way points as lane-points.ts packs them. */
export function wayPointsOf(body: Buffer): WayPoints {
  const count = Math.floor(body.length / POINT_BYTES)
  const column = () => new Float64Array(count)
  const points = {
    ship: new Uint32Array(count),
    lat: column(),
    lon: column(),
    knots: column(),
    course: column(),
  }
  for (let i = 0; i < count; i++) {
    const at = i * POINT_BYTES
    points.ship[i] = body.readUInt32LE(at)
    points.lat[i] = body.readInt32LE(at + 4) / 1e6
    points.lon[i] = body.readInt32LE(at + 8) / 1e6
    points.knots[i] = body.readUInt16LE(at + 12) / 10
    points.course[i] = body.readUInt16LE(at + 14) / 10
  }
  return points
}

export type FoundLanes = { points: number; ships: number; lanes: Lane[]; body: Buffer }

/** Lanes of packed points; the answer holds the points that are in one, and after each the number of its lane. */
export function lanesOf(body: Buffer): FoundLanes {
  const points = wayPointsOf(body)
  const { lanes, laneOf } = findLanes(points)
  const inLanes = [...laneOf.keys()].filter((i) => laneOf[i]! >= 0)
  const stored = Buffer.alloc(inLanes.length * LANE_POINT_BYTES)
  for (const [place, i] of inLanes.entries()) {
    body.copy(stored, place * LANE_POINT_BYTES, i * POINT_BYTES, (i + 1) * POINT_BYTES)
    stored.writeUInt16LE(laneOf[i]!, place * LANE_POINT_BYTES + POINT_BYTES)
  }
  return { points: laneOf.length, ships: new Set(points.ship).size, lanes: [...lanes], body: stored }
}

const LANE_POINT_BYTES = POINT_BYTES + 2

/** The points of lanes and the lane of each. */
export function lanePointsOf(body: Buffer): { points: WayPoints; laneOf: Int32Array } {
  const count = Math.floor(body.length / LANE_POINT_BYTES)
  const packed = Buffer.alloc(count * POINT_BYTES)
  const laneOf = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    body.copy(packed, i * POINT_BYTES, i * LANE_POINT_BYTES, i * LANE_POINT_BYTES + POINT_BYTES)
    laneOf[i] = body.readUInt16LE(i * LANE_POINT_BYTES + POINT_BYTES)
  }
  return { points: wayPointsOf(packed), laneOf }
}
