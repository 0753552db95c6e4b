import { EARTH_RADIUS_M } from '../geodesy.ts'
import { containsPoint, preparePolygon, type PreparedPolygon, type Rings } from './polygon.ts'

const RADIANS = Math.PI / 180
const METRES_PER_DEGREE = RADIANS * EARTH_RADIUS_M
/** Sides that share one box, so that most of a long border is passed over. */
const SIDES_OF_BOX = 32

/** The sides of one ring, and a box about every few of them. */
type Line = { lons: Float64Array; lats: Float64Array; middle: number; boxes: Float64Array }

/** The border of a polygon of one or more parts with their holes, for where ways cross it and how far it is. */
export class Border {
  readonly #parts: readonly PreparedPolygon[]
  readonly #lines: readonly Line[]

  /** Throws RangeError for a ring of fewer than three corners, one round a pole, or corners that are no numbers. */
  constructor(polygons: readonly Rings[]) {
    this.#parts = polygons.map(preparePolygon)
    for (const { west, east, south, north } of this.#parts.flat())
      if (!Number.isFinite(west + east + south + north)) throw new RangeError('a corner is not a place')
    this.#lines = this.#parts.flat().map(({ lons, lats, west, east }) => ({
      lons,
      lats,
      middle: (west + east) / 2,
      boxes: boxesOf(lons, lats),
    }))
  }

  holds(lat: number, lon: number): boolean {
    return this.#parts.some((part) => containsPoint(part, lat, lon))
  }

  /** Adds at which shares of the straight way between two places, the second one's longitude running on, it is met. */
  addMeetings(lat: number, lon: number, toLat: number, toLon: number, found: number[]): void {
    const [south, north] = [Math.min(lat, toLat), Math.max(lat, toLat)]
    for (const { lons, lats, middle, boxes } of this.#lines) {
      const turn = 360 * Math.round((middle - lon) / 360)
      // A ring wider than half the world may be met on the next turn as well.
      for (const by of [turn - 360, turn, turn + 360]) {
        const [x, toX] = [lon + by, toLon + by]
        const [west, east] = [Math.min(x, toX), Math.max(x, toX)]
        for (let box = 0; box * 4 < boxes.length; box++) {
          const at = box * 4
          if (boxes[at]! > east || boxes[at + 1]! < west || boxes[at + 2]! > north || boxes[at + 3]! < south)
            continue
          const end = Math.min(lons.length, (box + 1) * SIDES_OF_BOX)
          for (let i = box * SIDES_OF_BOX; i < end; i++) {
            const j = i === 0 ? lons.length - 1 : i - 1
            const share = meeting(x, lat, toX, toLat, lons[j]!, lats[j]!, lons[i]!, lats[i]!)
            if (share >= 0) found.push(share)
          }
        }
      }
    }
  }

  /** Metres to the nearest side, exact near by; on the sphere of the product. */
  metresFrom(lat: number, lon: number): number {
    const scale = Math.cos(lat * RADIANS)
    let least = Infinity
    for (const { lons, lats, middle, boxes } of this.#lines) {
      const x = lon + 360 * Math.round((middle - lon) / 360)
      for (let box = 0; box * 4 < boxes.length; box++) {
        const at = box * 4
        const aside = Math.max(boxes[at]! - x, 0, x - boxes[at + 1]!) * scale
        const above = Math.max(boxes[at + 2]! - lat, 0, lat - boxes[at + 3]!)
        if (aside * aside + above * above >= least) continue
        const end = Math.min(lons.length, (box + 1) * SIDES_OF_BOX)
        for (let i = box * SIDES_OF_BOX; i < end; i++) {
          const j = i === 0 ? lons.length - 1 : i - 1
          const fromX = (lons[j]! - x) * scale
          const fromY = lats[j]! - lat
          const alongX = (lons[i]! - x) * scale - fromX
          const alongY = lats[i]! - lat - fromY
          const length = alongX * alongX + alongY * alongY
          const share = length === 0 ? 0 : -(fromX * alongX + fromY * alongY) / length
          const nearest = share < 0 ? 0 : share > 1 ? 1 : share
          const dx = fromX + nearest * alongX
          const dy = fromY + nearest * alongY
          least = Math.min(least, dx * dx + dy * dy)
        }
      }
    }
    return Math.sqrt(least) * METRES_PER_DEGREE
  }
}

/** West, east, south and north of every few sides; side `i` ends in corner `i`. */
function boxesOf(lons: Float64Array, lats: Float64Array): Float64Array {
  const boxes = new Float64Array(Math.ceil(lons.length / SIDES_OF_BOX) * 4)
  for (let box = 0; box * 4 < boxes.length; box++) {
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let i = box * SIDES_OF_BOX - 1; i < Math.min(lons.length, (box + 1) * SIDES_OF_BOX); i++) {
      const corner = i < 0 ? lons.length - 1 : i
      west = Math.min(west, lons[corner]!)
      east = Math.max(east, lons[corner]!)
      south = Math.min(south, lats[corner]!)
      north = Math.max(north, lats[corner]!)
    }
    boxes.set([west, east, south, north], box * 4)
  }
  return boxes
}

/** The share of a way at which it meets a side, -1 when it does not. */
function meeting(
  x: number,
  y: number,
  toX: number,
  toY: number,
  sideX: number,
  sideY: number,
  endX: number,
  endY: number,
): number {
  const [wayX, wayY] = [toX - x, toY - y]
  const [alongX, alongY] = [endX - sideX, endY - sideY]
  const cross = wayX * alongY - wayY * alongX
  // Along a side: its ends are those of its neighbours.
  if (cross === 0) return -1
  const [dx, dy] = [sideX - x, sideY - y]
  const share = (dx * alongY - dy * alongX) / cross
  const onSide = (dx * wayY - dy * wayX) / cross
  return share >= 0 && share <= 1 && onSide >= 0 && onSide <= 1 ? share : -1
}
