import type { TwoPositions, VesselPosition } from '@samudra/rules/running/memory'
import type { Explained } from '@samudra/rules/plans/node'

/** Two vessels under one MMSI in an explanation: their positions, and why they are two in words. */
type TwoVessels = { of: TwoPositions['of']; words: string }

/** Returns the two vessels that an explanation stands on; null of any other. */
export function twoVesselsIn(why: Explained | null): TwoVessels | null {
  if (why === null) return null
  const [one, other] = why.positions ?? []
  if (one !== undefined && other !== undefined) return { of: [one, other], words: why.asked }
  for (const part of why.of) {
    const found = twoVesselsIn(part)
    if (found !== null) return found
  }
  return null
}

/** Returns the vessel that shares its MMSI with the one of a finding; null where no other is in its explanation. */
export const otherVesselOf = (row: { split: number; explanation: Explained | null }): VesselPosition | null =>
  twoVesselsIn(row.explanation)?.of.find(({ split }) => split !== row.split) ?? null
