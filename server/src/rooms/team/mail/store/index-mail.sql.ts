import type { AuthenticationVerdict, MailMark } from '@samudra/contract/mail'
import type { Box } from '../box.ts'
import { boxesAt, withBoxes } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import type { MailIndex } from '../reading/indexed-mail.ts'
import { senderMarks } from '../reading/sender-marks.ts'
import { tagged, wordsOf } from './search-words.ts'
import type { NewMail } from './messages.sql.ts'

const PREVIEW = 200
/** Characters of text that search finds. */
const LONGEST_SEARCHED = 200_000

export type IndexedRaw = {
  index: MailIndex
  hash: string
  size: number
  at: Date
  incomingHash: string | null
  verdict: AuthenticationVerdict | null
}

const peopleOf = ({ from, recipients: { to, cc, replyTo } }: MailIndex) => [from, ...to, ...cc, ...replyTo]
/** Returns the addresses of a mail whose mailboxes it names. */
export const addressesIn = (index: MailIndex): string[] => peopleOf(index).map(({ address }) => address)

/** Returns a mail as it is stored in the mailboxes of its recipients; `known` has the mailboxes of its addresses. */
export async function receivedMail(
  room: MailRoom,
  mail: IndexedRaw,
  known?: ReadonlyMap<string, Box>,
): Promise<NewMail> {
  const { index, verdict, at } = mail
  const boxes = known ?? (await boxesAt(room, addressesIn(index)))
  const [sender, to, cc, replyTo] = [
    [index.from],
    index.recipients.to,
    index.recipients.cc,
    index.recipients.replyTo,
  ].map((some) => withBoxes(boxes, some))
  const isFromHere = mail.incomingHash === null
  const marks: MailMark[] = isFromHere
    ? index.marks
    : [...index.marks, ...(await senderMarks(room, index, verdict))]
  return {
    search_text: searchTextOf(index),
    raw_hash: mail.hash,
    incoming_hash: mail.incomingHash,
    size: mail.size,
    message_id: index.messageId,
    conversation_id: '',
    // An address of this installation is not proven by a mail from outside.
    sender: isFromHere ? sender![0]! : { ...sender![0]!, mailbox: null },
    recipients: { to: to!, cc: cc!, bcc: [], replyTo: replyTo! },
    subject: index.subject,
    preview: previewOf(index.text),
    at,
    sent_at: index.sentAt === null ? null : new Date(index.sentAt),
    received_at: at,
    state: 'RECEIVED',
    is_seen: false,
    has_attachments: index.attachments.some(({ inline }) => !inline),
    priority: index.priority,
    links: index.links,
    marks,
    verdict,
    spam_score: verdict?.dmarc === 'fail' ? 5 : 0,
    receipt_to: index.isAutomatic ? null : index.receiptTo,
    version: 0,
    draft: null,
    undo_until: null,
    send_at: null,
    purge_at: null,
  }
}

export const previewOf = (text: string): string =>
  text
    .slice(0, 4 * PREVIEW)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)

/** Words of addresses are found apart, beside the whole address. */
const searchable = (some: readonly { name: string; address: string }[]) =>
  some
    .slice(0, 1000)
    .map(({ name, address }) => `${name} ${address} ${wordsOf(address).join(' ')}`)
    .join(' ')

type Searched = Pick<MailIndex, 'from' | 'recipients' | 'subject' | 'text'> & {
  attachments: readonly { name: string }[]
}
/** Returns the text that search finds a mail by. */
export function searchTextOf({ from, recipients, subject, text, attachments }: Searched): string {
  const sender = searchable([from])
  const receivers = searchable([...recipients.to, ...recipients.cc, ...recipients.bcc])
  return [
    tagged('from', sender),
    tagged('to', receivers),
    tagged('subject', subject),
    sender,
    receivers,
    subject,
    ...attachments.map(({ name }) => `${name} ${wordsOf(name).join(' ')}`),
    text.slice(0, LONGEST_SEARCHED),
  ].join('\n')
}
