import { createHash } from 'node:crypto'
import type { MailMark } from '@samudra/contract/mail'
import { pdfFault } from '../../../../platform/kernel/files/pdf-scan.ts'
import { decodeText, wellFormed } from './charsets.ts'
import { envelopeOf } from './read-envelope.ts'
import { MARK_TEXTS, type IndexedAttachment, type MailIndex } from './indexed-mail.ts'
import { reportIn } from './mail-report.ts'
import { firstOf } from './mime-headers.ts'
import { MIME_LIMITS, mimeTreeOf, type MimePart } from './mime-tree.ts'
import { plainHtml, sanitise, textOf, withoutLinkLines, type SanitisedBody } from './sanitise.ts'
import { readTnef } from './tnef.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Characters of text that are stored. */
const LONGEST_TEXT = 1_000_000
/** PDFs beyond this size are not looked through. */
const LARGEST_SCANNED = 60 * 1024 * 1024

/** Returns the content of a raw message. Reads any bytes; runs in the reader process. */
export function readMail(raw: Buffer): MailIndex {
  const { root, faults } = mimeTreeOf(raw)
  const marks = new Map<MailMark['kind'], MailMark>()
  const mark = (kind: keyof typeof MARK_TEXTS) => marks.set(kind, { kind, text: MARK_TEXTS[kind] })
  for (const fault of faults) mark(fault)
  const content: Content = { raw, pieces: [], attachments: [], calendars: new Map(), mark }
  collect(content, root)
  const body = bodyOf(content)
  if (body.isCut) mark('TOO_COMPLEX')
  const attachments = withoutCopies(content)
  for (const one of attachments)
    one.inline = one.content_id !== null && body.html.includes(`cid:${one.content_id}`)
  const { html, text, remotePictures } = body
  const envelope = envelopeOf(root.headers, hashOf(raw))
  return {
    ...envelope,
    html: envelope.links.length === 0 ? html : withoutLinkLines(html),
    text,
    remotePictures,
    attachments,
    marks: [...marks.values()],
    report: reportIn(raw, root),
  }
}

type Content = {
  raw: Buffer
  /** Texts in their order, HTML or plain. */
  pieces: { html: string | null; plain: string | null }[]
  attachments: IndexedAttachment[]
  /** Hashes of calendar entries, by the place of their part. */
  calendars: Map<string, string>
  mark: (kind: keyof typeof MARK_TEXTS) => void
}

function collect(content: Content, part: MimePart): void {
  const { value: type, params } = part.contentType
  if (type.startsWith('multipart/') && part.parts.length > 0) {
    if (type === 'multipart/alternative') return collectAlternative(content, part)
    return part.parts.forEach((one) => collect(content, one))
  }
  const name = part.disposition.params['filename'] ?? params['name'] ?? ''
  const isText =
    (type === 'text/plain' || type === 'text/html') && part.disposition.value !== 'attachment' && name === ''
  if (isText) content.pieces.push(textPiece(content, part))
  else if (type === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)) unpack(content, part, name)
  else
    content.attachments.push(
      attachmentOf(content, part, { named: name, type, bytes: bytesOf(content, part) }),
    )
}

/** Shows the richest text of alternatives; what is no text is an attachment. */
function collectAlternative(content: Content, part: MimePart): void {
  const before = content.pieces.length
  for (const one of part.parts) collect(content, one)
  const pieces = content.pieces.splice(before)
  if (pieces.length === 0) return
  content.pieces.push({
    html: pieces.findLast(({ html }) => html !== null)?.html ?? null,
    plain: pieces.find(({ plain }) => plain !== null)?.plain ?? null,
  })
}

function textPiece({ raw }: Content, part: MimePart) {
  const bytes = decodeTransfer(raw.subarray(part.start, part.end), part.encoding)
  const text = decodeText(
    bytes.subarray(0, 4 * LONGEST_TEXT),
    part.contentType.params['charset'] ?? '',
  ).replaceAll('\0', '')
  if (part.contentType.value === 'text/html') return { html: text, plain: null }
  const isFlowed = part.contentType.params['format']?.toLowerCase() === 'flowed'
  return { html: null, plain: isFlowed ? text.replaceAll(/ \r?\n/g, ' ') : text }
}

const bytesOf = ({ raw }: Content, { start, end, encoding }: MimePart) =>
  decodeTransfer(raw.subarray(start, end), encoding)

/** Unpacks a file of Outlook into the files that it holds, and its text where the mail has no other. */
function unpack(content: Content, part: MimePart, named: string): void {
  const bytes = bytesOf(content, part)
  const tnef = readTnef(bytes)
  const hasText = tnef !== null && (tnef.html ?? tnef.plain) !== null
  if (hasText && !content.pieces.some(({ html, plain }) => (html ?? plain ?? '').trim() !== ''))
    content.pieces.push({ html: tnef.html, plain: tnef.plain })
  for (const { name, type, contentId, start, end } of tnef?.files ?? []) {
    if (content.attachments.length >= MIME_LIMITS.parts) return content.mark('TOO_COMPLEX')
    const file = { named: name, type: typeOf(name, type), bytes: bytes.subarray(start, end) }
    const id = `${part.id}.${content.attachments.length + 1}`
    const attachment = attachmentOf(content, { ...part, id, headers: new Map() }, file)
    content.attachments.push({
      ...attachment,
      content_id: contentId || null,
      within: { from: start, to: end },
    })
  }
  if (tnef?.isDamaged === false && (hasText || tnef.files.length > 0)) return
  content.mark('WINMAIL')
  content.attachments.push(attachmentOf(content, part, { named, type: 'application/ms-tnef', bytes }))
}

/** Returns the type of a file that may have none of its own. */
const typeOf = (name: string, type: string): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type)
    ? type.toLowerCase()
    : (Object.entries(ENDS).find(([, end]) => name.toLowerCase().endsWith(`.${end}`))?.[0] ??
      'application/octet-stream')

function attachmentOf(
  { calendars, mark }: Content,
  { start, end, encoding, id, headers }: MimePart,
  { named, type, bytes }: { named: string; type: string; bytes: Buffer },
): IndexedAttachment {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  const warning = isPdf && bytes.length <= LARGEST_SCANNED ? pdfFault(bytes) : null
  if (warning !== null) mark('ACTIVE_PDF')
  if (type === 'text/calendar') mark('CALENDAR')
  if (type === 'text/calendar' || /\.ics$/i.test(named)) calendars.set(id, hashOf(bytes))
  const cid = firstOf(headers, 'content-id').replace(/^<|>$/g, '').trim()
  return {
    id,
    name: fileName(named, type, id),
    content_type: isPdf ? 'application/pdf' : type,
    size: bytes.length,
    content_id: cid === '' ? null : cid.slice(0, 300),
    inline: false,
    warning,
    encoding,
    start,
    end,
  }
}

/** Returns attachments without a calendar entry that stands in the text and again as a file. */
function withoutCopies({ attachments, calendars }: Content): IndexedAttachment[] {
  const isCopied = ({ id }: IndexedAttachment) =>
    attachments.some((one) => one.id !== id && calendars.get(one.id) === calendars.get(id))
  return attachments.filter((one) => one.name !== `part-${one.id}.ics` || !isCopied(one))
}

const ENDS: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/html': 'html',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
function fileName(named: string, type: string, id: string): string {
  // Neither folders nor letters that change the direction of a name.
  const plain = named
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f<>:"|?*]/g, '')
    .trim()
    .slice(-200)
  return plain === '' || /^\.+$/.test(plain) ? `part-${id}.${ENDS[type] ?? 'bin'}` : wellFormed(plain)
}

function bodyOf({ pieces }: Content): SanitisedBody & { text: string } {
  const bodies = pieces.slice(0, 100).map(({ html, plain }) =>
    html !== null
      ? sanitise(html)
      : {
          html: plainHtml((plain ?? '').slice(0, LONGEST_TEXT / 4).trimEnd()),
          remotePictures: 0,
          isCut: (plain ?? '').length > LONGEST_TEXT / 4,
        },
  )
  const html = bodies.map((one) => one.html).join('\n')
  const plain = pieces.map((one, i) => one.plain ?? textOf(bodies[i]?.html ?? '')).join('\n')
  return {
    html,
    text: wellFormed(plain.slice(0, LONGEST_TEXT).replaceAll('\r\n', '\n').trim()),
    remotePictures: bodies.reduce((sum, one) => sum + one.remotePictures, 0),
    isCut: bodies.some(({ isCut }) => isCut),
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
