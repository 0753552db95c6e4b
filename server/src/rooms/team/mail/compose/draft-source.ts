import type { MailRoom } from '../mail.ts'
import type { MailRecord } from '../store/messages.sql.ts'
import { buildMail } from './build.ts'

/** Returns a mail that is not sent yet as the raw message that it would be. */
export const draftSource = (room: MailRoom, mail: MailRecord): Promise<AsyncIterable<Uint8Array>> =>
  buildMail(room, {
    content: mail.draft!,
    messageId: mail.message_id,
    from: mail.sender,
    to: mail.recipients.to,
    cc: mail.recipients.cc,
    inReplyTo: null,
    references: [],
    at: mail.at,
  })
