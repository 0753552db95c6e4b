import { initialBearing, metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { EDGES, isSeaLine, NODES } from './water.ts'

type Corner = { lat: number; lon: number; clearance: number }

/** A way by water. A ship sails it a constant share of its width to starboard of the middle. */
export type Route = {
  lats: Float64Array
  lons: Float64Array
  /** Degrees to go to starboard for the whole width, at each corner. */
  asideLat: Float64Array
  asideLon: Float64Array
  /** Metres from the start, at each corner. */
  along: Float64Array
  length: number
}

/** Half the width of a lane in open water, NM. */
const WIDEST_NM = 7
const SHARES = [0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 1]
/** Inside the cell of its berth a ship has this much room. */
const BERTH_WIDTH_NM = 0.35

let neighbours: { to: number; metres: number }[][] | undefined

function network() {
  const linked: { to: number; metres: number }[][] = NODES.map(() => [])
  for (const [a, b] of EDGES) {
    const metres = metresBetween(NODES[a]![1], NODES[a]![0], NODES[b]![1], NODES[b]![0])
    linked[a]!.push({ to: b, metres })
    linked[b]!.push({ to: a, metres })
  }
  return linked
}

/** For every corner the next one on the shortest way to a goal (Dijkstra). */
function waysTo(goal: number): Int32Array {
  neighbours ??= network()
  const next = new Int32Array(NODES.length).fill(-1)
  const far = new Float64Array(NODES.length).fill(Infinity)
  far[goal] = 0
  const open = new Set([goal])
  while (open.size > 0) {
    let nearest = -1
    for (const node of open) if (nearest < 0 || far[node]! < far[nearest]!) nearest = node
    open.delete(nearest)
    for (const { to, metres } of neighbours[nearest]!) {
      const through = far[nearest]! + metres
      if (through >= far[to]!) continue
      far[to] = through
      next[to] = nearest
      open.add(to)
    }
  }
  return next
}

/** Cuts a corner as Chaikin does, unless the short cut would touch land. */
function roundOff(corners: readonly Corner[]): Corner[] {
  const rounded: Corner[] = [corners[0]!]
  for (let i = 1; i < corners.length - 1; i++) {
    const [before, here, after] = [corners[i - 1]!, corners[i]!, corners[i + 1]!]
    const near = (there: Corner): Corner => ({
      lat: here.lat + (there.lat - here.lat) / 4,
      lon: here.lon + (there.lon - here.lon) / 4,
      clearance: here.clearance,
    })
    const [a, b] = [near(before), near(after)]
    if (isSeaLine(a.lat, a.lon, b.lat, b.lon)) rounded.push(a, b)
    else rounded.push(here)
  }
  rounded.push(corners.at(-1)!)
  return rounded
}

/** Lays a route through corners and makes its lane as wide as the land on its starboard side allows. */
function layRoute(corners: readonly Corner[]): Route {
  const size = corners.length
  const lats = Float64Array.from(corners, ({ lat }) => lat)
  const lons = Float64Array.from(corners, ({ lon }) => lon)
  const asideLat = new Float64Array(size)
  const asideLon = new Float64Array(size)
  const along = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    const from = corners[Math.max(0, i - 1)]!
    const to = corners[Math.min(size - 1, i + 1)]!
    const course = (initialBearing(place(from.lat, from.lon), place(to.lat, to.lon)) * Math.PI) / 180
    const { clearance, lat } = corners[i]!
    const isEnd = i === 0 || i === size - 1
    const width = isEnd ? BERTH_WIDTH_NM : Math.min(WIDEST_NM, Math.max(BERTH_WIDTH_NM, clearance * 0.4))
    asideLat[i] = (-Math.sin(course) * width) / 60
    asideLon[i] = (Math.cos(course) * width) / 60 / Math.cos((lat * Math.PI) / 180)
    if (i > 0) along[i] = along[i - 1]! + metresBetween(lats[i - 1]!, lons[i - 1]!, lats[i]!, lons[i]!)
  }
  const route = { lats, lons, asideLat, asideLon, along, length: along[size - 1]! }
  narrow(route, (i) => isFarOut(corners[i]!, corners[i + 1]!))
  return route
}

function isLegClear({ lats, lons, asideLat, asideLon }: Route, i: number): boolean {
  return SHARES.every((share) =>
    isSeaLine(
      lats[i]! + asideLat[i]! * share,
      lons[i]! + asideLon[i]! * share,
      lats[i + 1]! + asideLat[i + 1]! * share,
      lons[i + 1]! + asideLon[i + 1]! * share,
    ),
  )
}

/** Returns true if the open water known around two corners contains the whole lane between them. */
function isFarOut(a: Corner, b: Corner): boolean {
  const nm = metresBetween(a.lat, a.lon, b.lat, b.lon) / METRES_PER_NM
  // Clearance is counted in cells, and those are narrower than a mile away from the equator.
  return (Math.min(a.clearance, b.clearance) - 2 * WIDEST_NM) * 0.7 > nm / 2
}

/** Maximum difference in length between the edge and the middle of a lane, as a share. */
const MOST_STRETCH = 0.25

/** Length of a leg at the edge of the lane, as a share of the length in the middle; negative when it runs back. */
export function stretchOf({ lats, lons, asideLat, asideLon }: Route, i: number, aside: number): number {
  const north = lats[i + 1]! - lats[i]!
  const narrowing = Math.cos((lats[i]! * Math.PI) / 180)
  const east = (lons[i + 1]! - lons[i]!) * narrowing
  const edgeNorth = north + (asideLat[i + 1]! - asideLat[i]!) * aside
  const edgeEast = east + (asideLon[i + 1]! - asideLon[i]!) * aside * narrowing
  const isForward = north * edgeNorth + east * edgeEast > 0
  const length = Math.hypot(north, east)
  if (length === 0) return 1
  return ((isForward ? 1 : -1) * Math.hypot(edgeNorth, edgeEast)) / length
}

/** Halves the lane at both ends of a leg until no ship on it meets land or has to hurry round a bend. */
function narrow(route: Route, isOpen: (leg: number) => boolean): void {
  const legs = route.lats.length - 1
  const isSound = (leg: number) =>
    Math.abs(stretchOf(route, leg, 1) - 1) <= MOST_STRETCH && (isOpen(leg) || isLegClear(route, leg))
  // A leg is looked at again only when one of its ends was moved.
  let doubtful = new Set(Array.from({ length: legs }, (_, leg) => leg))
  for (let round = 0; round < 12 && doubtful.size > 0; round++) {
    const next = new Set<number>()
    for (const leg of doubtful) {
      if (isSound(leg)) continue
      const factor = round === 11 ? 0 : 0.6
      for (const corner of [leg, leg + 1]) {
        route.asideLat[corner]! *= factor
        route.asideLon[corner]! *= factor
      }
      for (const near of [leg - 1, leg, leg + 1]) if (near >= 0 && near < legs) next.add(near)
    }
    doubtful = next
  }
}

/** Finds routes and keeps them; the network is small and goals repeat. */
export class Routes {
  readonly #ways = new Map<number, Int32Array>()
  readonly #routes = new Map<number, Route>()

  /** The route between two corners of the network. */
  between(from: number, to: number): Route {
    const key = from * NODES.length + to
    const known = this.#routes.get(key)
    if (known !== undefined) return known
    const ways = this.#ways.get(to) ?? waysTo(to)
    this.#ways.set(to, ways)
    const corners: Corner[] = []
    for (let node = from; node >= 0; node = ways[node]!) {
      const [lon, lat, clearance] = NODES[node]!
      corners.push({ lat, lon, clearance })
    }
    const route = layRoute(roundOff(roundOff(corners)))
    this.#routes.set(key, route)
    return route
  }
}

/** A route of a script: through given places, without any width. */
export function routeThrough(places: readonly { lat: number; lon: number }[]): Route {
  return layRoute(places.map(({ lat, lon }) => ({ lat, lon, clearance: 0 })))
}
