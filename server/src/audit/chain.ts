import { createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'

/** A record as it is kept; `before` and `after` are canonical JSON (RFC 8785) or null. */
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

/** Canonical JSON of what a record tells of an object. Fields that sound secret are hidden, whoever put them there. */
export function written(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return canonicalize(hidden(JSON.parse(JSON.stringify(value)) as unknown)) ?? null
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
