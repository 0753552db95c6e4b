import { legOutOfReach, mostKnotsOf, type LegOutOfReach, type Stop } from './out-of-reach.ts'

/** Returns the stretches of a track in order, and the legs between them that no vessel can sail. */
export function stretchesInReach<One extends Stop>(
  track: readonly One[],
  mmsi: number,
): { stretches: One[][]; legs: LegOutOfReach[] } {
  const stretches: One[][] = []
  const legs: LegOutOfReach[] = []
  const mostKnots = mostKnotsOf(mmsi)
  for (const [i, stop] of track.entries()) {
    const leg = i === 0 ? null : legOutOfReach(track[i - 1]!, stop, mostKnots)
    if (leg !== null) legs.push(leg)
    if (i === 0 || leg !== null) stretches.push([])
    stretches.at(-1)!.push(stop)
  }
  return { stretches, legs }
}
