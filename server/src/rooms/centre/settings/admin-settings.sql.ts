import type { SettingValue } from '@samudra/contract/admin-settings'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

export type SettingRow = { key: string; value: SettingValue; changed_by: string; changed_at: Date }
type Tables = {
  admin_settings: SettingRow
  admin_settings_version: { one: boolean; version: number }
}
const tables = (db: Db) => query<Tables>(db)

export async function readSettings(db: Db): Promise<{ rows: SettingRow[]; version: number }> {
  const rows = await tables(db).selectFrom('admin_settings').selectAll().execute()
  const { version } = await tables(db)
    .selectFrom('admin_settings_version')
    .select('version')
    .executeTakeFirstOrThrow()
  return { rows, version }
}

/**
 * Stores values if the settings still have this version; returns null when another change was faster, else the new
 * version.
 */
export const storeSettings = (
  db: Db,
  expected: number,
  changes: Record<string, SettingValue>,
  by: string,
  at: Date,
): Promise<number | null> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      'update admin_settings_version set version = version + 1 where version = $1 returning version',
      [expected],
    )
    if (rows[0] === undefined) return null
    for (const [key, value] of Object.entries(changes))
      await client.query(
        `insert into admin_settings (key, value, changed_by, changed_at) values ($1, $2, $3, $4)
         on conflict (key) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
        [key, JSON.stringify(value), by, at],
      )
    return rows[0].version
  })
