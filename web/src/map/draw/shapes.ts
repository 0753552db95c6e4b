import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'

/** Degrees; longitudes run on past 180 rather than jump. */
export type Position = [lon: number, lat: number]
export type DrawnGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
/** `circle` while it still is one: it was drawn as one and no corner was moved. */
export type DrawnFeature = {
  id: string
  geometry: DrawnGeometry
  isHole: boolean
  circle: { center: Position; radiusNm: number } | null
}
export const CIRCLE_CORNERS = 72

/** A geodesic circle as a polygon of 72 corners. */
export function circleOf(center: Position, radiusNm: number): { type: 'Polygon'; coordinates: Position[][] } {
  const ring: Position[] = Array.from({ length: CIRCLE_CORNERS }, (_, i) => {
    const at = destinationOf(
      place(center[1], center[0]),
      -i * (360 / CIRCLE_CORNERS),
      radiusNm * METRES_PER_NM,
    )
    // Runs on across 180 degrees instead of jumping to the other side.
    const lon = center[0] + ((((at.lon - center[0] + 180) % 360) + 360) % 360) - 180
    return [lon, at.lat]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
}
