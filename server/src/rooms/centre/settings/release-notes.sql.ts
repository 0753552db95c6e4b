import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

type Tables = { release_note_reads: { user_id: string; note_id: string; read_at: Date } }
const tables = (db: Db) => query<Tables>(db)

export const readMarks = (db: Db, userId: string) =>
  tables(db)
    .selectFrom('release_note_reads')
    .select(['note_id', 'read_at'])
    .where('user_id', '=', userId)
    .execute()

/** Marks notes as read; the first time counts. */
export const markRead = (db: Db, userId: string, ids: string[], at: Date) =>
  tables(db)
    .insertInto('release_note_reads')
    .values(ids.map((note_id) => ({ user_id: userId, note_id, read_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
