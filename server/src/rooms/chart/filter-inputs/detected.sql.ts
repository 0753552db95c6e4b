import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Finding of a detector as stored: instants in epoch ms, degrees in millionths. */
export type DetectedRow = {
  id: string
  mmsi: number
  split: number
  other_mmsi: number | null
  other_split: number | null
  /** Code of the detector, as in EVENT_OF_ANOMALY. */
  code: string
  first_at: number
  last_at: number
  known_at: number
  changed_at: number
  status: 'HIT' | 'CLEARED' | 'REVISED'
  judgement: 'CONFIRMED' | 'DISPUTED' | null
  judged_at: number | null
  lat_udeg: number
  lon_udeg: number
  sources: number[][]
}

/** Maximum age of the beginning of an active finding that is still found. */
const LONGEST_DAYS = 365
const INSTANTS = ['first_at', 'last_at', 'known_at', 'changed_at', 'judged_at']
const COLUMNS = sql.raw(
  [
    'id, mmsi, split, other_mmsi, other_split, status, judgement, lat_udeg, lon_udeg, sources',
    "split_part(rule_id, '.', 1) as code",
    ...INSTANTS.map((name) => `extract(epoch from ${name})::float8 * 1000 as ${name}`),
  ].join(),
)

/**
 * Returns the findings of live rules of some detectors that were active between two instants, of one vessel or of all.
 */
export async function detectedBetween(
  db: Db,
  {
    codes,
    from,
    to,
    mmsi,
  }: { codes: readonly string[]; from: number; to: number; mmsi?: number | undefined },
): Promise<DetectedRow[]> {
  const [since, until] = [new Date(from), new Date(to)]
  const { rows } = await sql<DetectedRow>`
    select ${COLUMNS} from rule_results
    where run_id = '' and split_part(rule_id, '.', 1) = any(${codes}::text[]) and first_at <= ${until}
      and (last_at >= ${since} or (status = 'HIT' and first_at >= ${until}::timestamptz - make_interval(days => ${LONGEST_DAYS}))
        or (status = 'REVISED' and changed_at >= ${since}))
      and (${mmsi ?? null}::int is null or mmsi = ${mmsi ?? null} or other_mmsi = ${mmsi ?? null})`.execute(
    query(db),
  )
  return rows
}

/** Returns events by id as they are stored now; `mmsis` are their vessels. */
export async function detectedOf(
  db: Db,
  { codes, ids, mmsis }: { codes: readonly string[]; ids: readonly string[]; mmsis: readonly number[] },
): Promise<DetectedRow[]> {
  const { rows } = await sql<DetectedRow>`
    select ${COLUMNS} from rule_results
    where run_id = '' and mmsi = any(${mmsis}::int[]) and id = any(${ids}::text[])
      and split_part(rule_id, '.', 1) = any(${codes}::text[])`.execute(query(db))
  return rows
}
