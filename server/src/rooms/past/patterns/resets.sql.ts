import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export const RESET_SUBJECTS = ['VESSEL', 'CELL', 'TYPE', 'SOURCE'] as const
export type ResetSubject = (typeof RESET_SUBJECTS)[number]
export type Reset = {
  id: string
  at: number
  subject: ResetSubject
  /** MMSI × 256 + split, cell, ship group, number of a source. */
  key: number
  reason: string
  by: string
}
type Row = { id: string; at: Date; subject: ResetSubject; key: string; reason: string; by_user: string }

/** Returns all resets that exclude earlier learning, oldest first. */
export async function readResets(db: Db): Promise<Reset[]> {
  const { rows } = await sql<Row>`
    select id, at, subject, key, reason, by_user from habit_resets order by at, id`.execute(query(db))
  return rows.map(({ at, key, by_user, ...row }) => ({
    ...row,
    at: at.getTime(),
    key: Number(key),
    by: by_user,
  }))
}

export async function storeReset(db: Db, { id, at, subject, key, reason, by }: Reset): Promise<void> {
  await sql`insert into habit_resets (id, at, subject, key, reason, by_user)
    values (${id}, ${new Date(at)}, ${subject}, ${key}, ${reason}, ${by})`.execute(query(db))
}

/** Returns true if anything is learned about a subject. */
export async function isLearned(
  db: Db,
  { subject, key }: { subject: ResetSubject; key: number },
): Promise<boolean> {
  const statement = {
    VESSEL: sql<{ is: boolean }>`select exists (
      select from habit_ships where mmsi = ${Math.floor(key / 256)} and split = ${key % 256}) as is`,
    CELL: sql<{ is: boolean }>`select exists (select from habit_cells where cell = ${key}) as is`,
    TYPE: sql<{ is: boolean }>`select exists (select from habit_types where ship_group = ${key}) as is`,
    SOURCE: sql<{ is: boolean }>`select exists (select from habit_coverage where source_id = ${key}) as is`,
  }[subject]
  const { rows } = await statement.execute(query(db))
  return rows[0]?.is ?? false
}
