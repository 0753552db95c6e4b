import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** When a ship came on a list and left it, why and by whom. */
export type Stay = {
  mmsi: number
  joined_at: Date
  joined_why: string
  joined_by: string
  left_at: Date | null
  left_why: string | null
  left_by: string | null
}
export type StaysQuery = {
  list: string
  mmsi: number | null
  from: Date | null
  to: Date | null
  now: Date
  most: number
}

const during = ({ from, to }: StaysQuery) => sql`
  (${to}::timestamptz is null or joined_at <= ${to}) and (${from}::timestamptz is null or coalesce(left_at, joined_at) >= ${from})`
const latestFirst = sql`order by coalesce(left_at, joined_at) desc, mmsi`

/** Returns the memberships of a static list: each lasts from one version to another, or until it expires. */
export async function readStaticStays(db: Db, request: StaysQuery): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select * from (
      select m.mmsi, m.added_at as joined_at, m.reason as joined_why, m.added_by as joined_by,
        case when m.expires_at <= coalesce(last.known_from, ${request.now}) then m.expires_at else last.known_from end as left_at,
        case when m.expires_at <= coalesce(last.known_from, ${request.now}) then 'Membership expired' else last.reason end as left_why,
        case when m.expires_at <= coalesce(last.known_from, ${request.now}) then '' else last.updated_by end as left_by
      from vessel_list_members m
      left join objects last on last.type = 'vessel_list' and last.id = m.list_id and last.version = m.to_version
      where m.list_id = ${request.list} and (${request.mmsi}::integer is null or m.mmsi = ${request.mmsi})
    ) stay where ${during(request)} ${latestFirst} limit ${request.most}`.execute(query(db))
  return rows
}

export async function readDynamicStays(db: Db, request: StaysQuery): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select mmsi, joined_at, joined_why, '' as joined_by, left_at, left_why,
      case when left_at is not null then '' end as left_by
    from vessel_list_finds
    where list_id = ${request.list} and (${request.mmsi}::integer is null or mmsi = ${request.mmsi}) and ${during(request)}
    ${latestFirst} limit ${request.most}`.execute(query(db))
  return rows
}
