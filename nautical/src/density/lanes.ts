import { EqualArea, middleOf } from './equal-area.ts'
import { hdbscan } from './hdbscan.ts'
import { KdTree } from './kd-tree.ts'
import { NearestPlaces } from './neighbours.ts'

/**
 * Distances, NM, that count for a knot of speed and for a radian of course. Our choice: vessels of one lane differ by
 * some 3 kn and 10°, and lie some 5 NM aside of each other. So these count about the same, and opposite courses 60 NM.
 */
export const NM_A_KNOT = 1
export const NM_A_RADIAN = 30
/** So many are within a core distance, and a cluster at the least (design: 10); of many points more. */
const LEAST = 10
const SHARE_OF_A_LANE = 500
const DIMENSIONS = 5
const RADIANS = Math.PI / 180

/** Fixes of ships under way, equally far apart along their ways. Degrees, knots. */
export type WayPoints = {
  readonly ship: readonly number[] | Uint32Array
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly knots: Float64Array
  readonly course: Float64Array
}

/** One lane: its points and ships, and how far the tenth next point of one of its own is, as the root of the mean square, NM. */
export type Lane = { points: number; ships: number; spread: number; strength: number }

export type Lanes = {
  readonly lanes: readonly Lane[]
  /** Lane of each point, -1 for one in none. */
  readonly laneOf: Int32Array
}

/** Finds lanes where ships of a type go: clusters by density of place, course and speed (HDBSCAN*). */
export function findLanes(points: WayPoints): Lanes {
  const count = points.lat.length
  const found = hdbscan({
    points: coordinatesOf(points, middleOf(points.lat, points.lon)),
    dimensions: DIMENSIONS,
    leastSize: Math.max(LEAST, Math.round(count / SHARE_OF_A_LANE)),
    leastNear: LEAST + 1,
  })
  const squares = new Float64Array(found.count)
  const strength = new Float64Array(found.count)
  const sizes = new Uint32Array(found.count)
  const ships = Array.from({ length: found.count }, () => new Set<number>())
  for (const [i, lane] of found.labels.entries()) {
    if (lane < 0) continue
    squares[lane]! += found.core[i]! ** 2
    strength[lane]! += found.strength[i]!
    sizes[lane]!++
    ships[lane]!.add(points.ship[i]!)
  }
  return {
    lanes: ships.map((own, lane) => ({
      points: sizes[lane]!,
      ships: own.size,
      // Points in one place are not nearer than AIS can report a place.
      spread: Math.max(0.05, Math.sqrt(squares[lane]! / sizes[lane]!)),
      strength: strength[lane]! / sizes[lane]!,
    })),
    laneOf: found.labels,
  }
}

function coordinatesOf(points: WayPoints, middle: { lat: number; lon: number }): Float64Array {
  const plane = new EqualArea(middle.lat, middle.lon)
  const all = new Float64Array(points.lat.length * DIMENSIONS)
  for (let i = 0; i < points.lat.length; i++)
    put(plane, points.lat[i]!, points.lon[i]!, points.knots[i]!, points.course[i]!, all, i * DIMENSIONS)
  return all
}

function put(
  plane: EqualArea,
  lat: number,
  lon: number,
  knots: number,
  course: number,
  into: Float64Array,
  at: number,
): void {
  plane.put(lat, lon, into, at)
  into[at + 2] = NM_A_RADIAN * Math.cos(course * RADIANS)
  into[at + 3] = NM_A_RADIAN * Math.sin(course * RADIANS)
  into[at + 4] = NM_A_KNOT * knots
}

/** Lookup of how far vessels are from the lanes of their type, in microseconds. */
export class LaneLookup {
  readonly #lanes: readonly Lane[]
  readonly #plane: EqualArea
  readonly #near: NearestPlaces
  /** Lane of each place of the tree. */
  readonly #laneAt: Int32Array
  readonly #query = new Float64Array(DIMENSIONS)
  /** Distance of the tenth point of the lanes at the last query, NM. */
  away = Number.NaN

  /** `points` and the lanes they were found to make; those in none are left out. */
  constructor(points: WayPoints, { lanes, laneOf }: Lanes) {
    const of = [...laneOf.keys()].filter((i) => laneOf[i]! >= 0)
    const pick = (column: Float64Array) => Float64Array.from(of, (i) => column[i]!)
    const own = {
      ship: [],
      lat: pick(points.lat),
      lon: pick(points.lon),
      knots: pick(points.knots),
      course: pick(points.course),
    }
    const middle = middleOf(own.lat, own.lon)
    this.#lanes = lanes
    this.#plane = new EqualArea(middle.lat, middle.lon)
    const tree = new KdTree(coordinatesOf(own, middle), DIMENSIONS)
    this.#near = new NearestPlaces(tree, LEAST)
    this.#laneAt = Int32Array.from(tree.order, (i) => laneOf[of[i]!]!)
  }

  /**
   * Returns the distance of a vessel from the nearest lane. This is the distance of the tenth nearest point of lanes,
   * divided by that for vessels of the nearest point's lane (root of the mean square). 1 is usual, 4 is outside; NaN
   * where there are no lanes.
   */
  deviation(lat: number, lon: number, knots: number, course: number): number {
    put(this.#plane, lat, lon, knots, course, this.#query, 0)
    if (this.#near.find(this.#query) < LEAST) return Number.NaN
    this.away = Math.sqrt(this.#near.squares[LEAST - 1]!)
    return this.away / this.#lanes[this.#laneAt[this.#near.places[0]!]!]!.spread
  }
}
