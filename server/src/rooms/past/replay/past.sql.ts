import { BLACKLIST } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import type { Visibility } from '@samudra/contract/objects'
import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/**
 * Returns fixes by hour for the hours that a period touches. Received fixes count in the hour of arrival, imported
 * fixes in the hour the replay shows them.
 */
export async function fixesByHour(
  db: Db,
  { from, to, knowledge }: { from: Date; to: Date; knowledge: Knowledge },
  sources: readonly number[] | null,
): Promise<{ hour: Date; fixes: number }[]> {
  const isQuery = sql`hour > ${from}::timestamptz - interval '1 hour' and hour < ${to}
    and (${sources}::int[] is null or source_id = any(${sources}::int[]))`
  const imported = sql.ref(knowledge === 'AS_KNOWN' ? 'arrived' : 'observed')
  const { rows } = await sql<{ hour: Date; fixes: string }>`
    select hour, sum(fixes) as fixes from (
      select hour, fixes from source_hours where ${isQuery}
      union all select hour, ${imported} from import_hours where ${isQuery}
    ) counted group by hour having sum(fixes) > 0 order by hour`.execute(query(db))
  return rows.map((row) => ({ hour: row.hour, fixes: Number(row.fixes) }))
}

/** When vessels were on the blacklist: from and until when, epoch ms. */
export async function blacklistedPeriods(db: Db): Promise<{ mmsi: number; from: number; to: number }[]> {
  const { rows } = await sql<{ mmsi: number; since: Date; until: Date | null }>`
    select stay.mmsi, came.known_from as since, least(gone.known_from, stay.expires_at) as until
    from vessel_list_members stay
    join objects came on came.type = 'vessel_list' and came.id = stay.list_id and came.version = stay.from_version
    left join objects gone on gone.type = 'vessel_list' and gone.id = stay.list_id and gone.version = stay.to_version
    where stay.list_id = ${BLACKLIST}`.execute(query(db))
  return rows.map(({ mmsi, since, until }) => ({
    mmsi,
    from: since.getTime(),
    to: until?.getTime() ?? Infinity,
  }))
}

/** A change of something people edit: when it was made, and who may see the version it made. */
export type ObjectChange = {
  at: Date
  visibility: Visibility
  owner_id: string
  group_ids: string[]
}

/** Object types drawn on the map that users edit. */
const DRAWN = ['aoi', 'eez', 'manual_track', 'vessel_event', 'vessel_list']

export async function objectChanges(db: Db, from: Date, to: Date): Promise<ObjectChange[]> {
  const { rows } = await sql<ObjectChange>`
    select known_from as at, visibility, owner_id, group_ids from objects
    where type = any(${DRAWN}::text[]) and known_from > ${from} and known_from <= ${to} and domain = 'REAL'
    order by known_from limit 5000`.execute(query(db))
  return rows
}
