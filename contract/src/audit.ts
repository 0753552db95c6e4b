import { z } from 'zod'
import { textSearch, type Searchable } from './full-text.ts'
import { ZONES } from './identity.ts'
import { Id, Instant, listOf, op, paging } from './kernel.ts'
import { CODES } from './wire/messages.ts'

export const AuditRecord = z.object({
  seq: z.number(),
  at: Instant,
  actor_id: z.string(),
  actor: z.string(),
  session_id: z.string(),
  /** Name of the operation. */
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** OK or the code of the refusal. */
  result: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
})
export type AuditRecord = z.output<typeof AuditRecord>

/** Fields of the audit record that a search may name in addition to words. */
export const RECORD_SEARCH: Searchable = {
  fields: ['user', 'action', 'object', 'result', 'ip'],
  isTimed: true,
}

const Search = {
  user_id: Id.optional(),
  action: z.string().max(60).optional(),
  object_type: z.string().max(60).optional(),
  object_id: z.string().max(200).optional(),
  result: z.enum(['OK', ...CODES]).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** Words, "phrases", -not, user:, action:, object:, result:, ip:, before:, after:, on:. */
  q: textSearch(RECORD_SEARCH, 200).optional(),
  /** Time zone of the days in `q`; UTC by default. */
  zone: z.enum(ZONES).optional(),
}
/** A zone without a text would be taken and count nothing. */
const searching = <Shape extends z.ZodType<{ q?: string | undefined; zone?: string | undefined }>>(
  shape: Shape,
) =>
  shape.refine(({ q, zone }) => zone === undefined || q !== undefined, {
    path: ['zone'],
    message: 'applies to q. Give q, or remove zone',
  })
/** Newest first. Others than administrators see what they did themselves. */
export const getUserActivity = op({
  name: 'getUserActivity',
  route: 'GET /v1/users/activity',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Read the audit record',
  costly: 'always',
  past: 'PERIOD',
  example: {},
  input: searching(z.object({ ...Search, ...paging })),
  output: listOf(AuditRecord),
})
export const getAudit = op({
  name: 'getAudit',
  route: 'GET /v2/audit',
  who: 'admin',
  leaves: 'read',
  did: 'Read the audit record',
  costly: 'always',
  past: 'PERIOD',
  example: {},
  input: searching(z.object({ ...Search, ...paging })),
  output: listOf(AuditRecord),
})
/** Recomputes the chain; `broken` names the first records that do not fit. */
export const verifyAudit = op({
  name: 'verifyAudit',
  route: 'POST /v2/audit/verify',
  who: 'admin',
  leaves: 'read',
  did: 'Verified the audit record',
  costly: 'always',
  past: 'NOW',
  example: {},
  input: z.object({
    from_seq: z.number().int().min(1).optional(),
    to_seq: z.number().int().min(1).optional(),
  }),
  output: z.object({
    intact: z.boolean(),
    records: z.number(),
    head_seq: z.number(),
    head_hash: z.string(),
    broken: z.array(z.object({ seq: z.number(), why: z.string() })),
    took_ms: z.number(),
  }),
})
/** The records found, oldest first: one JSON object a line, as CSV, or a PDF of 2,000 at most. */
export const exportAudit = op({
  name: 'exportAudit',
  route: 'GET /v2/audit/export',
  who: 'admin',
  leaves: 'read',
  did: 'Exported the audit record',
  stream: 'down',
  costly: 'always',
  past: 'PERIOD',
  example: {},
  input: searching(z.object({ ...Search, format: z.enum(['jsonl', 'csv', 'pdf']).optional() })),
  output: z.object({ name: z.string(), content_type: z.string() }),
})
