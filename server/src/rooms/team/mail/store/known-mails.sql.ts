import type pg from 'pg'
import { Conversations } from './conversations.sql.ts'
import type { Delivery } from './delivery.ts'

type KnownRow = {
  what: 'PRESENT' | 'BLOCKED' | 'CONVERSATION'
  mailbox: string
  key: string
  conversation_id: string
  at: Date
}
/** Content of mailboxes that decides how mails are stored. */
export type KnownMails = {
  /** Mails that lie there already, as mailbox and hash. */
  present: Set<string>
  isBlocked(mailbox: string, sender: string): boolean
  conversations: Conversations
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@'))

/** Reads in one query which mails mailboxes have, which senders they block, and which conversations mails continue. */
export async function knownTo(
  client: Pick<pg.PoolClient, 'query'>,
  deliveries: readonly Omit<Delivery, 'quota' | 'trashMs'>[],
): Promise<KnownMails> {
  const senders = deliveries.map(({ mail }) => mail.sender.address.toLowerCase())
  const { rows } = await client.query<KnownRow>(
    `select 'PRESENT' as what, mailbox, incoming_hash as key, null as conversation_id, null::timestamptz as at
       from mail_messages where mailbox = any($1::text[]) and incoming_hash = any($2::text[])
     union all
     select 'BLOCKED', mailbox, address, null, null
       from mail_blocked where mailbox = any($1::text[]) and address = any($3::text[])
     union all
     (select distinct on (mailbox, message_id) 'CONVERSATION', mailbox, message_id, conversation_id, at
       from mail_messages where mailbox = any($1::text[]) and message_id = any($4::text[])
       order by mailbox, message_id, at desc)`,
    [
      [...new Set(deliveries.flatMap(({ mailboxes }) => mailboxes))],
      deliveries.flatMap(({ mail }) => mail.incoming_hash ?? []),
      [...new Set(senders.flatMap((one) => [one, domainOf(one)]))],
      [...new Set(deliveries.flatMap(({ references, mail }) => [...references, mail.message_id]))],
    ],
  )
  const keys = (wanted: KnownRow['what']) =>
    new Set(rows.flatMap(({ what, mailbox, key }) => (what === wanted ? `${mailbox} ${key}` : [])))
  const blocked = keys('BLOCKED')
  const conversations = new Conversations()
  for (const { what, mailbox, key, conversation_id, at } of rows)
    if (what === 'CONVERSATION') conversations.add(mailbox, key, { id: conversation_id, at: at.getTime() })
  return {
    present: keys('PRESENT'),
    isBlocked: (mailbox, sender) => {
      const address = sender.toLowerCase()
      return blocked.has(`${mailbox} ${address}`) || blocked.has(`${mailbox} ${domainOf(address)}`)
    },
    conversations,
  }
}
