import { gunzipSync, inflateSync } from 'node:zlib'
import { jsonToLines } from '../../../../sea/json-lines.ts'

/** Encoding of a body: its Content-Encoding in lower case and its Content-Type. */
export type Sent = { packing: string; type: string }
/** The sentences of a body, with what they were written out of; or what is wrong with it, for the operator. */
export type Found = { lines: Uint8Array; asReceived?: Uint8Array } | { fault: string }

/** Never more than this is unpacked of a post. */
export const LARGEST_POST = 16 * 1024 * 1024
/** Lines are handed over in pieces of this size, as a socket would bring them. */
const PIECE = 64 * 1024
const LINE_FEED = 10

const UNPACK = new Map<string, (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array>([
  ['', (body) => body],
  ['identity', (body) => body],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
])
export const isPackedKnown = ({ packing }: Sent): boolean => UNPACK.has(packing)

/**
 * Returns the content of a body: JSON, JSON by line, a form of AIS-catcher, or NMEA. Null when it unpacks to more than
 * `most`.
 */
export async function readPost(body: Uint8Array, sent: Sent, most: number): Promise<Found | null> {
  const bytes = unpacked(body, sent.packing, most)
  if (bytes === null) return null
  if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(sent.type))
    return foundIn(await formOf(bytes, sent.type))
  const text = new TextDecoder().decode(bytes)
  return /^\s*[{[]/.test(text) ? foundIn(text) : { lines: Buffer.from(`${text}\n`) }
}

/** The lines of one JSON text of AIS-catcher, with its reception times and station as tag blocks. */
export function foundIn(json: string): Found {
  const found = jsonToLines(json)
  return typeof found === 'string' ? { fault: found } : { lines: found, asReceived: Buffer.from(json) }
}

/** The same for bodies of any size, in a process of its own: pieces of whole lines. */
export async function* readLargePost(body: Uint8Array, sent: Sent): AsyncGenerator<Found | null> {
  const found = await readPost(body, sent, LARGEST_POST)
  if (found === null || 'fault' in found) yield found
  else for (const lines of piecesOf(found.lines)) yield { lines }
}

function* piecesOf(lines: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < lines.length;) {
    const lineEnd = lines.lastIndexOf(LINE_FEED, from + PIECE - 1) + 1
    const end = lineEnd > from ? lineEnd : Math.min(from + PIECE, lines.length)
    yield lines.subarray(from, end)
    from = end
  }
}

function unpacked(body: Uint8Array, packing: string, most: number): Uint8Array | null {
  if (body.length > most) return null
  try {
    return UNPACK.get(packing)!(body, { maxOutputLength: most })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null
    throw error
  }
}

/** The JSON of a form of AIS-catcher, in either way forms are sent. */
async function formOf(body: Uint8Array, type: string): Promise<string> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const given = form.get('jsonais')
  return typeof given === 'string' ? given : ((await given?.text()) ?? '')
}
