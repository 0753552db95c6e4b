import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'

/** Fixes read for one answer; more are refused with what to do. */
const MOST_FIXES = 1_000_000

export type SightingCount = {
  source_id: number
  vessels: number
  positions: number
  first_rec: Date
  last_rec: Date
  p50_latency_s: number | null
  p95_latency_s: number | null
}

type Found = { ships: Set<number>; latencies: number[]; first: number; last: number }

/**
 * Vessels, positions and latency by source for a caller of some zones: counted from the fixes themselves, since the
 * hourly counts know no places.
 */
export async function sightingCounts(
  reader: FixReader,
  from: Date,
  to: Date,
  visibility: CallerVisibility,
  sourceCode: (number: number) => string,
): Promise<SightingCount[]> {
  if (visibility.box === null)
    throw new Error('users who see every place are answered from the hourly counts')
  const found = new Map<number, Found>()
  let read = 0
  for await (const batch of reader.readFixes({
    by: 'ARRIVAL',
    from: from.getTime(),
    to: to.getTime() + 1,
    box: visibility.box,
    columns: ['source', 'lat', 'lon'],
  })) {
    read += batch.count
    if (read > MOST_FIXES)
      throw new OperationError(
        'TOO_LARGE',
        `There are more than ${MOST_FIXES} positions; ask for a shorter time.`,
      )
    for (let i = 0; i < batch.count; i++) {
      const source = batch.source[i]!
      if (!visibility.row(sourceCode(source), batch.lat[i]! / 1e6, batch.lon[i]! / 1e6)) continue
      const one = found.get(source) ?? { ships: new Set(), latencies: [], first: Infinity, last: -Infinity }
      found.set(source, one)
      const arrived = batch.recTime[i]!
      one.ships.add(batch.mmsi[i]!)
      one.latencies.push((arrived - batch.observedAt[i]!) / 1000)
      one.first = Math.min(one.first, arrived)
      one.last = Math.max(one.last, arrived)
    }
  }
  return [...found].map(([source_id, { ships, latencies, first, last }]) => {
    latencies.sort((a, b) => a - b)
    const at = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? null
    return {
      source_id,
      vessels: ships.size,
      positions: latencies.length,
      first_rec: new Date(first),
      last_rec: new Date(last),
      p50_latency_s: at(0.5),
      p95_latency_s: at(0.95),
    }
  })
}
