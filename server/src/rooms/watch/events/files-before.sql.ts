import { sql } from 'kysely'
import type { FilePreview } from '@samudra/contract/events'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type Before = {
  id: string
  name: string
  type: string
  bytes: Buffer
  preview: FilePreview | null
  uploaded_by: string
  uploaded_at: Date
  event_id: string | null
}

const isThere = async (db: Db) =>
  (await sql<{ there: boolean }>`select to_regclass('event_files') is not null as there`.execute(query(db)))
    .rows[0]!.there

/** Events of before, or of a backup of before, named their files by ids: now they say what each is. */
export async function takeOverBodies(db: Db): Promise<void> {
  if (await isThere(db)) await sql`select take_event_files_into_bodies()`.execute(query(db))
}

/** Takes over files from the table they lay in before, one after another; what is taken over is gone there. */
export async function takeOverFiles(db: Db, files: FilesOf): Promise<void> {
  // Another server may be at it too, and done first.
  while (await isThere(db)) {
    const { rows } = await sql<Before>`select * from event_files order by id limit 1`.execute(query(db))
    const [one] = rows
    if (one === undefined) {
      await sql`drop table if exists event_files`.execute(query(db))
      return
    }
    const { id, name, type, uploaded_by: user_id, uploaded_at: at, event_id: of_id } = one
    const known = { id, name, type, user_id, at, of_id, place: 0 }
    await files.takeOver(known, one.preview, [one.bytes], { table: 'event_files', key: 'id', is: id })
  }
}
