import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { NONE16 } from '../../../sea/fix-batch.ts'

/** Fixes of a way lie so far apart, NM, so that a slow ship counts no more than a fast one. */
const APART_NM = 5
/** Slower, tenths of a knot, ships are on no lane. */
const LEAST_SOG = 30
/** Maximum number of points stored per type and day; the selection does not depend on arrival order. */
const MOST = 4000
export const POINT_BYTES = 16

type Point = { mark: number; key: number; lat: number; lon: number; sog: number; cog: number }

/** Takes of each way fixes at equal distances; of a type those `MOST` with the least marks. */
export class LanePoints {
  readonly #last = new Map<number, { lat: number; lon: number }>()
  readonly #points = new Map<number, Point[]>()

  /** Speed and course in tenths. */
  take(key: number, group: number, lat: number, lon: number, sog: number, cog: number): void {
    if (sog === NONE16 || sog < LEAST_SOG || cog === NONE16) return
    const last = this.#last.get(key)
    if (last === undefined) this.#last.set(key, { lat, lon })
    else if (metresBetween(last.lat, last.lon, lat, lon) < APART_NM * METRES_PER_NM) return
    else [last.lat, last.lon] = [lat, lon]
    const points = this.#points.get(group) ?? []
    this.#points.set(group, points)
    points.push({ mark: markOf(key, lat, lon), key, lat, lon, sog, cog })
    if (points.length >= 2 * MOST) keepLeast(points)
  }

  packed(): { key: number; body: Buffer }[] {
    return [...this.#points].map(([key, points]) => {
      keepLeast(points)
      const body = Buffer.alloc(points.length * POINT_BYTES)
      for (const [i, point] of points.entries()) {
        // The split of a ship stands in the number, so that two ships of one MMSI count as two.
        body.writeUInt32LE(Math.floor(point.key / 256), i * POINT_BYTES)
        body.writeInt32LE(Math.round(point.lat * 1e6), i * POINT_BYTES + 4)
        body.writeInt32LE(Math.round(point.lon * 1e6), i * POINT_BYTES + 8)
        body.writeUInt16LE(point.sog, i * POINT_BYTES + 12)
        body.writeUInt16LE(point.cog, i * POINT_BYTES + 14)
      }
      return { key, body }
    })
  }
}

function keepLeast(points: Point[]): void {
  points.sort((a, b) => a.mark - b.mark || a.key - b.key || a.lat - b.lat || a.lon - b.lon)
  if (points.length > MOST) points.length = MOST
}

/** A number of 32 bits by which points are drawn, without chance. */
function markOf(key: number, lat: number, lon: number): number {
  let mark = Math.imul(Math.floor(key / 256), 0x9e3779b1) ^ Math.round(lat * 1e6)
  mark = Math.imul(mark ^ (mark >>> 15), 0x85ebca6b) ^ Math.round(lon * 1e6)
  mark = Math.imul(mark ^ (mark >>> 13), 0xc2b2ae35)
  return (mark ^ (mark >>> 16)) >>> 0
}
