import type { MailRoom } from '../mail.ts'
import { removeUnusedRaws } from './raw-files.sql.ts'

/** Forgets the raw messages of deleted mails that no other mailbox has, and the files of deleted drafts. */
export async function forgetRaws(
  { db, raw, attachments }: Pick<MailRoom, 'db' | 'raw' | 'attachments'>,
  deleted: readonly { id: string; raw_hash: string | null }[],
): Promise<void> {
  const hashes = [...new Set(deleted.flatMap(({ raw_hash }) => raw_hash ?? []))]
  await removeUnusedRaws(db, raw, hashes)
  for (const { id, raw_hash } of deleted)
    if (raw_hash === null) await attachments.forget((await attachments.of(id)).map((file) => file.id))
}
