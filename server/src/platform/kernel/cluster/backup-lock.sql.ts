import { sql } from 'kysely'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'

/** Number of the advisory lock that a backup shares from before it looks at anything until it is done. */
export const BACKUP_LOCK = 7_301_012

/** Returns whether a backup is running: a table dropped meanwhile would be missing in it. */
export const isBackupRunning = (db: Db) => isLockHeld(db, BACKUP_LOCK)

/** Returns whether an advisory lock of this database is held. */
export async function isLockHeld(db: Db, lock: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'advisory' and classid = 0 and objid = ${lock} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`.execute(query(db))
  return rows.length > 0
}
