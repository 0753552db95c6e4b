import type { Db } from '../../needs/database.ts'
import { sql } from 'kysely'
import { query } from '../../needs/query.ts'

export type State = 'CHECKED' | 'COMMITTED' | 'UNDONE'
type DryRunTable = {
  id: string
  kind: string
  state: State
  checked_by: string
  checked_at: Date
  report: unknown
  plan: unknown
}
const tables = (db: Db) => query<{ dry_runs: DryRunTable }>(db)

/** Stores a dry run, and deletes those from before `before` that were not committed. */
export async function keepDryRun(db: Db, one: Omit<DryRunTable, 'state'>, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('dry_runs')
    .where('state', '=', 'CHECKED')
    .where('checked_at', '<', before)
    .execute()
  await tables(db)
    .insertInto('dry_runs')
    .values({
      ...one,
      state: 'CHECKED',
      report: JSON.stringify(one.report),
      plan: JSON.stringify(one.plan),
    })
    .execute()
}

export const readDryRun = (db: Db, kind: string, id: string) =>
  tables(db)
    .selectFrom('dry_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()

/** False when it was taken from one state to the other already. */
export async function moveDryRun(db: Db, id: string, from: State, to: State): Promise<boolean> {
  const moved = await tables(db)
    .updateTable('dry_runs')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
/** Replaces the plan of a stored import by its result. */
export const keepBrought = (db: Db, id: string, brought: readonly unknown[]) =>
  tables(db)
    .updateTable('dry_runs')
    .set({ plan: JSON.stringify(brought) })
    .where('id', '=', id)
    .execute()

/** Returns committed runs whose changes are still stored, the latest first. */
export const committedRuns = (db: Db, kind: string, limit: number) =>
  tables(db)
    .selectFrom('dry_runs')
    .select(['id', 'state', 'report'])
    .where('kind', '=', kind)
    .where('state', '!=', 'CHECKED')
    .where(sql<boolean>`plan <> '[]'`)
    .orderBy('checked_at', 'desc')
    .limit(limit)
    .execute()
