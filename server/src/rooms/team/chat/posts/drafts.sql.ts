import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Draft of a message in a channel or thread; times are epoch ms. */
export type DraftRow = {
  user_id: string
  channel_id: string
  root_id: string
  message: string
  file_ids: string[]
  props: Record<string, unknown>
  create_at: number
  update_at: number
}
const COLUMNS = sql`user_id, channel_id, root_id, message, file_ids, props, create_at::float8 as create_at, update_at::float8 as update_at`
const MOST = 500

export async function draftsOf(db: Db, userId: string): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`select ${COLUMNS} from chat_drafts where user_id = ${userId}
    order by update_at desc limit ${MOST}`.execute(query(db))
  return rows
}
/** Stores a draft; returns it and whether it is new. */
export async function storeDraft(
  db: Db,
  draft: Omit<DraftRow, 'create_at' | 'update_at'>,
  now: number,
): Promise<{ draft: DraftRow; isNew: boolean }> {
  const { rows } = await sql<DraftRow & { is_new: boolean }>`
    insert into chat_drafts (user_id, channel_id, root_id, message, file_ids, props, create_at, update_at)
    values (${draft.user_id}, ${draft.channel_id}, ${draft.root_id}, ${draft.message}, ${draft.file_ids}::text[],
      ${JSON.stringify(draft.props)}::jsonb, ${now}, ${now})
    on conflict (user_id, channel_id, root_id) do update set message = excluded.message, file_ids = excluded.file_ids,
      props = excluded.props, update_at = excluded.update_at
    returning ${COLUMNS}, xmax = 0 as is_new`.execute(query(db))
  const { is_new, ...stored } = rows[0]!
  return { draft: stored, isNew: is_new }
}
export async function removeDraft(
  db: Db,
  userId: string,
  channelId: string,
  rootId: string,
): Promise<DraftRow | null> {
  const { rows } =
    await sql<DraftRow>`delete from chat_drafts where user_id = ${userId} and channel_id = ${channelId}
    and root_id = ${rootId} returning ${COLUMNS}`.execute(query(db))
  return rows[0] ?? null
}
