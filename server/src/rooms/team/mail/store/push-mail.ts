import { inboxMail, mailChanged } from '@samudra/contract/mail'
import { unreadChanged } from '@samudra/contract/unread'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { audienceOfBox } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { foldersOf } from './mailboxes.sql.ts'
import type { Delivered } from './delivery.ts'
import type { NewMail } from './messages.sql.ts'

type Pushing = Pick<MailRoom, 'db' | 'send' | 'notify' | 'unreadChanged'>
const LOT = 500

/** Mail stored in mailboxes; silent when it notifies no user. */
export type DeliveredMail = {
  mail: Pick<NewMail, 'sender' | 'subject' | 'priority'>
  delivered: readonly Delivered[]
  isSilent: boolean
}

/** Pushes mails that came into mailboxes to their screens, and notifies their users of those in the inbox. */
export async function pushDelivered(room: Pushing, mails: readonly DeliveredMail[]): Promise<void> {
  const inbox = mails.flatMap(({ mail, delivered, isSilent }) =>
    isSilent ? [] : delivered.flatMap((one) => (one.folder === 'Inbox' ? { ...one, mail } : [])),
  )
  for (let at = 0; at < inbox.length; at += LOT) {
    const some = inbox.slice(at, at + LOT)
    const folders = await foldersOf(room.db, [...new Set(some.map(({ mailbox }) => mailbox))])
    const unread = new Map(
      folders.filter(({ folder }) => folder === 'Inbox').map((one) => [one.mailbox, one.unread]),
    )
    for (const { id, mailbox, mail } of some)
      pushOne(room, { id, mailbox, unread: unread.get(mailbox) ?? 0 }, mail)
  }
  pushChanged(
    room,
    mails.flatMap(({ delivered }) => delivered),
  )
}

function pushOne(
  room: Pushing,
  { id, mailbox, unread }: { id: string; mailbox: string; unread: number },
  { sender, subject, priority }: DeliveredMail['mail'],
) {
  room.send(
    inboxMail,
    { mail_id: id, mailbox, from: sender, subject, priority, unread },
    audienceOfBox(mailbox),
  )
  room.notify({
    kind: 'MAIL',
    severity: priority === 'HIGH' ? 'WARNING' : 'INFO',
    text: MESSAGES.newMail,
    link: { kind: 'screen', path: mailPath(mailbox, 'Inbox', id) },
    audience: audienceOfBox(mailbox),
  })
}

/** Path of a mail on the screens. */
export const mailPath = (mailbox: string, folder: string, id: string): string =>
  `/home/collaboration/mail/${encodeURIComponent(folder)}/${id}?mailbox=${encodeURIComponent(mailbox)}`

/** Pushes to the screens of mailboxes which of their mails changed, and their unread mails. */
export function pushChanged(
  room: Pick<Pushing, 'send' | 'unreadChanged'>,
  changed: readonly (Delivered & { from?: string })[],
): void {
  const byBox = new Map<string, typeof changed>()
  for (const one of changed) byBox.set(one.mailbox, [...(byBox.get(one.mailbox) ?? []), one])
  for (const [mailbox, some] of byBox) {
    const folders = [
      ...new Set(some.flatMap(({ folder, from }) => (from === undefined ? [folder] : [folder, from]))),
    ]
    room.send(mailChanged, { mailbox, ids: some.map(({ id }) => id), folders }, audienceOfBox(mailbox))
  }
  room.unreadChanged([...byBox.keys()])
}

/** Pushes the unread mails of a user in the inbox of the own mailbox. */
export const pushUnread = (room: Pick<Pushing, 'send'>, mailbox: string, count: number): void =>
  room.send(unreadChanged, { room: 'mail', count }, audienceOfBox(mailbox), {
    about: `unread:mail:${mailbox}`,
  })
