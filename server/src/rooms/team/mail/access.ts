import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { boxesOf } from './directory.ts'
import type { MailRoom } from './mail.ts'
import { mailsById, type MailRecord } from './store/messages.sql.ts'

export const NO_MAIL = 'This mail does not exist any more.'

/** Returns the ids of the mailboxes of a caller. */
export const boxIdsOf = async (room: MailRoom, caller: Caller): Promise<string[]> =>
  (await boxesOf(room, caller)).map(({ id }) => id)

/** Returns a mail of a mailbox of the caller. Throws NOT_FOUND. */
export async function mailFor(room: MailRoom, caller: Caller, id: string): Promise<MailRecord> {
  const [[mail], boxes] = await Promise.all([mailsById(room.db, [id]), boxIdsOf(room, caller)])
  if (mail === undefined || !boxes.includes(mail.mailbox) || mail.folder === 'Held')
    throw new OperationError('NOT_FOUND', NO_MAIL)
  return mail
}
