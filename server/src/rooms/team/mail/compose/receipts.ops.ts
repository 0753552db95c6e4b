import { readReceiptMail } from '@samudra/contract/mail-calls'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { mailFor } from '../access.ts'
import type { Box } from '../box.ts'
import { boxOf } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { accept } from '../store/accept.ts'
import { answerReceipt } from '../store/mail-changes.sql.ts'
import type { MailRecord } from '../store/messages.sql.ts'
import { pushChanged } from '../store/push-mail.ts'
import { queueReport } from './outgoing.sql.ts'

export const receiptOps = (room: MailRoom): Handled[] => [
  handle(readReceiptMail, async ({ input, caller, record }) => {
    const mail = await mailFor(room, caller, input.id)
    record({ objectType: 'mail', objectId: mail.id, after: { send: input.send } })
    if (mail.receipt_to === null || mail.state !== 'RECEIVED')
      throw new OperationError('NOT_FOUND', 'The sender of this mail requested no receipt.')
    if (input.send && (mail.folder === 'Spam' || !room.settings.flag('mail.receipts')))
      throw new OperationError('MAIL_REFUSED', 'No receipts are sent for this mail.')
    const at = new Date(room.clock.now())
    if (!(await answerReceipt(room.db, mail.id, at)))
      throw new OperationError('DUPLICATE', 'The receipt request of this mail was already answered.')
    if (input.send) await sendReceipt(room, mail, await boxOf(room, caller, mail.mailbox), at)
    pushChanged(room, [mail])
    return { receipt_sent_at: input.send ? at.toISOString() : null }
  }),
]

/** Sends a receipt (RFC 8098) to the address that requests it. */
async function sendReceipt(room: MailRoom, mail: MailRecord, box: Box, at: Date): Promise<void> {
  const raw = Buffer.from(receiptOf(room, mail, { box, at }))
  const to = mail.receipt_to!
  if (to.toLowerCase().endsWith(`@${room.domain}`)) {
    await accept(room, { raw, envelope: { from: '', to: [to] }, isOwn: true })
    return
  }
  if (room.sendsOutside) await queueReport({ db: room.db, raw: room.raw }, { raw, recipient: to, at })
}

const ONE_LINE = /[\r\n\0]+/g
function receiptOf(room: MailRoom, mail: MailRecord, { box, at }: { box: Box; at: Date }): string {
  const boundary = `samudra-${ulid(at.getTime())}`
  const address = box.address.replace(ONE_LINE, '')
  const subject = Buffer.from(`Read: ${mail.subject}`.slice(0, 200)).toString('base64')
  return [
    `From: ${address}`,
    `To: ${mail.receipt_to!.replace(ONE_LINE, '')}`,
    `Subject: =?UTF-8?B?${subject}?=`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${boundary}@${room.domain}>`,
    `In-Reply-To: ${mail.message_id.replace(ONE_LINE, '')}`,
    `References: ${mail.message_id.replace(ONE_LINE, '')}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=disposition-notification; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Your mail was displayed by ${address} at ${at.toISOString()}.`,
    '',
    `--${boundary}`,
    'Content-Type: message/disposition-notification',
    '',
    'Reporting-UA: Samudra',
    `Final-Recipient: rfc822;${address}`,
    `Original-Message-ID: ${mail.message_id.replace(ONE_LINE, '')}`,
    'Disposition: manual-action/MDN-sent-manually; displayed',
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
