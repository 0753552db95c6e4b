import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { CHANGED, noteNews, type Changed } from '../findings/results.sql.ts'

/**
 * Ends active hits of vessels not received since an instant at their last report, of a pair at the earlier one. They
 * continue once the vessels are received again. The condition stays; rules that find silence are excepted.
 */
const END_SILENT = `
  with last as (
    select t.mmsi, t.id, coalesce(t.began_at, t.first_at) as began_at, least(
      (select max(f.observed_at) from latest_fixes f where f.mmsi = t.mmsi and f.split = t.split),
      (select max(f.observed_at) from latest_fixes f where f.mmsi = t.other_mmsi and f.split = t.other_split)) as at
    from rule_results t
    where run_id = '' and status = 'HIT' and subject in ('VESSEL', 'PAIR') and not rule_id = any($1::text[])
  ), next as (
    select mmsi, id, case when at < $2::timestamptz then greatest(at, began_at) end as ended_at from last where at is not null
  )
  update rule_results t set ended_at = next.ended_at, changed_at = $3
  from next
  where t.mmsi = next.mmsi and t.run_id = '' and t.id = next.id and t.status = 'HIT'
    and t.ended_at is distinct from next.ended_at
  returning ${CHANGED.map((name) => `t.${name}`).join()}`

export const endSilent = (
  db: Db,
  { except, since, now }: { except: readonly string[]; since: number; now: number },
): Promise<Changed[]> =>
  inTransaction(db, async (client) => {
    const instants = [since, now].map((at) => new Date(at).toISOString())
    const { rows } = await client.query<Changed>(END_SILENT, [except, ...instants])
    await noteNews(client, rows, now)
    return rows
  })
