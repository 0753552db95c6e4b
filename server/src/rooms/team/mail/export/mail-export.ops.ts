import { exportHeldMail, exportMail } from '@samudra/contract/mail-files'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { mailFor, NO_MAIL } from '../access.ts'
import { boxOf } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { foldersOf } from '../store/mailboxes.sql.ts'
import { conversationMails } from '../store/mail-list.sql.ts'
import { mailsById, type MailRecord } from '../store/messages.sql.ts'
import { rawBytes } from '../store/raw-files.sql.ts'
import { folderNamed } from '../store/mail-search-terms.ts'
import { exportedMails } from './exported.sql.ts'
import { fileNameOf } from './file-name.ts'
import { mboxOf } from './mbox.ts'
import { conversationPdf } from './conversation-pdf.ts'

const MBOX = 'application/mbox'
const MOST_OF_CONVERSATION = 200

export const exportOps = (room: MailRoom): Handled[] => [
  handle(exportMail, async ({ input, caller, record }) => {
    const { id, conversation_id, folder, format } = input
    record({
      objectType: 'mail',
      objectId: id ?? conversation_id ?? '',
      after: { folder: folder ?? null, format },
    })
    if ([id, conversation_id, folder].filter((one) => one !== undefined).length !== 1)
      throw invalid('id', 'Name a mail, a conversation or a folder to export.', 'must be the only one given')
    if (folder !== undefined) {
      if (format !== 'MBOX')
        throw invalid('format', 'A folder is exported as MBOX.', 'must be MBOX for a folder')
      const { id: mailbox } = await boxOf(room, caller, input.mailbox)
      const key = folderNamed(folder, await foldersOf(room.db, [mailbox]))
      if (key === undefined) throw new OperationError('NOT_FOUND', 'This folder does not exist any more.')
      return new Download(named(`${folder}.mbox`, MBOX), mboxOf(room, exportedMails(room.db, mailbox, key)))
    }
    const mails = id !== undefined ? [await mailFor(room, caller, id)] : await conversation()
    if (format === 'MBOX')
      return new Download(named(fileNameOf(mails[0]!, 'mbox'), MBOX), mboxOf(room, [mails]))
    if (format === 'PDF')
      return new Download(named(fileNameOf(mails[0]!, 'pdf'), 'application/pdf'), [
        await conversationPdf(room, mails, caller.username),
      ])
    const [mail] = mails
    if (mails.length > 1)
      throw invalid('format', 'One mail is exported as EML.', 'must be MBOX or PDF for a conversation')
    if (mail!.raw_hash === null) throw new OperationError('NOT_FOUND', 'This mail is not sent yet.')
    return new Download(named(fileNameOf(mail!, 'eml'), 'message/rfc822'), rawBytes(room.raw, mail!.raw_hash))

    async function conversation(): Promise<MailRecord[]> {
      const { id: mailbox } = await boxOf(room, caller, input.mailbox)
      const rows = await conversationMails(room.db, mailbox, conversation_id!, MOST_OF_CONVERSATION)
      if (rows.length === 0) throw new OperationError('NOT_FOUND', NO_MAIL)
      const found = new Map(
        (
          await mailsById(
            room.db,
            rows.map((row) => row.id),
          )
        ).map((mail) => [mail.id, mail]),
      )
      return rows.flatMap((row) => found.get(row.id) ?? [])
    }
  }),
  handle(exportHeldMail, async ({ input, record }) => {
    record({ objectType: 'legal_hold', objectId: input.id, reason: input.reason })
    const hold = await room.identity.openHold(input.id)
    if (hold === undefined) throw new OperationError('NOT_FOUND', 'No legal hold is open under this id.')
    record({ after: { user_id: hold.user_id, username: hold.username } })
    const name = `mail-of-${hold.username}.mbox`
    return new Download(named(name, MBOX), mboxOf(room, exportedMails(room.db, hold.user_id, null)))
  }),
]

const named = (name: string, content_type: string) => ({ name, content_type })
const invalid = (field: string, sentence: string, why: string) =>
  new OperationError('VALIDATION', sentence, { fields: [{ field, why }] })
