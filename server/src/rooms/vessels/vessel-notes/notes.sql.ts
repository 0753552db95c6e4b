import { sql } from 'kysely'
import type { ObjectRow } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

export type NotesQuery = { mmsi: string | null; ids: readonly string[] | null; at: Date | null; most: number }

/**
 * Notes of a ship, of some ids, or all, the newest first: as they stand, or stood at an instant; each with its present
 * version, since what is hidden now is hidden in the past too.
 */
export async function readNotes(db: Db, { mmsi, ids, at, most }: NotesQuery) {
  const when =
    at === null
      ? sql`o.known_to is null`
      : sql`o.known_from <= ${at} and (o.known_to is null or o.known_to > ${at})`
  const { rows } = await sql<ObjectRow>`
    select o.* from objects o where o.type = 'vessel_note' and not o.removed and ${when}
      ${mmsi === null ? sql`` : sql`and o.body ->> 'mmsi' = ${mmsi}`}
      ${ids === null ? sql`` : sql`and o.id = any(${ids}::text[])`}
    order by o.id desc limit ${most}`.execute(query(db))
  if (at === null) return rows.map((row) => ({ row, present: row }))
  const now = await sql<ObjectRow>`
    select * from objects where type = 'vessel_note' and known_to is null
      and id = any(${rows.map(({ id }) => id)}::text[])`.execute(query(db))
  const present = new Map(now.rows.map((row) => [row.id, row]))
  return rows.map((row) => ({ row, present: present.get(row.id) ?? row }))
}
