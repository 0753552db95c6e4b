import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { READ, type Client, type ResultRow } from '../findings/results.sql.ts'

/** Key of a live result with changes that wait for processing. */
export type NewsKey = { of_mmsi: number; result_id: string }
type News = NewsKey & ResultRow & { is_there: boolean }
const OF_NEWS = `left join rule_results t on t.mmsi = of_mmsi and t.run_id = '' and t.id = result_id`
const NEWS = `of_mmsi, result_id, id is not null as is_there`

/** Returns changed live results that wait for processing, earliest first; deleted ones only by key. */
export async function waitingNews(db: Db, limit: number): Promise<{ keys: NewsKey[]; rows: ResultRow[] }> {
  const { rows } = await sql<News>`
    select ${sql.raw(NEWS)}, ${sql.raw(READ)} from (
      select mmsi as of_mmsi, result_id, noted_at from rule_result_news
      order by noted_at, mmsi, result_id limit ${limit}) due ${sql.raw(OF_NEWS)}
    order by noted_at, of_mmsi, result_id`.execute(query(db))
  const keys = rows.map(({ of_mmsi, result_id }) => ({ of_mmsi, result_id }))
  return { keys, rows: rows.filter(({ is_there }) => is_there) }
}

/** Takes waiting live results as they stand; no other process takes them, unless they change again. */
export async function takeNews(client: Client, keys: readonly NewsKey[]): Promise<ResultRow[]> {
  const { rows } = await client.query<News>(
    `with due as (select mmsi, result_id from rule_result_news
       where (mmsi, result_id) in (select * from unnest($1::int[], $2::text[])) for update skip locked),
     taken as (delete from rule_result_news n using due d where n.mmsi = d.mmsi and n.result_id = d.result_id
       returning n.mmsi as of_mmsi, n.result_id)
     select ${NEWS}, ${READ} from taken ${OF_NEWS} order by t.known_at, id`,
    [keys.map(({ of_mmsi }) => of_mmsi), keys.map(({ result_id }) => result_id)],
  )
  return rows.filter(({ is_there }) => is_there)
}
