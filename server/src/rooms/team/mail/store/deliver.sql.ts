import type pg from 'pg'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { Delivery, DeliveryResult } from './delivery.ts'
import { lockBoxes } from './mailboxes.sql.ts'
import { knownTo } from './known-mails.sql.ts'
import { insertMails, type MailRow, type NewMail } from './messages.sql.ts'

/** Puts a mail into mailboxes, within a transaction. */
export const deliverInto = async (client: pg.PoolClient, delivery: Delivery): Promise<DeliveryResult> =>
  (await deliverAll(client, [delivery]))[0]!

/** Puts mails into mailboxes, within a transaction. A mail that lies there already stays as it is. */
export async function deliverAll(
  client: pg.PoolClient,
  deliveries: readonly Delivery[],
): Promise<DeliveryResult[]> {
  const boxes = await lockBoxes(
    client,
    deliveries.flatMap(({ mailboxes }) => mailboxes),
  )
  const { present, isBlocked, conversations } = await knownTo(client, deliveries)
  const results: DeliveryResult[] = []
  const inserted: { mail: NewMail; rows: MailRow[] }[] = []
  for (const { mail, references, mailboxes, quota, trashMs, isReply, folder = 'Inbox' } of deliveries) {
    const full = new Set<string>()
    const rows: MailRow[] = []
    const free: string[] = []
    for (const mailbox of new Set(mailboxes)) {
      const key = `${mailbox} ${mail.incoming_hash}`
      if (mail.incoming_hash !== null && present.has(key)) continue
      const box = boxes.get(mailbox)!
      if (box.used + mail.size > quota) full.add(mailbox)
      else {
        present.add(key)
        box.used += mail.size
        free.push(mailbox)
      }
    }
    const found = await conversations.find(client, { mail, references, mailboxes: free, isReply })
    for (const mailbox of free) {
      const isSpam = isBlocked(mailbox, mail.sender.address)
      const conversation_id = found.get(mailbox) ?? mail.conversation_id
      conversations.add(mailbox, mail.message_id, { id: conversation_id, at: mail.at.getTime() })
      rows.push({
        id: ulid(mail.at.getTime()),
        mailbox,
        uid: boxes.get(mailbox)!.uid++,
        folder: isSpam ? 'Spam' : folder,
        conversation_id,
        ...(isSpam ? { purge_at: new Date(mail.at.getTime() + trashMs), spam_score: 10 } : {}),
      })
    }
    if (rows.length > 0) inserted.push({ mail, rows })
    results.push({ delivered: rows.map(({ id, mailbox, folder }) => ({ id, mailbox, folder })), full })
  }
  if (inserted.length > 0) await insertMails(client, inserted)
  return results
}
