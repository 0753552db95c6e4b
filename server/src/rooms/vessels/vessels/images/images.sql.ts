import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

export type ImageRow = {
  file_id: string
  vessel_id: number
  name: string
  licence: string
  source: string
  author: string
  taken_at: Date | null
  by_id: string
  by_name: string
  uploaded_at: Date
}
const tables = (db: Db) => query<{ vessel_images: ImageRow }>(db)

export async function insertImage(db: Db, row: ImageRow): Promise<void> {
  await tables(db).insertInto('vessel_images').values(row).execute()
}
/** Returns images of some vessels with their files, the newest first. */
export async function readImages(
  db: Db,
  vessels: readonly number[],
): Promise<(ImageRow & { hash: string; size: number })[]> {
  const { rows } = await sql<ImageRow & { hash: string; size: string }>`
    select i.*, f.hash, f.size from vessel_images i join files f on f.id = i.file_id
    where i.vessel_id = any(${vessels}::int[]) order by i.uploaded_at desc, i.file_id desc`.execute(query(db))
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}
export async function countImages(db: Db, vessels: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from vessel_images where vessel_id = any(${vessels}::int[])`.execute(query(db))
  return rows[0]!.n
}
export async function deleteImage(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('vessel_images').where('file_id', '=', id).execute()
}
