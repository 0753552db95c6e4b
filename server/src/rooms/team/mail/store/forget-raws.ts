import type { MailRoom } from '../mail.ts'
import { unusedRaws } from './raw-files.sql.ts'

/** Forgets the raw messages of deleted mails that no other mailbox has, and the files of deleted drafts. */
export async function forgetRaws(
  { db, attachments }: Pick<MailRoom, 'db' | 'attachments'>,
  deleted: readonly { id: string; raw_hash: string | null }[],
): Promise<void> {
  const hashes = [...new Set(deleted.flatMap(({ raw_hash }) => raw_hash ?? []))]
  await attachments.forget(await unusedRaws(db, hashes))
  for (const { id, raw_hash } of deleted)
    if (raw_hash === null) await attachments.forget((await attachments.of(id)).map((file) => file.id))
}
