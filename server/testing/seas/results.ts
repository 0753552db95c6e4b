import type { Db } from '../../src/platform/needs/database.ts'
import { inResults, storeResults, type ResultRow } from '../../src/rooms/watch/rules/findings/results.sql.ts'

/** Returns a result of a live rule at an instant, epoch ms, with plausible defaults. */
export const aResult = (
  at: number,
  more: Partial<ResultRow> & Pick<ResultRow, 'id' | 'rule_id'>,
): ResultRow => ({
  mmsi: 419000001,
  run_id: '',
  rule_version: 0,
  subject: 'VESSEL',
  split: 0,
  other_mmsi: null,
  other_split: null,
  ships: null,
  source: null,
  icao24: null,
  first_at: at,
  last_at: at,
  began_at: more.first_at ?? at,
  ended_at: null,
  known_at: at,
  lat_udeg: 10e6,
  lon_udeg: 72e6,
  severity: 'HIGH',
  status: 'HIT',
  again: 0,
  explanation: null,
  sources: [[1]],
  of_past: false,
  judgement: null,
  judged_by: null,
  judged_reason: null,
  judged_at: null,
  changed_at: at,
  ...more,
})

/** Stores results as they are, and when they were stored otherwise last. */
export const storedResults = (db: Db, begun: readonly ResultRow[]): Promise<unknown> =>
  inResults(db, async (client) => {
    await storeResults(client, { begun, later: [] }, 0)
    for (const { id, changed_at } of begun)
      await client.query('update rule_results set changed_at = $2 where id = $1', [id, new Date(changed_at)])
  })
