import type { EezImport } from '@samudra/contract/reference'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'
import type { Planned } from './import-plan.ts'

type ImportTable = {
  id: string
  state: 'CHECKED' | 'COMMITTED'
  checked_by: string
  checked_at: Date
  report: EezImport
  plan: Planned[]
}
const tables = (db: Db) => query<{ eez_imports: ImportTable }>(db)

/** Keeps a dry run, and lets go of those nobody committed since `before`. */
export async function keepImport(db: Db, one: Omit<ImportTable, 'state'>, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('eez_imports')
    .where('state', '=', 'CHECKED')
    .where('checked_at', '<', before)
    .execute()
  await tables(db)
    .insertInto('eez_imports')
    .values({
      ...one,
      state: 'CHECKED',
      report: JSON.stringify(one.report) as never,
      plan: JSON.stringify(one.plan) as never,
    })
    .execute()
}

export const readImport = (db: Db, id: string) =>
  tables(db).selectFrom('eez_imports').selectAll().where('id', '=', id).executeTakeFirst()

/** False when it was taken from one state to the other already. Its shapes are let go once they are objects. */
export async function moveImport(
  db: Db,
  id: string,
  from: ImportTable['state'],
  to: ImportTable['state'],
): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('eez_imports')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
export const forgetPlan = (db: Db, id: string) =>
  tables(db)
    .updateTable('eez_imports')
    .set({ plan: '[]' as never })
    .where('id', '=', id)
    .execute()
