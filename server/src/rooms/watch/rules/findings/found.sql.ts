import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Detection of a vessel, epoch ms; confidence as in getFilteredVesselEvents, `was` if it was published before. */
export type FoundEvent = {
  mmsi: number
  split: number
  at: number
  type: string
  confidence: number
  was?: number
}
type Row = {
  mmsi: number
  split: number
  other_mmsi: number | null
  other_split: number | null
  type: string
  known_at: number
  first_at: number
  /** Instant of confirmation by a user; null without one. */
  confirmed_at: number | null
  /** True if it was disputed before it was found. */
  is_born_disputed: boolean
}
export type FoundQuery = {
  /** Codes of detectors. */
  codes: readonly string[]
  /** Epoch ms; the first instant is left out. */
  from: number
  to: number
  mmsis: readonly number[] | null
  by: 'KNOWN' | 'HAPPENED'
}
/** As people see them: not judged, and confirmed. */
const [FOUND, CONFIRMED] = [2, 4]

/**
 * Returns live detections by vessel, a pair for each of the two; those of areas are left out. KNOWN: at storage, and
 * again at confirmation, whatever followed. HAPPENED: at the beginning, for those valid now.
 */
export async function foundBetween(db: Db, request: FoundQuery): Promise<FoundEvent[]> {
  const { codes, from, to, mmsis, by } = request
  const [since, until] = [new Date(from), new Date(to)]
  const during =
    by === 'HAPPENED'
      ? sql`first_at > ${since} and first_at <= ${until} and status <> 'REVISED' and judgement is distinct from 'DISPUTED'`
      : sql`((known_at > ${since} and known_at <= ${until})
          or (judgement = 'CONFIRMED' and judged_at > ${since} and judged_at <= ${until}))`
  const { rows } = await sql<Row>`
    select mmsi, split, other_mmsi, other_split, split_part(rule_id, '.', 1) as type,
      extract(epoch from known_at)::float8 * 1000 as known_at, extract(epoch from first_at)::float8 * 1000 as first_at,
      case when judgement = 'CONFIRMED' then extract(epoch from judged_at)::float8 * 1000 end as confirmed_at,
      coalesce(judgement = 'DISPUTED' and judged_at <= known_at, false) as is_born_disputed
    from rule_results
    where run_id = '' and subject <> 'AREA' and split_part(rule_id, '.', 1) = any(${codes}::text[]) and ${during}
      and (${mmsis}::int[] is null or mmsi = any(${mmsis}::int[]) or other_mmsi = any(${mmsis}::int[]))`.execute(
    query(db),
  )
  return rows.flatMap((row) => (by === 'HAPPENED' ? begun(row) : known(row, request))).filter(isOf(mmsis))
}

const isOf = (mmsis: readonly number[] | null) => {
  const ships = mmsis === null ? null : new Set(mmsis)
  return ({ mmsi }: FoundEvent) => ships?.has(mmsi) !== false
}

/** Time after the fix of a detection, ms, so that it is delivered after that fix. */
const AFTER_MS = 1
const begun = (row: Row) =>
  ofShips(row, row.first_at + AFTER_MS, row.confirmed_at === null ? FOUND : CONFIRMED)

function known(row: Row, { from, to }: FoundQuery): FoundEvent[] {
  const isIn = (at: number) => at > from && at <= to
  const { known_at, confirmed_at, is_born_disputed } = row
  return [
    ...(isIn(known_at) && !is_born_disputed ? ofShips(row, known_at, FOUND) : []),
    ...(confirmed_at !== null && isIn(confirmed_at) ? ofShips(row, confirmed_at, CONFIRMED, FOUND) : []),
  ]
}

function ofShips(
  { mmsi, split, other_mmsi, other_split, type }: Row,
  at: number,
  confidence: number,
  was?: number,
): FoundEvent[] {
  const event = { at, type, confidence, ...(was === undefined ? {} : { was }) }
  return [
    { mmsi, split, ...event },
    ...(other_mmsi === null ? [] : [{ mmsi: other_mmsi, split: other_split!, ...event }]),
  ]
}
