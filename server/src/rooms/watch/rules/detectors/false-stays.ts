import { metresBetween } from '@samudra/nautical/geodesy'
import { knotsFromMetresPerSecond, METRES_PER_NM } from '@samudra/nautical/units'
import { LEAST_JUMP_NM, MOST_KN } from '@samudra/rules/detectors/conditions'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { detectorOfRule } from './detectors.ts'
import { fixesOf, idsIn } from '../evaluation/fixes-of.ts'
import type { ResultRow } from '../findings/results.sql.ts'

/** False position reported by a vessel or by many; epoch ms, millionths of a degree. */
export type FalseStay = { lat_udeg: number; lon_udeg: number; from: number; to: number }

/** More fixes an explanation of jumps does not name; of one that does the latest are looked at. */
const MOST_FIXES = 50

/**
 * Returns positions of vessels between two jumps, from the fixes of their hits. For a single jump both ends are
 * returned, as either may be false. For many vessels that jumped to one place it is that place. Hits of other kinds,
 * and vessels without a jump, have none.
 */
export async function falseStaysOf(
  fixes: FixReader,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, readonly FalseStay[]>> {
  const stays = new Map<string, readonly FalseStay[]>()
  const query: { row: ResultRow; ids: readonly number[] }[] = []
  for (const row of rows) {
    if (detectorOfRule(row.rule_id)?.code !== 'SPOOFING_EVENT') continue
    const { lat_udeg, lon_udeg, first_at, last_at, ships, explanation } = row
    if (ships === null && explanation !== null)
      query.push({ row, ids: [...new Set(idsIn(explanation))].slice(-MOST_FIXES) })
    else if (ships !== null && lat_udeg !== null && lon_udeg !== null)
      stays.set(row.id, [{ lat_udeg, lon_udeg, from: first_at, to: last_at }])
  }
  const mmsis = [...new Set(query.map(({ row }) => row.mmsi))]
  const found = await fixesOf(
    fixes,
    mmsis,
    query.flatMap(({ ids }) => ids),
  )
  for (const { row, ids } of query) {
    const mine = new Set(ids)
    const named = Array.from({ length: found.count }, (_, i) => i).filter((i) => mine.has(found.fixId[i]!))
    stays.set(row.id, falseOnes(staysBetweenJumps(found, named)))
  }
  return stays
}

/** Spells of fixes, in the order in which they were sent, with a jump from each to the next. */
function staysBetweenJumps(found: FixBatch, named: readonly number[]): FalseStay[] {
  const stays: FalseStay[] = []
  for (const [n, i] of named.entries()) {
    const at = found.observedAt[i]!
    const last = stays.at(-1)
    if (last !== undefined && !isJump(found, named[n - 1]!, i)) last.to = at
    else stays.push({ lat_udeg: found.lat[i]!, lon_udeg: found.lon[i]!, from: at, to: at })
  }
  return stays
}
const falseOnes = (stays: readonly FalseStay[]): readonly FalseStay[] =>
  stays.length === 1 ? [] : stays.length === 2 ? stays : stays.slice(1, -1)

function isJump({ lat, lon, observedAt }: FixBatch, from: number, to: number): boolean {
  const metres = metresBetween(lat[from]! / 1e6, lon[from]! / 1e6, lat[to]! / 1e6, lon[to]! / 1e6)
  const seconds = (observedAt[to]! - observedAt[from]!) / 1000
  return metres >= LEAST_JUMP_NM * METRES_PER_NM && knotsFromMetresPerSecond(metres / seconds) > MOST_KN
}
