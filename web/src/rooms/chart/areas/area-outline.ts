import type { Aoi, AoiShape } from '@samudra/contract/areas'
import { corridorAlong } from '@samudra/nautical/polygons/shapes'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { readCoordinates } from '../../../map/coordinates/coordinates.ts'
import { geometryOf } from '../../../map/draw/outline.ts'
import type { DrawnFeature } from '../../../map/draw/shapes.ts'
import type { Position } from '../../../map/draw/shapes.ts'

/** Shape sent for a drawing: its outline, or the shape the outline is computed from. */
export type Outline = { geometry: Aoi['geometry'] } | { shape: AoiShape }

/** Puts drawn parts together: a line with a width is a corridor, one circle a circle, holes go into the part around them. */
export function outlineOf(features: readonly DrawnFeature[], widthNm: number): Outline | null {
  const line = features.find(({ geometry }) => geometry.type === 'LineString')
  if (line !== undefined && line.geometry.type === 'LineString')
    return { shape: { shape: 'corridor', line: line.geometry.coordinates, width_nm: widthNm } }
  const parts = features.filter(({ geometry }) => geometry.type === 'Polygon')
  const [only] = parts
  if (only === undefined || parts.every(({ isHole }) => isHole)) return null
  if (parts.length === 1 && only.circle !== null)
    return { shape: { shape: 'circle', center: only.circle.center, radius_nm: only.circle.radiusNm } }
  return { geometry: geometryOf(features)! }
}

/** The corridor of a line as it will be, for looking at it before it is saved. */
export const corridorOf = (line: readonly Position[], widthNm: number): Position[] =>
  corridorAlong(
    line.map(([lon, lat]) => place(lat, lon)),
    widthNm * METRES_PER_NM,
  )

/** Rings read from text; `why` when it cannot be read. */
export type Pasted = { polygons: Position[][][] } | { why: string }

/** Reads GeoJSON with polygons in it, or one position a line in any writing. */
export function readPasted(text: string): Pasted {
  const trimmed = text.trim()
  if (trimmed === '') return { why: 'Paste GeoJSON, or one position per line.' }
  return trimmed.startsWith('{') || trimmed.startsWith('[') ? readGeoJson(trimmed) : readLines(trimmed)
}

function readLines(text: string): Pasted {
  const ring: Position[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const at = readCoordinates(line)
    if (at === null) return { why: `Line ${i + 1} is not a position: ${line.trim().slice(0, 40)}` }
    ring.push([at.lon, at.lat])
  }
  if (ring.length < 3) return { why: 'An area needs at least three positions.' }
  const [first, last] = [ring[0]!, ring.at(-1)!]
  return { polygons: [[first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first]]] }
}

function readGeoJson(text: string): Pasted {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return { why: `Not valid GeoJSON: ${(error as Error).message}` }
  }
  const polygons: Position[][][] = []
  const why = gather(given, polygons, 0)
  if (why !== null) return { why }
  return polygons.length === 0 ? { why: 'The GeoJSON contains no polygon.' } : { polygons }
}

type Loose = {
  type?: unknown
  features?: unknown
  geometry?: unknown
  geometries?: unknown
  coordinates?: unknown
}

function gather(given: unknown, into: Position[][][], depth: number): string | null {
  if (typeof given !== 'object' || given === null || depth > 8) return null
  const { type, features, geometry, geometries, coordinates } = given as Loose
  const inner = Array.isArray(features) ? features : Array.isArray(geometries) ? geometries : [geometry]
  if (type === 'Polygon' || type === 'MultiPolygon') {
    const polygons = type === 'Polygon' ? [coordinates] : coordinates
    if (!Array.isArray(polygons) || !polygons.every(isRings)) return 'A ring needs at least four positions.'
    into.push(...polygons.map((rings) => rings.map((ring) => ring.map(([lon, lat]): Position => [lon, lat]))))
    return null
  }
  for (const one of inner) {
    const why = gather(one, into, depth + 1)
    if (why !== null) return why
  }
  return null
}

const isRings = (value: unknown): value is Position[][] =>
  Array.isArray(value) &&
  value.every(
    (ring) =>
      Array.isArray(ring) &&
      ring.length >= 4 &&
      ring.every((at) => Array.isArray(at) && Number.isFinite(at[0]) && Number.isFinite(at[1])),
  )
