import { firstOf, headersAt, withParams, type FieldWithParams, type MimeHeaders } from './mime-headers.ts'

/** Limits of what is read of one message; what lies beyond is left in the raw message. */
export const MIME_LIMITS = { depth: 30, parts: 1000 } as const

/** Part of a message by its place in it. */
export type MimePart = {
  /** Place in the tree: '1.2' is the second part of the first. */
  id: string
  headers: MimeHeaders
  contentType: FieldWithParams
  disposition: FieldWithParams
  encoding: string
  /** Bytes of the body as it stands in the message. */
  start: number
  end: number
  parts: MimePart[]
}
export type MimeFault = 'DAMAGED' | 'TOO_COMPLEX'
export type MimeTree = { root: MimePart; faults: Set<MimeFault> }

/** Returns the tree of parts of a message. Messages within it are attachments, and are not looked into. */
export function mimeTreeOf(raw: Buffer): MimeTree {
  const faults = new Set<MimeFault>()
  const left = { parts: MIME_LIMITS.parts as number }
  const root = partAt({ raw, faults, left }, { id: '', start: 0, end: raw.length, depth: 0 }, 'text/plain')
  return { root, faults }
}

type Reading = { raw: Buffer; faults: Set<MimeFault>; left: { parts: number } }
type Place = { id: string; start: number; end: number; depth: number }

function partAt(reading: Reading, { id, start, end, depth }: Place, usual: string): MimePart {
  const { raw, faults } = reading
  const { headers, body } = headersAt(raw, start, end)
  const contentType = withParams(firstOf(headers, 'content-type') || usual)
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(contentType.value))
    contentType.value = usual === 'message/rfc822' ? usual : 'text/plain'
  const part: MimePart = {
    id: id === '' ? '1' : id,
    headers,
    contentType,
    disposition: withParams(firstOf(headers, 'content-disposition')),
    encoding: firstOf(headers, 'content-transfer-encoding').toLowerCase().trim(),
    start: Math.min(body, end),
    end,
    parts: [],
  }
  if (!contentType.value.startsWith('multipart/')) return part
  if (depth >= MIME_LIMITS.depth) {
    faults.add('TOO_COMPLEX')
    return part
  }
  const boundary = contentType.params['boundary'] ?? ''
  const places = boundary === '' ? [] : partsBetween(reading, part, boundary)
  if (places.length === 0) {
    // Without boundaries it is one text.
    faults.add('DAMAGED')
    return { ...part, contentType: { value: 'text/plain', params: contentType.params } }
  }
  const within = contentType.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
  for (const [i, place] of places.entries()) {
    if (reading.left.parts-- <= 0) {
      faults.add('TOO_COMPLEX')
      break
    }
    const number = id === '' ? `${i + 1}` : `${id}.${i + 1}`
    part.parts.push(partAt(reading, { id: number, ...place, depth: depth + 1 }, within))
  }
  return part
}

/** Returns the places between the boundaries of a part (RFC 2046, 5.1). */
function partsBetween({ raw, faults, left }: Reading, { start, end }: MimePart, boundary: string) {
  const delimiter = Buffer.from(`--${boundary}`)
  const places: { start: number; end: number }[] = []
  let begun = -1
  for (let at = raw.indexOf(delimiter, start); at >= 0 && at < end; at = raw.indexOf(delimiter, at + 1)) {
    if (at > start && raw[at - 1] !== 10) continue
    const after = at + delimiter.length
    const isLast = raw[after] === 45 && raw[after + 1] === 45
    const lineEnd = endOfLine(raw, after, end)
    if (!isLast && !isBlank(raw, after, lineEnd)) continue
    if (begun >= 0) places.push({ start: begun, end: Math.max(begun, withoutBreak(raw, at)) })
    begun = isLast ? -1 : lineEnd
    if (isLast) return places
    if (places.length > left.parts) return places
  }
  if (begun >= 0) {
    faults.add('DAMAGED')
    places.push({ start: begun, end })
  }
  return places
}

function endOfLine(raw: Buffer, from: number, end: number): number {
  const feed = raw.indexOf(10, from)
  return feed < 0 || feed >= end ? end : feed + 1
}
function isBlank(raw: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!' \t\r\n'.includes(String.fromCharCode(raw[at]!))) return false
  return true
}
/** The line break before a boundary belongs to the boundary. */
const withoutBreak = (raw: Buffer, at: number) => at - (raw[at - 2] === 13 ? 2 : 1)
