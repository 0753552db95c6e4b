import type { ZoneGeometry } from '@samudra/contract/zones'

/**
 * What a caller may see: the one decision for REST, sockets, search, counts and exports (contract D8). A row is
 * visible if its source is one of the caller's and its place at that time lies in the union of the caller's zones;
 * what has no place is visible by source alone; an empty list is nothing, `*` is all.
 */
export interface Sight {
  /** True when nothing is hidden, so that hot paths need not ask. */
  readonly all: boolean
  readonly everySource: boolean
  readonly everywhere: boolean
  source(code: string): boolean
  /** Degrees; null when there is no place. */
  place(lat: number | null, lon: number | null): boolean
  row(source: string, lat: number | null, lon: number | null): boolean
}

/** Compiles a caller's lists; `zones` are the shapes of the zones named, or `*`. */
export function sightOf(sources: readonly string[], zones: readonly ZoneGeometry[] | '*'): Sight {
  const everySource = sources.includes('*')
  const codes = new Set(sources)
  const everywhere = zones === '*'
  const shapes = everywhere ? [] : zones.flatMap(polygonsOf)
  const source = (code: string) => everySource || codes.has(code)
  const place = (lat: number | null, lon: number | null) =>
    everywhere || lat === null || lon === null || shapes.some((shape) => isInside(shape, lat, lon))
  return {
    all: everySource && everywhere,
    everySource,
    everywhere,
    source,
    place,
    row: (code, lat, lon) => source(code) && place(lat, lon),
  }
}

type Ring = readonly (readonly number[])[]
type Shape = { rings: Ring[]; west: number; south: number; east: number; north: number }

function polygonsOf(geometry: ZoneGeometry): Shape[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons.map((rings) => {
    const outer: Ring = rings[0]!
    const lons = outer.map((at) => at[0]!)
    const lats = outer.map((at) => at[1]!)
    return {
      rings,
      west: lons.reduce((a, b) => Math.min(a, b)),
      east: lons.reduce((a, b) => Math.max(a, b)),
      south: lats.reduce((a, b) => Math.min(a, b)),
      north: lats.reduce((a, b) => Math.max(a, b)),
    }
  })
}

/** Rings may run past 180 degrees, so a place is also tried one turn to either side. */
function isInside(shape: Shape, lat: number, lon: number): boolean {
  if (lat < shape.south || lat > shape.north) return false
  for (let at = lon - 360; at <= lon + 360; at += 360)
    if (at >= shape.west && at <= shape.east && crossings(shape, lat, at)) return true
  return false
}

/** Even-odd rule over all rings, so holes are outside; a place on the western or southern edge is inside. */
function crossings({ rings }: Shape, lat: number, lon: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [x1, y1] = ring[i] as [number, number]
      const [x2, y2] = ring[j] as [number, number]
      if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}
