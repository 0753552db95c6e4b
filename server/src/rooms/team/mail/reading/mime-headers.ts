import libmime from 'libmime'
import { decodeText, wellFormed } from './charsets.ts'

/** Maximum bytes of the header of one part, and characters of one field that are read. */
const LONGEST_HEADER = 1024 * 1024
const LONGEST_FIELD = 500_000

/** Fields of a header by name in lower case, each with its values in order, unfolded. */
export type MimeHeaders = ReadonlyMap<string, readonly string[]>

/** Returns the header that begins at a place of a message, and where its body begins. */
export function headersAt(raw: Buffer, start: number, end: number): { headers: MimeHeaders; body: number } {
  const headers = new Map<string, string[]>()
  let at = start
  const add = (lines: string[]) => {
    const line = lines.join('')
    const colon = line.indexOf(':')
    // A line without a name is no field: it is left out, as other programs do.
    if (colon < 1 || /[^!-9;-~]/.test(line.slice(0, colon).trimEnd())) return
    const name = line.slice(0, colon).trim().toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1, LONGEST_FIELD).trim()])
  }
  let field: string[] = []
  while (at < end && at - start < LONGEST_HEADER) {
    const feed = raw.indexOf(10, at)
    const next = feed < 0 || feed >= end ? end : feed + 1
    const line = decodeText(raw.subarray(at, next), 'utf-8').replace(/[\r\n\0]+/g, '')
    at = next
    if (line === '') break
    if (/^[ \t]/.test(line)) field.push(line)
    else {
      if (field.length > 0) add(field)
      field = [line]
    }
  }
  if (field.length > 0) add(field)
  return { headers, body: at }
}

export const firstOf = (headers: MimeHeaders, name: string): string => headers.get(name)?.[0] ?? ''

/** Returns text of a field with its encoded words (RFC 2047) decoded and control characters left out. */
export function decodedWords(value: string): string {
  const decoded = value.includes('=?') ? safely(() => libmime.decodeWords(value), value) : value
  return plain(decoded)
}

export type FieldWithParams = { value: string; params: Readonly<Record<string, string>> }
/** Returns a field with parameters (RFC 2231), its value in lower case. */
export function withParams(value: string): FieldWithParams {
  const short = value.slice(0, 20_000)
  const read = safely<{ value?: string; params: object }>(() => libmime.parseHeaderValue(short), {
    value: short.split(';')[0]!,
    params: {},
  })
  const params = Object.fromEntries(
    Object.entries(read.params).map(([name, text]) => [
      name,
      name === 'boundary' ? String(text) : decodedWords(String(text)),
    ]),
  )
  return {
    value: plain(read.value ?? '')
      .toLowerCase()
      .trim(),
    params,
  }
}

function safely<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
// oxlint-disable-next-line no-control-regex
const plain = (text: string) => wellFormed(text.replace(/[\0-\x08\x0a-\x1f\x7f]+/g, ' ')).trim()
