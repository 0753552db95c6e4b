import type { ForumDraft } from '@samudra/contract/forum-reading'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { rowsOf } from '../sees.sql.ts'

export type DraftContent = Omit<ForumDraft, 'key' | 'device' | 'version' | 'updated_at' | 'files'>
export type DraftRow = {
  key: string
  content: DraftContent
  device: string
  version: number
  updated_at: Date
}

const COLUMNS = sql`key, content, device, version, updated_at`

/** Saves a draft of a version, 0 for a new one; undefined when it has another by now. */
export async function storeDraft(
  db: Db,
  userId: string,
  draft: Pick<DraftRow, 'key' | 'content' | 'device'>,
  expectedVersion: number,
  at: Date,
): Promise<DraftRow | undefined> {
  const content = JSON.stringify(draft.content)
  const [row] = await rowsOf(
    db,
    expectedVersion === 0
      ? sql<DraftRow>`insert into forum_drafts (user_id, key, content, device, version, updated_at)
          values (${userId}, ${draft.key}, ${content}::jsonb, ${draft.device}, 1, ${at})
          on conflict do nothing returning ${COLUMNS}`
      : sql<DraftRow>`update forum_drafts set content = ${content}::jsonb, device = ${draft.device}, version = version + 1,
          updated_at = ${at} where user_id = ${userId} and key = ${draft.key} and version = ${expectedVersion}
          returning ${COLUMNS}`,
  )
  return row
}
export const draftsOf = (db: Db, userId: string, limit: number): Promise<DraftRow[]> =>
  rowsOf(
    db,
    sql<DraftRow>`select ${COLUMNS} from forum_drafts where user_id = ${userId} order by updated_at desc, key limit ${limit}`,
  )
export const draftOf = async (db: Db, userId: string, key: string): Promise<DraftRow | undefined> =>
  (
    await rowsOf(
      db,
      sql<DraftRow>`select ${COLUMNS} from forum_drafts where user_id = ${userId} and key = ${key}`,
    )
  )[0]
export const countDrafts = async (db: Db, userId: string): Promise<number> =>
  (
    await rowsOf(
      db,
      sql<{ n: number }>`select count(*)::int as n from forum_drafts where user_id = ${userId}`,
    )
  )[0]!.n
/** Deletes a draft; false when there is none. */
export const removeDraft = async (db: Db, userId: string, key: string): Promise<boolean> =>
  (await rowsOf(db, sql`delete from forum_drafts where user_id = ${userId} and key = ${key} returning key`))
    .length > 0
