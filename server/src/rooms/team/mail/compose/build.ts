import { Readable } from 'node:stream'
import type { MailAddress } from '@samudra/contract/mail'
import MailComposer from 'nodemailer/lib/mail-composer'
import { readablyLinked } from './link-lines.ts'
import type { MailRoom } from '../mail.ts'
import { LINKS_HEADER } from '../reading/indexed-mail.ts'
import { plainHtml, sanitiseSoon } from '../reading/composed-body.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { DraftContent } from './content.ts'

const PRIORITY_HEADERS = {
  HIGH: { Importance: 'high', 'X-Priority': '1 (Highest)' },
  NORMAL: {},
  LOW: { Importance: 'low', 'X-Priority': '5 (Lowest)' },
} as const

export type BuiltMail = {
  content: DraftContent
  messageId: string
  from: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  inReplyTo: string | null
  references: readonly string[]
  at: Date
}

/** Yields a mail as a raw message (RFC 5322). Blind copies are no part of it. */
export async function buildMail(room: MailRoom, mail: BuiltMail): Promise<AsyncIterable<Uint8Array>> {
  const { content, from, to, cc, at } = mail
  const files = await room.attachments.byId(content.attachment_ids)
  if (files.length < content.attachment_ids.length)
    throw new OperationError(
      'NOT_FOUND',
      'An attachment of this mail does not exist any more. Attach it again.',
    )
  const body =
    content.body_format === 'text'
      ? { html: plainHtml(content.body), text: content.body }
      : await sanitiseSoon(room.reader, content.body)
  const linked = readablyLinked(body, content.links)
  const composer = new MailComposer({
    messageId: mail.messageId,
    date: at,
    from: plainAddress(from),
    to: to.map(plainAddress),
    cc: cc.map(plainAddress),
    subject: content.subject,
    text: linked.text,
    ...(content.body_format === 'text' && content.links.length === 0
      ? {}
      : { html: linked.html, attachDataUrls: true }),
    ...(mail.inReplyTo === null ? {} : { inReplyTo: mail.inReplyTo }),
    references: [...mail.references],
    headers: {
      ...PRIORITY_HEADERS[content.priority],
      ...(content.links.length === 0
        ? {}
        : {
            [LINKS_HEADER]: Buffer.from(JSON.stringify(content.links))
              .toString('base64')
              .replace(/.{1,70}/g, '$& ')
              .trim(),
          }),
      ...(content.request_receipt ? { 'Disposition-Notification-To': from.address } : {}),
    },
    attachments: files.map(({ hash, name, type }) => ({
      filename: name,
      contentType: type,
      content: Readable.from(bytesOf(room, hash)),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().createReadStream()
}

async function* bytesOf({ attachments }: MailRoom, hash: string): AsyncGenerator<Uint8Array> {
  yield* await attachments.read({ hash })
}

const plainAddress = ({ name, address }: MailAddress) => ({ name, address })
