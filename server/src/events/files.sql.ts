import type { FilePreview } from '@samudra/contract/events'
import type { Db } from '../needs/database.ts'
import { inTransaction, query } from '../needs/query.ts'

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

/** One user's files are kept one after another. */
const LOCK = 7_301_010

/** What one user may keep: files that wait for an event, and bytes of all files together. */
export type Quota = { waiting: number; bytes: number }

/**
 * Keeps a file unless its user has as many as they may. Counted and kept in one go: of many that come at once, no more
 * than fit are kept. Tells what there is when it is too much, else null.
 */
export const keepFile = (
  db: Db,
  row: FileRow,
  { bytes, preview }: { bytes: Buffer; preview: FilePreview | null },
  quota: Quota,
): Promise<Quota | null> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, row.uploaded_by])
    const { rows } = await client.query<{ waiting: string; bytes: string }>(
      `select count(*) filter (where event_id is null) as waiting, coalesce(sum(size), 0) as bytes
       from event_files where uploaded_by = $1`,
      [row.uploaded_by],
    )
    const kept = { waiting: Number(rows[0]!.waiting), bytes: Number(rows[0]!.bytes) }
    if (kept.waiting >= quota.waiting || kept.bytes + row.size > quota.bytes) return kept
    const columns = [...COLUMNS, 'bytes', 'preview']
    await client.query(
      `insert into event_files (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      [...COLUMNS.map((column) => row[column]), bytes, preview === null ? null : JSON.stringify(preview)],
    )
    return null
  })

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
