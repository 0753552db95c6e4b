import type { ZoneGeometry } from '@samudra/contract/zones'
import type { Drawing } from './drawing.ts'
import type { DrawnFeature, Position } from './shapes.ts'

/** Drawn parts as one shape, each hole in the part around it; null while there is none. */
export function geometryOf(features: readonly DrawnFeature[]): ZoneGeometry | null {
  const parts = features.flatMap(({ geometry, isHole }) =>
    geometry.type === 'Polygon' ? [{ ring: geometry.coordinates[0]!, isHole }] : [],
  )
  const holes = parts.filter(({ isHole }) => isHole)
  const polygons = parts
    .filter(({ isHole }) => !isHole)
    .map(({ ring }) => [
      ring,
      ...holes.filter((hole) => isAround(ring, hole.ring)).map(({ ring: inner }) => inner),
    ])
  const [only] = polygons
  if (only === undefined) return null
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons }
}

/** By the first corner of the inner one; whether it really lies inside is checked where it is stored. */
function isAround(outer: readonly Position[], inner: readonly Position[]): boolean {
  const [x, y] = inner[0]!
  let isInside = false
  for (let i = 0, j = outer.length - 1; i < outer.length; j = i++) {
    const [xi, yi] = outer[i]!
    const [xj, yj] = outer[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside
  }
  return isInside
}

/** Puts a stored shape on the map for editing. */
export function putGeometry(drawing: Drawing, geometry: ZoneGeometry) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  for (const rings of polygons)
    for (const [i, ring] of rings.entries())
      drawing.add(
        { type: 'Polygon', coordinates: [ring.map(([lon, lat]): Position => [lon, lat])] },
        { isHole: i > 0 },
      )
}
