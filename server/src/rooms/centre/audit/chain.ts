import { createHash, createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Record as stored; `before` and `after` are canonical JSON (RFC 8785) or null. */
export type ChainedRecord = {
  seq: number
  at: Date
  actor_id: string
  actor: string
  session_id: string
  action: string
  object_type: string
  object_id: string
  before: string | null
  after: string | null
  reason: string
  ip: string
  request_id: string
  result: string
  prev_hash: string
  hash: string
}

/**
 * Binds a record to the one before it: HMAC-SHA-256 over its fields, under a key that is not in the database, so that
 * who can write to the database alone cannot make a chain of his own.
 */
export function hashOf(key: Buffer, record: Omit<ChainedRecord, 'hash'>): string {
  const fields: Record<string, unknown> = { ...record, at: record.at.toISOString() }
  delete fields['hash']
  return createHmac('sha256', key)
    .update(canonicalize(fields) ?? '')
    .digest('hex')
}

/** The mark of the end of the chain, so that cutting its tail off needs the key, too. */
export const headMac = (key: Buffer, { seq, hash }: { seq: number; hash: string }): string =>
  createHmac('sha256', key).update(`head ${seq} ${hash}`).digest('hex')

/** Text as every database and the canonical form take it. */
export const asText = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')

const SECRET = /password|secret|token|otp|recovery|hash|challenge|credential|private/i
const HIDDEN = '***'

/** Longest object as it was or is, characters of JSON, and longest field of one that is longer. */
const MOST_JSON = { whole: 65_536, field: 1000 }
/** Longest id of an object and longest reason; the index over ids takes 2,704 bytes. */
const MOST_TEXT = { id: 500, reason: 8000 }

/**
 * Returns canonical JSON of an object for a record, at most 64 KB: of a longer one the fields or entries that fit, and
 * under `left_out` how much was left out and its SHA-256. Values of fields with
 * secret names are replaced.
 */
export function written(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const plain = hidden(JSON.parse(JSON.stringify(value)) as unknown)
  const whole = canonicalize(plain) ?? null
  if (whole === null || whole.length <= MOST_JSON.whole) return whole
  const left_out = { characters: whole.length, sha256: createHash('sha256').update(whole).digest('hex') }
  return canonicalize(shortened(plain, left_out)) ?? null
}

/** Room for the name of a field. */
const LABEL = 100

function shortened(value: unknown, left_out: { characters: number; sha256: string }): unknown {
  let room = MOST_JSON.whole - MOST_JSON.field
  const fits = (one: unknown, most: number) => {
    const { length } = JSON.stringify(one)
    if (length > most || length > room) return false
    room -= length + LABEL
    return true
  }
  if (Array.isArray(value)) {
    const first = value.findIndex((one) => !fits(one, room))
    return [...value.slice(0, first), { left_out: { ...left_out, entries: value.length - first } }]
  }
  if (typeof value !== 'object' || value === null) return { left_out }
  const entries = Object.entries(value)
  const short = entries.filter(([, one]) => fits(one, MOST_JSON.field))
  return { ...Object.fromEntries(short), left_out: { ...left_out, fields: entries.length - short.length } }
}

/** Text of a record at its longest; a longer one ends with its length. */
export function bounded(text: string, of: keyof typeof MOST_TEXT): string {
  const clean = asText(text)
  return clean.length <= MOST_TEXT[of]
    ? clean
    : asText(`${clean.slice(0, MOST_TEXT[of] - 30)}… (${clean.length} characters)`)
}

function hidden(value: unknown): unknown {
  if (typeof value === 'string') return asText(value)
  if (Array.isArray(value)) return value.map(hidden)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      SECRET.test(key) && typeof one === 'string' ? HIDDEN : hidden(one),
    ]),
  )
}
