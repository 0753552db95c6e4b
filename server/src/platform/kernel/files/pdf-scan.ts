import { inflateSync } from 'node:zlib'

/**
 * Names in a PDF that act on their own or lead out of it (ISO 32000-1, 12.6 actions, 7.11.4 embedded files). A name
 * of two or three letters counts only before its value: it also occurs in images.
 */
const ACTIVE: [RegExp, string][] = [
  [/\/JavaScript(?![A-Za-z0-9])|\/JS\s*(?:[(<]|\d+\s+\d+\s+R)/, 'a script'],
  [/\/(?:Launch|ImportData)(?![A-Za-z0-9])/, 'a program start'],
  [/\/OpenAction(?![A-Za-z0-9])|\/AA\s*(?:<<|\d+\s+\d+\s+R)/, 'an action that runs when the file is opened'],
  [/\/(?:EmbeddedFiles?|RichMedia)(?![A-Za-z0-9])/, 'an embedded file'],
  [/\/(?:SubmitForm|XFA)(?![A-Za-z0-9])/, 'a form that sends data'],
  [/\/S\s*\/URI(?![A-Za-z0-9])|\/URI\s*(?:[(<]|\d+\s+\d+\s+R)|\/GoTo[RE](?![A-Za-z0-9])/, 'active links'],
]
const UNREADABLE = 'This PDF is encrypted or packed and cannot be checked. Save it as a plain PDF.'
const NO_PDF = 'This PDF is damaged. Save it as a PDF again.'
const TOO_MUCH = 'This PDF is too large to check after unpacking. Save it smaller and send it again.'
/** Maximum unpacked size of all streams together, and of those that hold objects, which are scanned. */
const MOST_UNPACKED = 256 * 1024 * 1024
const MOST_OBJECTS = 64 * 1024 * 1024
const MOST_STREAMS = 50_000

/** Returns why a PDF may not be stored, as a sentence; null when nothing was found. */
export function pdfFault(bytes: Buffer): string | null {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'This file is not a PDF.'
  // One character a byte, so that places in the text are places in the file.
  const text = bytes.toString('latin1')
  const outside: string[] = []
  let from = 0
  const left = { streams: MOST_STREAMS, bytes: MOST_UNPACKED, objects: MOST_OBJECTS }
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const begins = match.index + match[0].length
    if (match.index < from || text.slice(match.index - 3, match.index) === 'end') continue
    const ends = text.indexOf('endstream', begins)
    if (ends < 0) break
    // Between two streams and no further back: every byte is looked at once.
    const before = text.slice(from, match.index)
    const dictionary = plainNames(before.slice(Math.max(0, before.lastIndexOf('obj'))))
    const holdsObjects = /\/(?:ObjStm|First)(?![A-Za-z0-9])/.test(dictionary)
    const packed = unpacked(bytes.subarray(begins, ends), left)
    if (holdsObjects) left.objects -= packed?.length ?? 0
    if (--left.streams < 0 || left.bytes <= 0 || left.objects < 0) return TOO_MUCH
    if (holdsObjects && (packed === null || !isPlainFlate(dictionary))) return UNREADABLE
    // What is no packed data through and through may hide objects: it is read as it stands.
    outside.push(text.slice(from, packed === null ? ends : begins))
    if (holdsObjects) outside.push(packed!.toString('latin1'))
    from = ends
  }
  outside.push(text.slice(from))
  const objects = plainNames(outside.join('\n'))
  return faultIn(objects) ?? (isReadable(text, objects) ? null : NO_PDF)
}

/** Returns true when the table of objects is at the place the file names, with a catalog and pages (ISO 32000-1, 7.5). */
function isReadable(file: string, objects: string): boolean {
  const end = file.slice(Math.max(0, file.lastIndexOf('startxref')))
  const place = /^startxref\s+(\d{1,10})\s+%%EOF/.exec(end)?.[1]
  const table = place === undefined ? '' : file.slice(Number(place), Number(place) + 100)
  return (
    /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(table) &&
    [/\/Root\s+\d+\s+\d+\s+R/, /\/Type\s*\/Catalog(?![A-Za-z])/, /\/Type\s*\/Pages(?![A-Za-z])/].every(
      (part) => part.test(objects),
    )
  )
}

function faultIn(text: string): string | null {
  if (/\/Encrypt(?![A-Za-z0-9])/.test(text)) return UNREADABLE
  const found = ACTIVE.find(([pattern]) => pattern.test(text))
  return found === undefined ? null : `This PDF contains ${found[1]}. Remove it and send the file again.`
}

/** Names may be written with #xx for any character. */
const plainNames = (text: string) =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isPlainFlate = (dictionary: string) =>
  /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary) &&
  !/\/(?:DecodeParms|F)(?![A-Za-z0-9])/.test(dictionary)

/** The unpacked bytes, when the whole of the stream is packed data; else null. What it unpacked is taken off the rest. */
function unpacked(stream: Buffer, left: { bytes: number }): Buffer | null {
  // The line end before "endstream" is no part of the data.
  const atMost = stream.length
  // As RFC 1950 begins: the method, and a check of these two bytes.
  if (atMost < 8 || (stream[0]! & 15) !== 8 || stream.readUInt16BE(0) % 31 !== 0) return null
  try {
    const { buffer, engine } = inflateSync(stream, {
      info: true,
      maxOutputLength: left.bytes,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    left.bytes -= buffer.length
    return atMost - engine.bytesWritten <= 2 ? buffer : null
  } catch (error) {
    // What does not fit any more is too much; whatever else is wrong, it is no packed data.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') left.bytes = 0
    return null
  }
}
