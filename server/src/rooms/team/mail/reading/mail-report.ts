import { decodeText } from './charsets.ts'
import type { MailReport } from './indexed-mail.ts'
import { firstOf, headersAt, type MimeHeaders } from './mime-headers.ts'
import type { MimePart } from './mime-tree.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const LONGEST_REPORT = 1024 * 1024
const MOST_RECIPIENTS = 1000

/** Returns the report that a message is, if it is one: a receipt or the outcome of a delivery. */
export function reportIn(raw: Buffer, root: MimePart): MailReport | null {
  if (root.contentType.value !== 'multipart/report') return null
  const part = root.parts.find(({ contentType: { value } }) =>
    ['message/disposition-notification', 'message/delivery-status'].includes(value),
  )
  if (part === undefined) return null
  const bytes = decodeTransfer(
    raw.subarray(part.start, Math.min(part.end, part.start + LONGEST_REPORT)),
    part.encoding,
  )
  const blocks = blocksOf(bytes)
  const original = originalId(raw, root)
  return part.contentType.value === 'message/disposition-notification'
    ? receiptOf(blocks[0], original)
    : deliveryOf(blocks, original)
}

/** Returns the blocks of fields of a status, which blank lines divide. */
function blocksOf(bytes: Buffer): MimeHeaders[] {
  const text = decodeText(bytes, 'utf-8').replaceAll('\r\n', '\n').trim()
  return text
    .split(/\n\s*\n/)
    .slice(0, MOST_RECIPIENTS + 1)
    .map((block) => {
      const lines = Buffer.from(`${block}\n`)
      return headersAt(lines, 0, lines.length).headers
    })
}

/** Returns the Message-ID of the mail that is sent back, whole or its header. */
function originalId(raw: Buffer, root: MimePart): string {
  const part = root.parts.find(({ contentType: { value } }) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(value),
  )
  if (part === undefined) return ''
  const bytes = decodeTransfer(
    raw.subarray(part.start, Math.min(part.end, part.start + LONGEST_REPORT)),
    part.encoding,
  )
  return firstOf(headersAt(bytes, 0, bytes.length).headers, 'message-id').trim()
}

function receiptOf(fields: MimeHeaders | undefined, original: string): MailReport | null {
  if (fields === undefined) return null
  const messageId = firstOf(fields, 'original-message-id').trim() || original
  if (messageId === '') return null
  return {
    kind: 'RECEIPT',
    messageId,
    reader: addressIn(firstOf(fields, 'final-recipient') || firstOf(fields, 'original-recipient')),
    isDisplayed: /;\s*displayed\b/i.test(firstOf(fields, 'disposition')),
  }
}

function deliveryOf([, ...recipients]: MimeHeaders[], messageId: string): MailReport | null {
  if (messageId === '') return null
  return {
    kind: 'DELIVERY',
    messageId,
    recipients: recipients.map((fields) => ({
      address: addressIn(firstOf(fields, 'original-recipient') || firstOf(fields, 'final-recipient')),
      action: firstOf(fields, 'action').toLowerCase(),
      status: firstOf(fields, 'status').slice(0, 20),
      answer: firstOf(fields, 'diagnostic-code').slice(0, 500),
    })),
  }
}

const addressIn = (value: string) =>
  value
    .replace(/^[^;]*;/, '')
    .trim()
    .replace(/^<|>$/g, '')
    .slice(0, 320)
