import type { DutyRole } from '@samudra/contract/duties'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

export type DutyRow = {
  id: string
  user_id: string
  username: string
  role: DutyRole
  from_at: Date
  to_at: Date
  assigned_by: string
  ended_by: string | null
}
const COLUMNS = sql.raw(
  `d.id, d.user_id, coalesce(u.username, d.user_id) as username, d.role, d.from_at, d.to_at, d.assigned_by, d.ended_by`,
)

/** Duties of a period, those that began last first. */
export async function dutiesBetween(db: Db, from: Date, to: Date): Promise<DutyRow[]> {
  const { rows } = await sql<DutyRow>`
    select ${COLUMNS} from duties d left join users u on u.id = d.user_id
    where d.from_at <= ${to} and d.to_at > ${from} order by d.from_at desc, d.id desc limit 5000`.execute(
    query(db),
  )
  return rows
}

/** Stores a duty; returns false, and stores nothing, where the user has the role within the period already. */
export async function insertDuty(
  db: Db,
  { id, user_id, role, from_at, to_at, assigned_by }: Omit<DutyRow, 'username' | 'ended_by'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into duties (id, user_id, role, from_at, to_at, assigned_by)
    select ${id}, ${user_id}, ${role}, ${from_at}::timestamptz, ${to_at}::timestamptz, ${assigned_by}
    where not exists (
      select from duties
      where user_id = ${user_id} and role = ${role} and ended_by is null
        and from_at < ${to_at} and to_at > ${from_at}
    )`.execute(query(db))
  return numAffectedRows === 1n
}

/** Undefined of one that is over, or never was. One that has not begun never does. */
export async function cutDuty(db: Db, id: string, at: Date, by: string): Promise<DutyRow | undefined> {
  const { rows } = await sql<DutyRow>`
    with d as (
      update duties set to_at = ${at}, from_at = least(from_at, ${at}), ended_by = ${by}
      where id = ${id} and to_at > ${at} returning *
    )
    select ${COLUMNS} from d left join users u on u.id = d.user_id`.execute(query(db))
  return rows[0]
}
