import { wrapLongitude } from '../geodesy.ts'
import {
  containsPoint,
  preparePolygon,
  signedRingArea,
  unwrapRing,
  type Ring,
  type Rings,
  type UnwrappedRing,
} from './polygon.ts'
import { sidesMeet, type Side } from './polygon-sides.ts'

type Corner = [lon: number, lat: number]

/** Why a shape cannot be an area, and where. */
export class ShapeFault extends RangeError {
  readonly at: Corner | null
  constructor(why: string, at: readonly [number, number] | null = null) {
    super(at === null ? why : `${why} near ${named(at)}`)
    this.name = 'ShapeFault'
    this.at = at === null ? null : [wrapLongitude(at[0]), at[1]]
  }
}

const named = ([lon, lat]: readonly [number, number]) => {
  const east = wrapLongitude(lon)
  return `${Math.abs(lat).toFixed(4)} ${lat < 0 ? 'S' : 'N'}, ${Math.abs(east).toFixed(4)} ${east < 0 ? 'W' : 'E'}`
}

/** Rounds a coordinate to a centimetre. */
const rounded = (value: number) => Math.round(value * 1e7) / 1e7
/** Lengths between which the intended way of a side is unknown: it may be written past 180 degrees or jump there. */
const HALF_ROUND = 180
const SURELY_JUMPS = 270

/**
 * Returns polygons in stored form: rings closed, repeated corners dropped, longitudes running on across 180 degrees on
 * one turn of the globe, outlines anticlockwise, holes clockwise. Throws ShapeFault for rings that are open, too
 * small, round a pole, or cross themselves or each other.
 */
export function settlePolygons(polygons: readonly Rings[]): Corner[][][] {
  const settled = polygons.map((rings) => {
    const [outer, ...holes] = rings.map(settleRing)
    if (outer === undefined) throw new ShapeFault('there is no outline')
    const west = Math.min(...outer.map(([lon]) => lon))
    // The outline begins on the usual turn of the globe, holes lie within it.
    const base = shifted(outer, wrapLongitude(west) - west)
    return [base, ...holes.map((hole) => besides(base, hole))]
  })
  checkCrossings(settled)
  for (const polygon of settled) checkHoles(polygon)
  checkApart(settled)
  return settled.map((polygon) =>
    polygon.map((ring, i) => {
      const isAnticlockwise = signedRingArea(ring) > 0
      return isAnticlockwise === (i === 0) ? ring : ring.toReversed()
    }),
  )
}

function settleRing(ring: Ring): Corner[] {
  const first = ring[0]
  const last = ring.at(-1)
  if (first === undefined || first[0] !== last![0] || first[1] !== last![1])
    throw new ShapeFault('every ring must end where it begins')
  const corners = ring.map(([lon, lat]): Corner => [rounded(lon!), rounded(lat!)])
  for (let i = 1; i < corners.length; i++) {
    const turn = Math.abs(corners[i]![0] - corners[i - 1]![0])
    if (turn > HALF_ROUND && turn < SURELY_JUMPS)
      throw new ShapeFault('a side goes more than half round the globe; add a corner between', corners[i])
  }
  const remaining = corners.filter(
    ([lon, lat], i) => i === 0 || lon !== corners[i - 1]![0] || lat !== corners[i - 1]![1],
  )
  let unwrapped: UnwrappedRing
  try {
    unwrapped = unwrapRing(remaining)
  } catch (error) {
    throw new ShapeFault((error as Error).message, remaining[0])
  }
  const run = Array.from(unwrapped.lons, (lon, i): Corner => [rounded(lon), unwrapped.lats[i]!])
  return [...run, run[0]!]
}

const shifted = (ring: Corner[], by: number) => ring.map(([lon, lat]): Corner => [rounded(lon + by), lat])

/** A hole on the turn of the globe its outline is on. */
function besides(outer: Corner[], hole: Corner[]): Corner[] {
  const middle = (ring: Corner[]) => {
    const lons = ring.map(([lon]) => lon)
    return (Math.min(...lons) + Math.max(...lons)) / 2
  }
  return shifted(hole, 360 * Math.round((middle(outer) - middle(hole)) / 360))
}

type OwnSide = Side & {
  ring: number
  index: number
  size: number
  west: number
  east: number
  south: number
  north: number
}

const sidesOf = (ring: Corner[], number: number): OwnSide[] =>
  ring.slice(1).map((to, index) => {
    const from = ring[index]!
    return {
      from,
      to,
      ring: number,
      index,
      size: ring.length - 1,
      west: Math.min(from[0], to[0]),
      east: Math.max(from[0], to[0]),
      south: Math.min(from[1], to[1]),
      north: Math.max(from[1], to[1]),
    }
  })

/** Sides of all rings from west to east, each against those it may meet. */
function checkCrossings(polygons: Corner[][][]) {
  const sides = polygons.flat().flatMap(sidesOf)
  sides.sort((a, b) => a.west - b.west)
  let open: OwnSide[] = []
  for (const side of sides) {
    const still: OwnSide[] = []
    for (const other of open) {
      if (other.east < side.west) continue
      still.push(other)
      if (other.south <= side.north && side.south <= other.north) checkPair(side, other)
    }
    still.push(side)
    open = still
  }
}

function checkPair(a: OwnSide, b: OwnSide) {
  const isOneRing = a.ring === b.ring
  const apart = Math.abs(a.index - b.index)
  if (isOneRing && (apart === 1 || apart === a.size - 1)) {
    const [first, second] = (b.index - a.index + a.size) % a.size === 1 ? [a, b] : [b, a]
    if (doublesBack(first, second)) throw new ShapeFault('the outline doubles back on itself', second.from)
    return
  }
  const at = sidesMeet(a, b, isOneRing)
  if (at !== null) throw new ShapeFault(isOneRing ? 'the outline crosses itself' : 'two outlines cross', at)
}

function doublesBack({ from, to }: Side, { to: on }: Side): boolean {
  const [ax, ay, bx, by] = [to[0] - from[0], to[1] - from[1], on[0] - to[0], on[1] - to[1]]
  return ax * by - ay * bx === 0 && ax * bx + ay * by < 0
}

function checkHoles([outer, ...holes]: Corner[][]) {
  const outline = preparePolygon([outer!])
  const prepared = holes.map((hole) => preparePolygon([hole]))
  for (const [i, hole] of holes.entries()) {
    // They do not cross, so one corner inside means all are inside; a corner that touches the outline proves nothing.
    if (!hole.some(([lon, lat]) => containsPoint(outline, lat, lon)))
      throw new ShapeFault('a hole lies outside its outline', hole[0])
    const inOther = prepared.some(
      (other, j) => j !== i && hole.every(([lon, lat]) => containsPoint(other, lat, lon)),
    )
    if (inOther) throw new ShapeFault('a hole lies in another hole', hole[0])
  }
}

function checkApart(polygons: Corner[][][]) {
  const prepared = polygons.map(preparePolygon)
  for (const [i, polygon] of polygons.entries()) {
    const isIn = prepared.some(
      (other, j) => j !== i && polygon[0]!.every(([lon, lat]) => containsPoint(other, lat, lon)),
    )
    if (isIn) throw new ShapeFault('two parts of the area lie on each other', polygon[0]![0])
  }
}
