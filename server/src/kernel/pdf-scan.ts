import { inflateSync } from 'node:zlib'

/**
 * What in a PDF acts on its own or leads out of it, by the names of ISO 32000-1 (12.6 actions, 7.11.4 embedded files).
 * A name of two or three letters counts only before what it would have as a value: it also turns up in images.
 */
const ACTIVE: [RegExp, string][] = [
  [/\/JavaScript(?![A-Za-z0-9])|\/JS\s*(?:[(<]|\d+\s+\d+\s+R)/, 'a script'],
  [/\/(?:Launch|ImportData)(?![A-Za-z0-9])/, 'a program to be started'],
  [
    /\/OpenAction(?![A-Za-z0-9])|\/AA\s*(?:<<|\d+\s+\d+\s+R)/,
    'an action that runs when it is opened or read',
  ],
  [/\/(?:EmbeddedFiles?|RichMedia)(?![A-Za-z0-9])/, 'another file'],
  [/\/(?:SubmitForm|XFA)(?![A-Za-z0-9])/, 'a form that sends what is typed'],
  [/\/S\s*\/URI(?![A-Za-z0-9])|\/URI\s*(?:[(<]|\d+\s+\d+\s+R)|\/GoTo[RE](?![A-Za-z0-9])/, 'active links'],
]
const UNREADABLE = 'This PDF is encrypted or packed in a way that cannot be checked; save it as a plain PDF.'
/** An object stream holds objects, never more than this many bytes of them. */
const LARGEST_OBJECTS = 64 * 1024 * 1024

/** Why a PDF may not be kept, as a sentence; null when nothing was found. */
export function pdfFault(bytes: Buffer): string | null {
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
    return 'This file is not a PDF; it does not begin as one.'
  // One character a byte, so that places in the text are places in the file.
  const text = bytes.toString('latin1')
  const outside: string[] = []
  let from = 0
  for (const match of text.matchAll(/stream\r?\n/g)) {
    const begins = match.index + match[0].length
    if (match.index < from || text.slice(match.index - 3, match.index) === 'end') continue
    const ends = text.indexOf('endstream', begins)
    if (ends < 0) break
    const dictionary = plainNames(text.slice(text.lastIndexOf('obj', match.index), match.index))
    const packed = unpacked(bytes.subarray(begins, ends))
    const holdsObjects = /\/(?:ObjStm|First)(?![A-Za-z0-9])/.test(dictionary)
    if (holdsObjects && (packed === null || !isPlainFlate(dictionary))) return UNREADABLE
    // What is no packed data through and through may hide objects: it is read as it stands.
    outside.push(text.slice(from, packed === null ? ends : begins))
    if (holdsObjects) outside.push(packed!.toString('latin1'))
    from = ends
  }
  outside.push(text.slice(from))
  return faultIn(plainNames(outside.join('\n')))
}

function faultIn(text: string): string | null {
  if (/\/Encrypt(?![A-Za-z0-9])/.test(text)) return UNREADABLE
  const found = ACTIVE.find(([pattern]) => pattern.test(text))
  return found === undefined ? null : `This PDF holds ${found[1]}; save it without and send it again.`
}

/** Names may be written with #xx for any character. */
const plainNames = (text: string) =>
  text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const isPlainFlate = (dictionary: string) =>
  /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])/.test(dictionary) &&
  !/\/(?:DecodeParms|F)(?![A-Za-z0-9])/.test(dictionary)

/** The unpacked bytes, when the whole of the stream is packed data; else null. */
function unpacked(stream: Buffer): Buffer | null {
  // The line end before "endstream" is no part of the data.
  const atMost = stream.length
  try {
    const { buffer, engine } = inflateSync(stream, {
      info: true,
      maxOutputLength: LARGEST_OBJECTS,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } }
    return atMost - engine.bytesWritten <= 2 ? buffer : null
  } catch {
    return null
  }
}
