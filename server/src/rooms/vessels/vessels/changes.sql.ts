import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Time at which a later name or flag of a vessel became known; epoch ms. Named by the contact in use. */
export type IdentityChange = { mmsi: number; split: number; field: 'NAME' | 'FLAG'; at: number }
const instant = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`

/**
 * Returns changes of name and flag in a period, as they became known, for all contacts or some. Vessels are those of
 * the register, so a change of MMSI with the flag is one vessel.
 */
export async function identityChangesOf(
  db: Db,
  { from, to, mmsis }: { from: number; to: number; mmsis: readonly number[] | null },
): Promise<IdentityChange[]> {
  const { rows } = await sql<IdentityChange>`
    with asked as (
      select distinct c.mmsi, c.split, v.head_id from vessel_contacts c join vessels v on v.id = c.vessel_id
      where ${mmsis}::int[] is null or c.mmsi = any(${mmsis}::int[])
    ), said as (
      select claim.head_id, told.field, told.value, min(greatest(claim.first_at, claim.known_from)) as at
      from vessel_claims claim cross join lateral (values
        ('NAME', nullif(claim.plain, '~')), ('FLAG', claim.country)) as told (field, value)
      where told.value is not null and claim.head_id in (select head_id from asked)
      group by claim.head_id, told.field, told.value
    ), later as (
      select head_id, field, at, row_number() over (partition by head_id, field order by at) as nth from said
    )
    select asked.mmsi, asked.split, later.field, extract(epoch from later.at)::float8 * 1000 as at
    from later join asked using (head_id)
    where nth > 1 and later.at > ${instant(from)} and later.at <= ${instant(to)}
    order by later.at`.execute(query(db))
  return rows
}
