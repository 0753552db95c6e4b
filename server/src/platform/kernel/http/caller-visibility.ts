import { createHash } from 'node:crypto'
import type { EventGeometry } from '@samudra/contract/events'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { preparePolygon, type PreparedPolygon } from '@samudra/nautical/polygons/polygon'
import { PolygonLookup } from '@samudra/nautical/polygons/polygon-lookup'
import { isPolygonWithin, polygonsTouch } from '@samudra/nautical/polygons/polygon-sides'

/**
 * Visibility of a caller: the one decision for REST, sockets, search, counts and exports (contract D8). A row is
 * visible if its source is one of the caller's and its position at that time lies in one of the caller's zones. A row
 * without a position is visible by source alone. An empty list is nothing, `*` is all.
 */
export interface CallerVisibility {
  /** True when nothing is hidden, so that hot paths need not ask. */
  readonly all: boolean
  readonly everySource: boolean
  readonly everywhere: boolean
  /** A box around all zones, degrees; longitudes whole when a zone crosses 180. Null when everywhere. */
  readonly box: { west: number; south: number; east: number; north: number } | null
  source(code: string): boolean
  /** Degrees; null when there is no place. */
  place(lat: number | null, lon: number | null): boolean
  /** Returns whether an area intersects the zones. Cached by the array it is passed. */
  area(polygons: readonly PreparedPolygon[]): boolean
  /** Returns whether an area lies wholly in the zones, each part in one of them; counts of it hide nothing then. */
  wholeArea(polygons: readonly PreparedPolygon[]): boolean
  row(source: string, lat: number | null, lon: number | null): boolean
  /** Returns a mark that is equal for equal visibility, and differs as soon as anything of it changes. */
  mark(): string
}

/** Compiles a caller's lists; `zones` are the shapes of the zones named, or `*`. */
export function visibilityOf(
  sources: readonly string[],
  zones: readonly ZoneGeometry[] | '*',
): CallerVisibility {
  const everySource = sources.includes('*')
  const codes = new Set(sources)
  const everywhere = zones === '*'
  const shapes = everywhere ? [] : zones.flatMap(polygonsIn)
  const isInside = (lat: number, lon: number) =>
    !everywhere && zones.some((zone) => lookupOf(zone).at(lat, lon) > 0)
  const source = (code: string) => everySource || codes.has(code)
  const place = (lat: number | null, lon: number | null) =>
    everywhere || lat === null || lon === null || isInside(lat, lon)
  const touched = new WeakMap<readonly PreparedPolygon[], boolean>()
  const area = (polygons: readonly PreparedPolygon[]) => {
    const known = touched.get(polygons)
    if (known !== undefined) return known
    const touches = polygons.some((one) => shapes.some((shape) => polygonsTouch(one, shape)))
    touched.set(polygons, touches)
    return touches
  }
  let mark: string | undefined
  return {
    all: everySource && everywhere,
    everySource,
    everywhere,
    box: everywhere ? null : boxAround(shapes),
    source,
    place,
    area: (polygons) => everywhere || area(polygons),
    wholeArea: (polygons) =>
      everywhere || polygons.every((one) => shapes.some((shape) => isPolygonWithin(one, shape))),
    row: (code, lat, lon) => source(code) && place(lat, lon),
    mark: () =>
      (mark ??= createHash('sha256')
        .update(JSON.stringify([sources, zones]))
        .digest('hex')),
  }
}

const lookups = new WeakMap<ZoneGeometry, PolygonLookup<number>>()
/** Returns a lookup of positions within an outline; prepared once for each outline in memory. */
export function lookupOf(outline: ZoneGeometry): PolygonLookup<number> {
  const known = lookups.get(outline) ?? new PolygonLookup([[0, partsOf(outline)]])
  lookups.set(outline, known)
  return known
}

function boxAround(shapes: readonly PreparedPolygon[]) {
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (const ring of shapes.flat()) {
    const isWhole = ring.west < -180 || ring.east > 180
    box.west = Math.min(box.west, isWhole ? -180 : ring.west)
    box.east = Math.max(box.east, isWhole ? 180 : ring.east)
    box.south = Math.min(box.south, ring.south)
    box.north = Math.max(box.north, ring.north)
  }
  return box
}

/** The polygons of a zone, ready for asking many times. Throws RangeError for a ring that goes round a pole. */
export const polygonsIn = (geometry: ZoneGeometry): PreparedPolygon[] => partsOf(geometry).map(preparePolygon)

/** The polygons of an outline, as it is written. */
export const partsOf = ({ type, coordinates }: ZoneGeometry) =>
  type === 'Polygon' ? [coordinates] : coordinates

const shapes = new WeakMap<ZoneGeometry, PreparedPolygon[]>()
/** The same, made ready once for each shape that is held. */
export function shapesOf(geometry: ZoneGeometry): PreparedPolygon[] {
  const known = shapes.get(geometry) ?? polygonsIn(geometry)
  shapes.set(geometry, known)
  return known
}

/** Returns whether a geometry intersects what a user may see. */
export function isGeometryVisible(geometry: EventGeometry, visibility: CallerVisibility): boolean {
  if (visibility.everywhere) return true
  if (geometry.type === 'Point') return visibility.place(geometry.coordinates[1], geometry.coordinates[0])
  if (geometry.type === 'LineString')
    return geometry.coordinates.some(([lon, lat]) => visibility.place(lat, lon))
  return visibility.area(shapesOf(geometry))
}
