import { createHash } from 'node:crypto'
import { inTransaction } from '../../../../platform/needs/query.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { MailRoom } from '../mail.ts'
import { lockBoxes } from '../store/mailboxes.sql.ts'
import { isAnswer } from '../store/conversations.sql.ts'
import { knownTo } from '../store/known-mails.sql.ts'
import { receivedMail } from '../store/index-mail.sql.ts'
import { insertMails, type NewMail } from '../store/messages.sql.ts'
import { storeRaws } from '../store/raw-files.sql.ts'
import type { RemoteFlags } from './sync.sql.ts'

/**
 * Stores a message of another server in a folder of its account's mailbox. Returns its id; the one of the same message
 * when it is there already, in whatever folder.
 */
export async function storeSynced(
  room: MailRoom,
  mailbox: string,
  raw: Buffer,
  { folder, at, flags }: { folder: string; at: Date; flags: RemoteFlags },
): Promise<string> {
  const draft = await room.raw.receive([raw])
  try {
    const index = await room.reader.read(draft)
    const indexed = {
      index,
      hash: draft.hash,
      size: draft.size,
      at,
      incomingHash: createHash('sha256').update(raw).digest('hex'),
      verdict: null,
    }
    const isOwn = folder === 'Sent'
    const mail: NewMail = {
      ...(await receivedMail(room, indexed)),
      state: isOwn ? 'SENT' : 'RECEIVED',
      is_seen: flags.isSeen,
    }
    return await inTransaction(room.db, async (client) => {
      await client.query("select set_config('samudra.mail_sync', 'on', true)")
      const uid = (await lockBoxes(client, [mailbox])).get(mailbox)!.uid
      const { rows } = await client.query<{ id: string }>(
        `select id from mail_messages where mailbox = $1
           and (incoming_hash = $2 or raw_hash = $3 and state = 'SENT') limit 1`,
        [mailbox, mail.incoming_hash, draft.hash],
      )
      if (rows[0] !== undefined) return rows[0].id
      await storeRaws(client, [{ draft, index }], at)
      const placed = {
        mail,
        references: [...index.references, ...index.inReplyTo],
        mailboxes: [mailbox],
        isReply: isAnswer(index.subject),
      }
      const { conversations } = await knownTo(client, [placed])
      const id = ulid(at.getTime())
      const conversation_id = (await conversations.find(client, placed)).get(mailbox) ?? ulid(at.getTime())
      await insertMails(client, [{ mail, rows: [{ id, mailbox, uid, folder, conversation_id }] }])
      await client.query(
        'update mail_messages set is_starred = $2, is_answered = $3, is_forwarded = $4 where id = $1',
        [id, flags.isStarred, flags.isAnswered, flags.isForwarded],
      )
      return id
    })
  } finally {
    await draft.drop()
  }
}
