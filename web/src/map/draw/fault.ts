import { settlePolygons, ShapeFault } from '@samudra/nautical/polygons/polygon-faults'
import type { DrawnFeature } from './shapes.ts'
import type { Position } from './shapes.ts'

/** Outlines with more corners are looked at by the server alone, which takes its time for them. */
const MOST_CORNERS = 2000

/** Returns why the drawing cannot be saved in its present state, as a sentence with what to do; null when it can. */
export function faultOf(features: readonly DrawnFeature[], isUnderWay: boolean): string | null {
  if (features.length === 0) return 'Draw the shape on the map first.'
  if (isUnderWay) return 'Finish the shape first: press Enter or "Finish".'
  const rings: { ring: Position[]; isHole: boolean }[] = []
  for (const { geometry, isHole } of features) {
    if (geometry.type === 'LineString' && geometry.coordinates.length < 2)
      return 'A line needs at least two points.'
    if (geometry.type === 'Polygon') rings.push({ ring: geometry.coordinates[0]!, isHole })
  }
  if (rings.reduce((sum, { ring }) => sum + ring.length, 0) > MOST_CORNERS) return null
  if (rings.length > 0 && rings.every(({ isHole }) => isHole)) return 'Draw the outer shape before the hole.'
  // Holes are checked one by one here; the part they belong to is settled where the shape is saved.
  for (const { ring } of rings)
    try {
      settlePolygons([[ring]])
    } catch (error) {
      if (error instanceof ShapeFault) return `This shape is not a valid area: ${error.message}.`
      throw error
    }
  return null
}
