import type { Db } from '../../src/platform/needs/database.ts'
import type { ResultRow } from '../../src/rooms/watch/rules/findings/results.sql.ts'
import { aHit } from './alerts.ts'
import { aFix, storeFixes } from './fixes.ts'

const [MINUTE, DEGREE] = [60_000, 1e6]
/** Degrees. */
export type Spot = { lat: number; lon: number }

let fixes = 0
/**
 * Stores fixes of a vessel that jumped to a place, stayed for some minutes until some before an instant, epoch ms, and
 * jumped back. Returns its hits.
 */
export async function misled(
  db: Db,
  now: number,
  mmsi: number,
  there: Spot,
  { forMin = 30, agoMin = 0, ...more }: { forMin?: number; agoMin?: number } & Partial<ResultRow> = {},
): Promise<ResultRow> {
  const over = now - agoMin * MINUTE
  const at = { lat: 10 + (mmsi % 100) / 100, lon: 72 }
  const way = [
    { ...at, minutes: forMin + 1 },
    { ...there, minutes: forMin },
    { ...there, minutes: 1 },
    { ...at, minutes: 0 },
  ].map(({ lat, lon, minutes }) =>
    aFix({
      recTime: over - minutes * MINUTE,
      fixId: (over - minutes * MINUTE) * 1024 + (fixes++ % 1024),
      mmsi,
      lat: Math.round((lat + (mmsi % 7) / 200) * DEGREE),
      lon: lon * DEGREE,
    }),
  )
  await storeFixes(db, way)
  const [query, verdict] = ['jumps', 'TRUE'] as const
  const one = { asked: query, verdict, value: null, threshold: null, unit: null, window: null, of: [] }
  const fix_ids = way.map(({ fixId }) => fixId)
  return aHit(now, {
    mmsi,
    first_at: over,
    last_at: over,
    lat_udeg: at.lat * DEGREE,
    lon_udeg: at.lon * DEGREE,
    explanation: { ...one, fix_ids: fix_ids.slice(-1), of: [{ ...one, fix_ids }] },
    ...more,
  })
}

/** The jam itself, as it is found where many ships jump to one place; epoch ms. */
export const aJammingIncident = (at: number, there: Spot): ResultRow =>
  aHit(at, {
    mmsi: 0,
    rule_id: 'SPOOFING_EVENT.1',
    subject: 'AREA',
    ships: [[419000001, 0]],
    of_past: true,
    lat_udeg: there.lat * DEGREE,
    lon_udeg: there.lon * DEGREE,
  })
