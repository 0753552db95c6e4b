import { readReceipt } from '@samudra/contract/mail'
import { sql } from 'kysely'
import { query } from '../../../../platform/needs/query.ts'
import { audienceOfBox } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import type { MailReport } from '../reading/indexed-mail.ts'
import { pushChanged } from './push-mail.ts'

const MOST_RECEIPTS = 1000

/** Enters a report at the sent mail that it is about. Returns whether it was a receipt, which the mail itself shows. */
export async function applyReport(room: MailRoom, report: MailReport, at: Date): Promise<boolean> {
  return report.kind === 'RECEIPT'
    ? applyReceipt(room, report, at)
    : (await applyDelivery(room, report, at), false)
}

async function applyReceipt(
  room: MailRoom,
  { messageId, reader, isDisplayed }: MailReport & { kind: 'RECEIPT' },
  at: Date,
) {
  if (!isDisplayed) return false
  const receipt = { reader, read_at: at.toISOString() }
  const { rows } = await sql<{ id: string; mailbox: string; folder: string }>`
    update mail_messages set receipts = receipts || ${JSON.stringify([receipt])}::jsonb
    where message_id = ${messageId} and state = 'SENT' and receipt_to is not null
      and jsonb_array_length(receipts) < ${MOST_RECEIPTS}
      and not receipts @> ${JSON.stringify([{ reader }])}::jsonb
    returning id, mailbox, folder`.execute(query(room.db))
  for (const { id, mailbox } of rows)
    room.send(readReceipt, { mail_id: id, ...receipt }, audienceOfBox(mailbox))
  pushChanged(room, rows)
  return rows.length > 0
}

async function applyDelivery(
  room: MailRoom,
  { messageId, recipients }: MailReport & { kind: 'DELIVERY' },
  at: Date,
) {
  const failed = recipients.filter(({ action }) => action === 'failed')
  if (failed.length === 0) return
  const { rows } = await sql<{ id: string; mailbox: string; folder: string }>`
    update mail_messages set state = 'FAILED' where message_id = ${messageId} and state in ('SENT', 'FAILED')
      and exists (select from mail_outgoing o where o.mail_id = mail_messages.id)
    returning id, mailbox, folder`.execute(query(room.db))
  for (const { id } of rows)
    for (const { address, status, answer } of failed)
      await sql`update mail_outgoing set state = 'FAILED', last_answer = ${`${status} ${answer}`.trim()}, updated_at = ${at}
        where mail_id = ${id} and lower(recipient) = ${address.toLowerCase()}`.execute(query(room.db))
  pushChanged(room, rows)
}
