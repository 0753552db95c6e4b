import { metresBetween } from '@samudra/nautical/geodesy'
import { nmFromMetres } from '@samudra/nautical/units'
import type { EvidencePosition } from './series.ts'

/** Maximum time between reports, ms; others do not show how near two vessels were. */
const APART_MS = 5 * 60_000

export type Closest = { one: EvidencePosition; other: EvidencePosition; metres: number }

/** Returns the positions of two vessels, each with the nearest in time of the other, at which they were nearest; null without any. */
export function closestOf(positions: readonly EvidencePosition[]): Closest | null {
  const [first, second, ...more] = [...new Set(positions.map(({ mmsi }) => mmsi))]
  if (first === undefined || second === undefined || more.length > 0) return null
  const placed = (mmsi: string) =>
    positions.flatMap((position) => {
      const { latitude: lat, longitude: lon, quality } = position
      if (position.mmsi !== mmsi || lat === null || lon === null || quality === 'QUARANTINED') return []
      return [{ position, lat, lon, at: Date.parse(position.observed_at) }]
    })
  const others = placed(second)
  let closest: Closest | null = null
  let from = 0
  for (const one of placed(first)) {
    const apart = (i: number) => Math.abs(others[i]!.at - one.at)
    while (from + 1 < others.length && apart(from + 1) <= apart(from)) from++
    const other = others[from]
    if (other === undefined || apart(from) > APART_MS) continue
    const metres = metresBetween(one.lat, one.lon, other.lat, other.lon)
    if (closest === null || metres < closest.metres)
      closest = { one: one.position, other: other.position, metres }
  }
  return closest
}

/** States a distance in metres, from a mile on in nautical miles. */
export const distanceText = (metres: number) =>
  metres < 1852 ? `${Math.round(metres)} m` : `${nmFromMetres(metres).toFixed(1)} NM`
