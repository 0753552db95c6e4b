import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import type { ResultRow } from './results.sql.ts'

const iso = (at: number) => new Date(at).toISOString()

export type Judging = { by: string; reason: string; judgement: 'CONFIRMED' | 'DISPUTED'; now: number }
/** Judges a result; disputed, it is not raised again for that ship by that version; confirmed, it may be. */
export const judgeResult = (db: Db, row: ResultRow, { by, reason, judgement, now }: Judging): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(
      `update rule_results set judgement = $4, judged_by = $5, judged_reason = $6, judged_at = $7, changed_at = $7
       where mmsi = $1 and run_id = $2 and id = $3`,
      [row.mmsi, row.run_id, row.id, judgement, by, reason, iso(now)],
    )
    const key = [row.mmsi, row.source ?? '', row.icao24 ?? '', row.rule_id, row.rule_version]
    if (judgement === 'CONFIRMED')
      await client.query(
        'delete from rule_disputes where mmsi = $1 and source = $2 and icao24 = $3 and rule_id = $4 and rule_version = $5',
        key,
      )
    else
      await client.query(
        `insert into rule_disputes (mmsi, source, icao24, rule_id, rule_version, result_id, disputed_by, disputed_at, reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [...key, row.id, by, iso(now), reason],
      )
  })
