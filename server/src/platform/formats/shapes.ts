import { splitAtAntimeridian } from '@samudra/nautical/antimeridian'
import { signedRingArea } from '@samudra/nautical/polygons/polygon'
import { simplifyLine, simplifyRing } from '@samudra/nautical/polygons/simplify-ring'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoGeometry, GeoOptions, Position, Properties } from './geo-reading.ts'

const LONGEST_RING = 1_000_000
const MOST_PARTS = 50_000
const MOST_PROPERTIES = 100
const LONGEST_TEXT = 2000

/**
 * Returns a geometry that may be stored: finite, in range, rings closed, simplified, cut at 180 degrees. Throws
 * Unreadable.
 */
export function shapeFrom(
  raw: unknown,
  { only, tolerance }: Pick<GeoOptions, 'only' | 'tolerance'>,
): GeoGeometry {
  const { type, coordinates } = objectIn(raw, 'the geometry')
  if (type === 'Polygon' || type === 'MultiPolygon') {
    const polygons = type === 'Polygon' ? [coordinates] : listIn(coordinates)
    return areaFrom(
      polygons.map((rings) => listIn(rings).map(positionsIn)),
      tolerance,
    )
  }
  if (only === 'areas') throw new Unreadable(`has a ${wordFor(type)}, not an area`)
  switch (type) {
    case 'Point':
      return { type, coordinates: positionIn(coordinates) }
    case 'MultiPoint':
      return { type, coordinates: positionsIn(coordinates) }
    case 'LineString':
      return { type, coordinates: lineIn(coordinates, tolerance) }
    case 'MultiLineString':
      return { type, coordinates: listIn(coordinates).map((line) => lineIn(line, tolerance)) }
    default:
      throw new Unreadable(`has a ${wordFor(type)}, which cannot be used`)
  }
}

function areaFrom(polygons: Position[][][], tolerance: number): GeoGeometry {
  const parts = polygons.flatMap((rings) => {
    for (const ring of rings) {
      const [first, last] = [ring[0], ring.at(-1)]
      if (first === undefined || ring.length < 4)
        throw new Unreadable('has a ring of fewer than four positions')
      if (first[0] !== last![0] || first[1] !== last![1])
        throw new Unreadable('has a ring whose last position differs from its first')
    }
    const [outer, ...holes] = rings.map((ring) => simplifyRing(ring, tolerance))
    if (outer === null || outer === undefined) return []
    try {
      const sound = [outer, ...holes.filter((hole) => hole !== null)].map(wound)
      return splitAtAntimeridian(sound)
    } catch (error) {
      throw new Unreadable(error instanceof RangeError ? error.message : 'is not valid')
    }
  })
  if (parts.length === 0) throw new Unreadable('disappears after simplification')
  return parts.length === 1
    ? { type: 'Polygon', coordinates: parts[0]! }
    : { type: 'MultiPolygon', coordinates: parts }
}

/** Outsides anticlockwise, holes clockwise (RFC 7946, 3.1.6): the same area reads the same from every format. */
const wound = (ring: Position[], index: number): Position[] =>
  signedRingArea(ring) > 0 === (index === 0) ? ring : ring.toReversed()

function lineIn(raw: unknown, tolerance: number): Position[] {
  const line = positionsIn(raw)
  if (line.length < 2) throw new Unreadable('has a line of fewer than two positions')
  return simplifyLine(line, tolerance)
}

const wordFor = (type: unknown) => (typeof type === 'string' ? type.slice(0, 40) : 'geometry without a type')

function objectIn(raw: unknown, what: string): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null) throw new Unreadable(`has no ${what.replace('the ', '')}`)
  return raw as Record<string, unknown>
}
function listIn(raw: unknown): unknown[] {
  if (!Array.isArray(raw)) throw new Unreadable('has coordinates that are not a list')
  if (raw.length > MOST_PARTS) throw new Unreadable(`has more than ${MOST_PARTS} parts`)
  return raw
}
function positionsIn(raw: unknown): Position[] {
  if (!Array.isArray(raw)) throw new Unreadable('has coordinates that are not a list')
  if (raw.length > LONGEST_RING) throw new Unreadable(`has a ring of more than ${LONGEST_RING} positions`)
  return raw.map(positionIn)
}
function positionIn(raw: unknown): Position {
  const [lon, lat] = Array.isArray(raw) ? (raw as unknown[]) : []
  if (typeof lon !== 'number' || typeof lat !== 'number' || !Number.isFinite(lon) || !Number.isFinite(lat))
    throw new Unreadable('has a position that is not a pair of numbers')
  if (Math.abs(lat) > 90 || Math.abs(lon) > 360)
    throw new Unreadable(`has a position off the globe (${lon}, ${lat}); coordinates must be WGS 84 degrees`)
  return [lon, lat]
}

export function positionsOf(geometry: GeoGeometry): number {
  if (geometry.type === 'Point') return 1
  if (geometry.type === 'MultiPoint' || geometry.type === 'LineString') return geometry.coordinates.length
  const lines = geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.coordinates
  return lines.reduce((sum, line) => sum + line.length, 0)
}

/** Attributes as texts, numbers and flags; the rest is left out. */
export function propertiesFrom(raw: unknown): Properties {
  if (typeof raw !== 'object' || raw === null) return {}
  const stored: Properties = {}
  for (const [name, value] of Object.entries(raw).slice(0, MOST_PROPERTIES)) {
    if (typeof value === 'string')
      stored[name.slice(0, 100)] = value.slice(0, LONGEST_TEXT).replaceAll('\0', '')
    else if (typeof value === 'bigint') stored[name.slice(0, 100)] = Number(value)
    else if (typeof value === 'boolean' || value === null) stored[name.slice(0, 100)] = value
    else if (typeof value === 'number' && Number.isFinite(value)) stored[name.slice(0, 100)] = value
  }
  return stored
}
