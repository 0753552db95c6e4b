import { createHash } from 'node:crypto'
import addressParser from 'nodemailer/lib/addressparser'
import { MailLinks, MAIL_LIMITS } from '@samudra/contract/mail'
import { wellFormed } from './charsets.ts'
import { LINKS_HEADER, type HeaderAddress, type MailIndex } from './indexed-mail.ts'
import { decodedWords, firstOf, headersAt, type MimeHeaders } from './mime-headers.ts'

/** Addresses of one field that are read, and bytes of a field of addresses. */
const MOST_ADDRESSES = 20_000
const LONGEST_SUBJECT = 998
const LONGEST_ID = 998

/** Returns the index of a message by its header alone. */
export function envelopeIndex(head: Buffer): MailIndex {
  const { headers } = headersAt(head, 0, head.length)
  return {
    ...envelopeOf(headers, createHash('sha256').update(head).digest('hex')),
    html: '',
    text: '',
    remotePictures: 0,
    attachments: [],
    marks: [],
    report: null,
  }
}

/** Returns the header fields of a message; `hash` names a message without an id. */
export function envelopeOf(headers: MimeHeaders, hash: string) {
  const to = addressesIn(headers, 'to')
  const cc = addressesIn(headers, 'cc')
  const bcc = addressesIn(headers, 'bcc')
  const most = MAIL_LIMITS.recipients
  const [from = { name: '', address: '' }] = addressesIn(headers, 'from')
  const [receiptTo] = addressesIn(headers, 'disposition-notification-to')
  return {
    messageId: idsIn(firstOf(headers, 'message-id'))[0] ?? `<${hash.slice(0, 32)}@no-message-id>`,
    inReplyTo: idsIn(firstOf(headers, 'in-reply-to')).slice(0, 5),
    references: referencesIn(firstOf(headers, 'references')),
    from,
    recipients: {
      to: to.slice(0, most),
      cc: cc.slice(0, most),
      bcc: bcc.slice(0, most),
      replyTo: addressesIn(headers, 'reply-to').slice(0, 20),
    },
    recipientCount: to.length + cc.length,
    subject: wellFormed(decodedWords(firstOf(headers, 'subject')).slice(0, LONGEST_SUBJECT)),
    sentAt: instantIn(firstOf(headers, 'date')),
    priority: priorityOf(headers),
    receiptTo: receiptTo?.address || null,
    isAutomatic:
      headers.has('list-id') ||
      /^(?!no\b)./i.test(firstOf(headers, 'auto-submitted')) ||
      /^(?:bulk|list|junk)/i.test(firstOf(headers, 'precedence')) ||
      firstOf(headers, 'return-path').trim() === '<>',
    links: linksIn(headers),
  }
}

/** Keeps the first and the last of long references. */
function referencesIn(value: string): string[] {
  const ids = idsIn(value)
  return ids.length <= 20 ? ids : [ids[0]!, ...ids.slice(-19)]
}
const idsIn = (value: string): string[] =>
  [...value.slice(0, 100_000).matchAll(/<[^<>\s]{1,990}>/g)].map(([id]) => id.slice(0, LONGEST_ID))

/** Returns the addresses of a field. */
function addressesIn(headers: MimeHeaders, name: string): HeaderAddress[] {
  const text = (headers.get(name) ?? []).join(', ')
  if (text === '') return []
  const found = addressParser(text, { flatten: true })
  return found.slice(0, MOST_ADDRESSES).map((one) => ({
    name: wellFormed(decodedWords(one.name ?? '').slice(0, 300)),
    address: wellFormed(decodedWords(one.address ?? '').slice(0, 320)),
  }))
}

function instantIn(value: string): number | null {
  const at = Date.parse(value.replace(/\([^)]*\)/g, ''))
  return Number.isNaN(at) || at < 0 || at > Date.parse('9999-01-01') ? null : at
}

function priorityOf(headers: MimeHeaders): MailIndex['priority'] {
  const text = `${firstOf(headers, 'importance')} ${firstOf(headers, 'x-priority')} ${firstOf(headers, 'priority')}`
  if (/\bhigh\b|\burgent\b|(?:^|\s)[12](?:\s|$|\()/i.test(text)) return 'HIGH'
  return /\blow\b|non-urgent|(?:^|\s)[45](?:\s|$|\()/i.test(text) ? 'LOW' : 'NORMAL'
}

function linksIn(headers: MimeHeaders): MailIndex['links'] {
  const value = firstOf(headers, LINKS_HEADER.toLowerCase()).replaceAll(/\s/g, '')
  if (value === '') return []
  try {
    const read = MailLinks.safeParse(JSON.parse(Buffer.from(value, 'base64').toString('utf8')))
    return read.success ? read.data.slice(0, MAIL_LIMITS.links) : []
  } catch {
    return []
  }
}
