import type { Draft } from '../../needs/files.ts'
import { pdfFault } from './pdf-scan.ts'
import type { Readers } from './readers.ts'
import { checkPicture } from './thumbnail.ts'

/** Type of a file by its content, and why it is refused; `why` is null when it is accepted. */
export type Scanned = {
  type: string
  isMap: boolean
  why: string | null
  /** True for content that is none of the kinds looked for; it may act when it is opened. */
  isUnknown?: true
  /** Size of a picture in pixels. */
  width?: number
  height?: number
}

const SIGNS: [string, (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/jpeg', (head) => head.startsWith('\u00ff\u00d8\u00ff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
]
const NOT_TAKEN =
  'This file type is not allowed. Allowed: PDF, picture (PNG, JPEG, GIF, WebP), map (GeoJSON, KML, zipped shapefile, GeoPackage, CSV) and plain text.'

/**
 * Scans the content of a user's file, whatever its name claims. Accepted is what cannot act when it is opened:
 * pictures, maps, plain text, and PDFs in which nothing runs or leads out. The scan runs apart from the server.
 */
export async function scanFile(
  readers: Readers,
  who: string,
  { head, read }: Pick<Draft, 'head' | 'read'>,
  { name, isQuiet }: { name: string; isQuiet: boolean },
): Promise<Scanned> {
  return (
    knownByItsBeginning(head) ?? readers.read({ reading: 'scan', who, options: name, bytes: read(), isQuiet })
  )
}

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Returns the type where the first bytes decide; null for files that need a full scan. */
function knownByItsBeginning(bytes: Buffer): Scanned | null {
  const head = bytes.subarray(0, 16).toString('latin1')
  if (head.startsWith('SQLite format 3')) return map('application/geopackage+sqlite3')
  return head.startsWith('PK\u0003\u0004') ? map('application/zip') : null
}

/** The same, looked through in one go, pictures by decoding them: for the reader. */
export async function scanBytes(bytes: Buffer, name: string): Promise<Scanned> {
  if (isPdf(bytes)) return { type: 'application/pdf', isMap: false, why: pdfFault(bytes) }
  const head = bytes.subarray(0, 4096).toString('latin1')
  const sign = SIGNS.find(([, isIt]) => isIt(head))
  if (sign !== undefined) return { type: sign[0], isMap: false, ...(await checkPicture(bytes, sign[0])) }
  if (!isPlain(bytes)) return unknown('application/octet-stream')
  if (/^(?:\xef\xbb\xbf)?\s*[{[]/.test(head)) return map('application/geo+json')
  if (/^(?:\xef\xbb\xbf)?\s*</.test(head)) return scanXml(bytes.toString('utf8'))
  return /\.(csv|tsv)$/i.test(name) ? map('text/csv') : { type: 'text/plain', isMap: false, why: null }
}

const unknown = (type: string): Scanned => ({ type, isMap: false, why: NOT_TAKEN, isUnknown: true })
const map = (type: string): Scanned => ({ type, isMap: true, why: null })

/** Accepts KML only: other XML may contain scripts. */
function scanXml(text: string): Scanned {
  const isKml = /<kml[\s>]/i.test(text.slice(0, 4096))
  if (!isKml) return unknown('application/xml')
  const type = 'application/vnd.google-earth.kml+xml'
  return /<!(?:DOCTYPE|ENTITY)/i.test(text)
    ? { type, isMap: true, why: 'This document declares its own types or entities. Save it as plain KML.' }
    : map(type)
}

/** Text in UTF-8, without the signs that no text has. */
function isPlain(bytes: Buffer): boolean {
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(bytes.toString('latin1'))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Types of sound and film that browsers play, by the end of the name: never of what a browser would run. */
const PLAYED: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
}

/** Accepts content of any kind that is only saved or played by its readers; what is refused as faulty stays refused. */
export function sharedAs(scanned: Scanned, name: string): Scanned {
  if (scanned.isUnknown !== true) return scanned
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return { ...scanned, type: PLAYED[end] ?? 'application/octet-stream', why: null }
}
