import type pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { lockRegister, newNumbers, setHead } from './claims.sql.ts'

export type JoinRow = {
  id: number
  vessel_id: number
  into_id: number
  at: Date
  by_id: string | null
  by_name: string
  reason: string
  ended_at: Date | null
  ended_by_name: string | null
  end_reason: string | null
}

/** All joins that some rows of the register ever took part in, and those of what they were joined with. */
export async function readJoins(db: Db, vessel: number): Promise<JoinRow[]> {
  const { rows } = await sql<JoinRow>`
    with recursive near (id) as (
      select ${vessel}::int
      union select case when j.vessel_id = n.id then j.into_id else j.vessel_id end
      from near n join vessel_joins j on n.id in (j.vessel_id, j.into_id)
    )
    select distinct j.* from vessel_joins j join near n on n.id in (j.vessel_id, j.into_id) order by j.at, j.id`.execute(
    query(db),
  )
  return rows
}
export async function readJoin(db: Db, id: number): Promise<JoinRow | undefined> {
  const { rows } = await sql<JoinRow>`select * from vessel_joins where id = ${id}`.execute(query(db))
  return rows[0]
}

/** The rows of the register that were one ship with this one at an instant. */
export function groupOf(vessel: number, joins: readonly JoinRow[], at: number): number[] {
  const inForce = joins.filter(
    ({ at: from, ended_at }) => from.getTime() <= at && (ended_at === null || ended_at.getTime() > at),
  )
  const group = new Set([vessel])
  for (let size = 0; size !== group.size;) {
    size = group.size
    for (const { vessel_id, into_id } of inForce)
      if (group.has(vessel_id) || group.has(into_id)) group.add(vessel_id).add(into_id)
  }
  return [...group]
}

/** Author and reason of a change. */
export type By = { userId: string; username: string; reason: string; at: Date }

/** False when they are one ship already. */
export async function keepJoin(db: Db, one: number, other: number, by: By): Promise<boolean> {
  return inTransaction(db, async (client) => {
    await lockRegister(client)
    const [into, from] = [await headNow(client, one), await headNow(client, other)]
    if (into === from) return false
    await insertJoin(client, from, into, by)
    return true
  })
}

async function insertJoin(client: pg.PoolClient, from: number, into: number, by: By) {
  const numbers = await newNumbers(client)
  await client.query(
    'insert into vessel_joins (id, vessel_id, into_id, at, by_id, by_name, reason) values ($1, $2, $3, $4, $5, $6, $7)',
    [numbers.take(), from, into, by.at, by.userId, by.username, by.reason],
  )
  await numbers.keep()
  await setHead(client, from, into)
}

async function headNow(client: pg.PoolClient, id: number): Promise<number> {
  const { rows } = await client.query<{ head_id: number }>('select head_id from vessels where id = $1', [id])
  return rows[0]!.head_id
}

/** Ends a join in force, or renews an ended one; false if the vessels have been joined otherwise since. */
export async function turnJoin(db: Db, { id, vessel_id, into_id }: JoinRow, by: By): Promise<boolean> {
  return inTransaction(db, async (client) => {
    await lockRegister(client)
    const { rowCount } = await client.query(
      `update vessel_joins set ended_at = $2, ended_by_id = $3, ended_by_name = $4, end_reason = $5
       where id = $1 and ended_at is null`,
      [id, by.at, by.userId, by.username, by.reason],
    )
    if (rowCount === 1) {
      await part(client, vessel_id)
      return true
    }
    const [from, into] = [await headNow(client, vessel_id), await headNow(client, into_id)]
    if (from === into) return false
    await insertJoin(client, from, into, by)
    return true
  })
}

/** Makes a row, with all rows joined to it, a separate vessel again. */
async function part(client: pg.PoolClient, vessel: number) {
  const { rows } = await client.query<{ id: number }>(
    `with recursive mine (id) as (
       select $1::int union select j.vessel_id from mine m join vessel_joins j on j.into_id = m.id and j.ended_at is null
     ) select id from mine`,
    [vessel],
  )
  const ids = rows.map(({ id }) => id)
  await client.query('update vessels set head_id = $2 where id = any($1::int[])', [ids, vessel])
  await client.query('update vessel_claims set head_id = $2 where vessel_id = any($1::int[])', [ids, vessel])
}
