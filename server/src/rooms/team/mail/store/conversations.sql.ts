import type pg from 'pg'
import type { Delivery } from './delivery.ts'

/** Latest mails of a mailbox among which an answer without references finds its subject. */
const SUBJECTS_SEARCHED = 300
const SUBJECTS_MS = 30 * 24 * 3_600_000

type Client = Pick<pg.PoolClient, 'query'>
type Placed = Pick<Delivery, 'mail' | 'references' | 'mailboxes' | 'isReply'>
type Known = { id: string; at: number }

/** Conversations that mails continue: by references, else by the subject of an answer. */
export class Conversations {
  /** By mailbox and Message-ID. */
  readonly #known = new Map<string, Known>()

  add(mailbox: string, messageId: string, conversation: Known): void {
    this.#known.set(`${mailbox} ${messageId}`, conversation)
  }

  /** Returns the conversation that a mail continues in each mailbox that has one. */
  async find(client: Client, mail: Placed): Promise<Map<string, string>> {
    const { references, mailboxes, isReply } = mail
    const found = new Map<string, string>()
    for (const mailbox of mailboxes) {
      const ids = [...references, mail.mail.message_id]
      const some = ids.flatMap((one) => this.#known.get(`${mailbox} ${one}`) ?? [])
      const latest = some.reduce<Known | null>((best, one) => (best && best.at >= one.at ? best : one), null)
      if (latest !== null) found.set(mailbox, latest.id)
    }
    const left = mailboxes.filter((one) => !found.has(one))
    if (isReply && references.length === 0 && left.length > 0)
      for (const [mailbox, id] of await bySubject(client, mail, left)) found.set(mailbox, id)
    return found
  }
}

async function bySubject(client: Client, { mail }: Placed, mailboxes: readonly string[]) {
  const people = [mail.sender, ...mail.recipients.to].map(({ address }) => address.toLowerCase())
  const { rows } = await client.query<{ mailbox: string; conversation_id: string }>(
    `select distinct on (b.mailbox) b.mailbox, r.conversation_id from unnest($1::text[]) b(mailbox),
       lateral (select conversation_id, at, subject, sender from mail_messages m
         where m.mailbox = b.mailbox and m.at > $2 order by m.at desc, m.id desc limit ${SUBJECTS_SEARCHED}) r
     where lower(r.subject) = lower($3) and lower(r.sender ->> 'address') = any($4::text[])
     order by b.mailbox, r.at desc`,
    [mailboxes, new Date(mail.at.getTime() - SUBJECTS_MS), withoutPrefix(mail.subject), people],
  )
  return rows.map(({ mailbox, conversation_id }) => [mailbox, conversation_id] as const)
}

const PREFIX = /^(?:\s*(?:re|aw|sv|antw|res|回复|fwd?|wg|tr|转发)(?:\[\d+\])?\s*[:：])+\s*/i
export const withoutPrefix = (subject: string): string => subject.replace(PREFIX, '').trim()
export const isAnswer = (subject: string): boolean =>
  /^\s*(?:re|aw|sv|antw|res|回复)(?:\[\d+\])?\s*[:：]/i.test(subject)
