import type { BoundaryKind, Waters } from '@samudra/contract/reference'
import { destinationOf } from '@samudra/nautical/geodesy'
import { alpha2Of, countryNameOf } from '@samudra/nautical/iso-countries'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import type { Explained } from '@samudra/rules/plans/node'
import { passingIn } from '@samudra/rules/areas/zone'

/** Crossing of a line of 12 or 24 NM: direction, states whose line it is (ISO 3166 alpha-3), and place in degrees. */
export type Crossing = { direction: 'IN' | 'OUT'; states: string[]; lat: number; lon: number }

/** Lines by the code of their detector. */
const LINES: Readonly<Record<string, BoundaryKind>> = { TWELVE_NM: '12NM', TWENTY_FOUR_NM: '24NM' }

/** Distance from the line at which its waters are looked up, metres, and number of bearings. */
const PROBE = { metres: 0.3 * METRES_PER_NM, bearings: 8 }

/**
 * Returns the crossing of a line that explains a hit of a detector; null of other detectors and without an explanation.
 * States are those with waters of the line within 0.3 NM of the place.
 */
export function crossingOf(
  detector: string,
  explanation: Explained | null,
  watersAt: (lat: number, lon: number) => readonly Pick<Waters, 'kind' | 'country'>[] | null,
): Crossing | null {
  const kind = LINES[detector]
  const passing = kind === undefined ? null : passingWithin(explanation)
  if (passing === null) return null
  const at = place(passing.lat, passing.lon)
  const states = new Set<string>()
  for (let i = 0; i < PROBE.bearings; i++) {
    const { lat, lon } = destinationOf(at, (i * 360) / PROBE.bearings, PROBE.metres)
    for (const one of watersAt(lat, lon) ?? []) if (one.kind === kind) states.add(one.country)
  }
  return { ...passing, states: [...states].sort() }
}

function passingWithin(why: Explained | null): ReturnType<typeof passingIn> {
  if (why === null) return null
  const own = typeof why.value === 'string' ? passingIn(why.value) : null
  if (own !== null) return own
  for (const part of why.of) {
    const found = passingWithin(part)
    if (found !== null) return found
  }
  return null
}

/** States a crossing: "Inwards, into waters of India." */
export function crossingWords({ direction, states }: Crossing): string {
  const names = states.map((code) => countryNameOf(alpha2Of(code) ?? '') || code)
  const of = names.length === 0 ? '' : ` waters of ${names.join(' and ')}`
  return direction === 'IN' ? `Inwards${of && `, into${of}`}.` : `Outwards${of && `, out of${of}`}.`
}
