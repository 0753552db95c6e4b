import type { FilePreview } from '@samudra/contract/events'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'

export type FileRow = {
  id: string
  name: string
  type: string
  size: number
  sha256: string
  is_map: boolean
  uploaded_by: string
  uploaded_at: Date
  event_id: string | null
}
type Tables = { event_files: FileRow & { bytes: Buffer; preview: FilePreview | null } }
const tables = (db: Db) => query<Tables>(db)
const COLUMNS = [
  'id',
  'name',
  'type',
  'size',
  'sha256',
  'is_map',
  'uploaded_by',
  'uploaded_at',
  'event_id',
] as const

/** All files, without what is in them. */
export const readFiles = (db: Db): Promise<FileRow[]> =>
  tables(db).selectFrom('event_files').select(COLUMNS).execute()

export const insertFile = (db: Db, row: FileRow, bytes: Buffer, preview: FilePreview | null) =>
  tables(db)
    .insertInto('event_files')
    .values({ ...row, bytes, preview: preview === null ? null : (JSON.stringify(preview) as never) })
    .execute()

export async function readBytes(db: Db, id: string): Promise<Buffer | null> {
  const row = await tables(db)
    .selectFrom('event_files')
    .select('bytes')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? null
}
export async function readPreview(db: Db, id: string): Promise<FilePreview | null> {
  const row = await tables(db)
    .selectFrom('event_files')
    .select('preview')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.preview ?? null
}

/** Gives waiting files to an event; the ids of those that were free or its own already. */
export async function giveFiles(db: Db, ids: string[], eventId: string): Promise<string[]> {
  if (ids.length === 0) return []
  const given = await tables(db)
    .updateTable('event_files')
    .set({ event_id: eventId })
    .where('id', 'in', ids)
    .where((where) => where.or([where('event_id', 'is', null), where('event_id', '=', eventId)]))
    .returning('id')
    .execute()
  return given.map(({ id }) => id)
}

/** Lets go of files no event named; their ids. */
export async function dropWaiting(db: Db, before: Date): Promise<string[]> {
  const gone = await tables(db)
    .deleteFrom('event_files')
    .where('event_id', 'is', null)
    .where('uploaded_at', '<', before)
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
