import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'
import type { Chat } from '../chat.ts'
import { presentFile, type PresentedFile } from '../presented.ts'
import { chatFilesById } from './chat-files.sql.ts'

/** Returns files as clients read them, by their ids in lower case; those that do not exist any more are left out. */
export async function presentFiles(
  { db, files }: Chat,
  fileIds: readonly string[],
): Promise<Map<string, PresentedFile>> {
  const ids = [...new Set(fileIds)].map((id) => id.toUpperCase())
  if (ids.length === 0) return new Map()
  const [found, more] = await Promise.all([files.byId(ids), chatFilesById(db, ids)])
  return new Map(found.map((row: FileRow) => [row.id.toLowerCase(), presentFile(row, more.get(row.id))]))
}
