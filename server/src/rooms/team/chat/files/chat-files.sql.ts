import { sql } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'

/** Channel that a file was uploaded to, and the size of a picture in pixels; 0 for other files. */
export type ChatFileRow = { file_id: string; channel_id: string; width: number; height: number }

export async function insertChatFile(
  db: Db,
  { file_id, channel_id, width, height }: ChatFileRow,
): Promise<void> {
  await sql`insert into chat_files (file_id, channel_id, width, height) values (${file_id}, ${channel_id}, ${width}, ${height})
    on conflict do nothing`.execute(query(db))
}
export async function chatFilesById(db: Db, ids: readonly string[]): Promise<Map<string, ChatFileRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ChatFileRow>`select file_id, channel_id, width, height from chat_files
    where file_id = any(${ids}::text[])`.execute(query(db))
  return new Map(rows.map((row) => [row.file_id, row]))
}
