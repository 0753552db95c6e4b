import { sql } from 'kysely'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type Before = { key: string; name: string; bytes: Buffer; uploaded_by: string; uploaded_at: Date }

/** Takes over the PDFs of pages from the table they lay in before; what is taken over is gone there. */
export async function takeOverPdfs(db: Db, files: FilesOf): Promise<void> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('static_pdfs') is not null as there`.execute(query(db))
  if (!rows[0]!.there) return
  const before = await sql<Before>`select * from static_pdfs`.execute(query(db))
  for (const { key, name, bytes, uploaded_by, uploaded_at: at } of before.rows) {
    const known = {
      id: `page-${key}`,
      name,
      type: 'application/pdf',
      user_id: uploaded_by,
      at,
      of_id: key,
      place: 0,
    }
    await files.takeOver(known, null, [bytes], { table: 'static_pdfs', key: 'key', is: key })
  }
  await sql`drop table if exists static_pdfs`.execute(query(db))
}
