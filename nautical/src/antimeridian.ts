import { unwrapRing, type Rings } from './polygons/polygon.ts'

type Corner = [lon: number, lat: number]

/**
 * A polygon cut at 180 degrees, as GeoJSON wants it (RFC 7946, 3.1.9): the parts lie within [-180, 180]. One that does
 * not cross comes back as one. Throws RangeError for a ring that goes round a pole.
 */
export function splitAtAntimeridian(rings: Rings): Corner[][][] {
  const open = rings.map((ring): Corner[] => {
    const { lons, lats } = unwrapRing(ring)
    return Array.from(lons, (lon, i): Corner => [lon, lats[i]!])
  })
  const outer = open[0]
  if (outer === undefined) return []
  const lons = outer.map(([lon]) => lon)
  const west = lons.reduce((a, b) => Math.min(a, b))
  const east = lons.reduce((a, b) => Math.max(a, b))
  const parts: Corner[][][] = []
  // Turns of the globe the polygon lies on; one that ends exactly at 180 lies on one.
  for (let turn = Math.floor((west + 180) / 360); turn * 360 - 180 < east; turn++) {
    const [low, high] = [turn * 360 - 180, turn * 360 + 180]
    // A hole was unwrapped by itself and may lie a turn beside its outside.
    const pieces = open.flatMap((ring, i) => {
      const shifted = i === 0 ? ring : besides(ring, west, east)
      const piece =
        low <= west && east <= high && i === 0 ? shifted : clip(clip(shifted, low, true), high, false)
      return piece.length < 3 ? [] : [piece.map(([lon, lat]): Corner => [lon - turn * 360, lat])]
    })
    if (pieces.length > 0) parts.push(pieces.map((piece) => [...piece, [...piece[0]!] as Corner]))
  }
  return parts
}

function besides(hole: readonly Corner[], west: number, east: number): Corner[] {
  const lons = hole.map(([lon]) => lon)
  const middle = (lons.reduce((a, b) => Math.min(a, b)) + lons.reduce((a, b) => Math.max(a, b))) / 2
  const turns =
    middle < west ? Math.ceil((west - middle) / 360) : middle > east ? -Math.ceil((middle - east) / 360) : 0
  return hole.map(([lon, lat]) => [lon + turns * 360, lat])
}

/** One side of Sutherland and Hodgman: what lies east (or west) of a meridian. */
function clip(ring: readonly Corner[], meridian: number, keepsEast: boolean): Corner[] {
  const isStored = ([lon]: Corner) => (keepsEast ? lon >= meridian : lon <= meridian)
  const remaining: Corner[] = []
  for (const [i, corner] of ring.entries()) {
    const before = ring[(i + ring.length - 1) % ring.length]!
    if (isStored(corner) !== isStored(before)) {
      const t = (meridian - before[0]) / (corner[0] - before[0])
      remaining.push([meridian, before[1] + (corner[1] - before[1]) * t])
    }
    if (isStored(corner)) remaining.push(corner)
  }
  return remaining
}
