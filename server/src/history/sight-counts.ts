import type { Sight } from '../kernel/sight.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Db } from '../needs/database.ts'
import { fixesInBox } from './fixes.sql.ts'

/** Fixes read for one answer; more are refused with what to do. */
const MOST_FIXES = 1_000_000

export type SightCount = {
  source_id: number
  vessels: number
  positions: number
  first_rec: Date
  last_rec: Date
  p50_latency_s: number | null
  p95_latency_s: number | null
}

/**
 * Vessels, positions and latency by source for a caller of some zones: counted from the fixes themselves, since the
 * hourly counts know no places.
 */
export async function countsInSight(
  db: Db,
  from: Date,
  to: Date,
  sight: Sight,
  sourceCode: (number: number) => string,
): Promise<SightCount[]> {
  if (sight.box === null) throw new Error('who sees every place is answered from the hourly counts')
  const rows = await fixesInBox(db, from, to, sight.box, MOST_FIXES + 1)
  if (rows.length > MOST_FIXES)
    throw new Refusal('TOO_LARGE', `There are more than ${MOST_FIXES} positions; ask for a shorter time.`)
  const found = new Map<number, { ships: Set<number>; latencies: number[]; first: Date; last: Date }>()
  for (const row of rows) {
    const [lat, lon] = [Number(row.lat_udeg) / 1e6, Number(row.lon_udeg) / 1e6]
    if (!sight.row(sourceCode(row.source_id), lat, lon)) continue
    let one = found.get(row.source_id)
    if (one === undefined)
      found.set(
        row.source_id,
        (one = { ships: new Set(), latencies: [], first: row.rec_time, last: row.rec_time }),
      )
    one.ships.add(row.mmsi)
    one.latencies.push((row.rec_time.getTime() - row.observed_at.getTime()) / 1000)
    if (row.rec_time < one.first) one.first = row.rec_time
    if (row.rec_time > one.last) one.last = row.rec_time
  }
  return [...found].map(([source_id, { ships, latencies, first, last }]) => {
    latencies.sort((a, b) => a - b)
    const at = (part: number) => latencies[Math.floor(part * (latencies.length - 1))] ?? null
    return {
      source_id,
      vessels: ships.size,
      positions: latencies.length,
      first_rec: first,
      last_rec: last,
      p50_latency_s: at(0.5),
      p95_latency_s: at(0.95),
    }
  })
}
