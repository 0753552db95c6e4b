import { ACTION_WORDS } from '@samudra/contract/action-words'
import { AUDITED_OBJECTS } from '@samudra/contract/audited-objects'
import {
  exportAudit,
  getAudit,
  getUserActivity,
  verifyAudit,
  type AuditRecord,
} from '@samudra/contract/audit'
import { CLOCK_ACTIONS } from '@samudra/contract/clock-actions'
import { oneOf } from '@samudra/contract/misfits'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { csvLine } from '../../../platform/formats/text-lines.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { fitting } from '../../../platform/kernel/http/pages.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { count, head, inOrder, isRecorded, page, type Search } from './audit.sql.ts'
import { makeReport } from './audit-report.ts'
import { hashOf, headMac, type ChainedRecord } from './chain.ts'

const PAGE = 100
const BROKEN_SHOWN = 20

type Needs = { db: Db; clock: Clock; key: Buffer; settled: () => Promise<void> }

export function auditOps(needs: Needs): Handled[] {
  return [
    handle(getUserActivity, async ({ input, caller }) => {
      const search = ownOf(input, caller)
      await refuseUnknown(needs.db, search)
      return answer(needs, search, input)
    }),
    handle(getAudit, async ({ input }) => {
      await refuseUnknown(needs.db, input)
      return answer(needs, input, input)
    }),
    handle(verifyAudit, async ({ input }) => verify(needs, input.from_seq ?? 1, input.to_seq ?? null)),
    handle(exportAudit, async ({ input, caller }) => {
      await refuseUnknown(needs.db, input)
      if (input.format === 'pdf') return report(needs, input, caller)
      const isCsv = input.format === 'csv'
      const day = new Date(needs.clock.now()).toISOString().slice(0, 10)
      const data = isCsv
        ? { name: `audit-${day}.csv`, content_type: 'text/csv' }
        : { name: `audit-${day}.jsonl`, content_type: 'application/x-ndjson' }
      return new Download(data, lines(needs.db, input, isCsv))
    }),
  ]
}

/** Maximum records in a printed report: more are not read on paper, and would delay other callers. */
const MOST_ON_PAPER = 2000

async function report({ db, clock }: Needs, search: Search, caller: Caller) {
  const found = await count(db, search)
  if (found > MOST_ON_PAPER)
    throw new OperationError(
      'TOO_LARGE',
      `${found} entries are too many for a PDF. Narrow the search to ${MOST_ON_PAPER} entries, or export CSV.`,
    )
  const records: ChainedRecord[] = []
  for await (const portion of inOrder(db, search)) records.push(...portion)
  const at = new Date(clock.now())
  const bytes = await makeReport({ search, records, at, caller: caller.username })
  const name = `audit-${at.toISOString().slice(0, 10)}.pdf`
  return new Download({ name, content_type: 'application/pdf' }, [bytes])
}

/** Others than administrators see what they did themselves. */
function ownOf(search: Search, caller: Caller): Search {
  if (caller.isAdmin) return search
  if (search.user_id !== undefined && search.user_id !== caller.userId)
    throw new OperationError('FORBIDDEN', 'Only an administrator may see the activity of other users.')
  return { ...search, user_id: caller.userId }
}

/** Throws VALIDATION for an action or a kind of object that neither this release nor any record knows. */
async function refuseUnknown(db: Db, search: Search) {
  for (const field of ['action', 'object_type'] as const) {
    const value = search[field]
    if (value === undefined || KNOWN[field].includes(value) || (await isRecorded(db, field, value))) continue
    const why = oneOf(KNOWN[field], value)
    throw new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
  }
}
const KNOWN: Record<'action' | 'object_type', readonly string[]> = {
  action: [...Object.keys(ACTION_WORDS), ...Object.keys(CLOCK_ACTIONS)],
  object_type: AUDITED_OBJECTS,
}

async function answer(
  { db, clock }: Needs,
  search: Search,
  paging: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = paging.limit ?? PAGE
  const before = paging.cursor === undefined ? null : Number(paging.cursor)
  if (before !== null && !Number.isSafeInteger(before))
    throw new OperationError('VALIDATION', 'The cursor is not valid. Repeat the request without it.')
  const [found, total] = await Promise.all([page(db, search, before, limit), count(db, search)])
  const records = found.slice(0, fitting(found, 0, limit, lengthOf))
  const isLast = found.length < limit && records.length === found.length
  const next = isLast ? null : String(records.at(-1)!.seq)
  return { items: records.map(present), total, next, as_of: new Date(clock.now()).toISOString() }
}

const lengthOf = ({ before, after }: ChainedRecord) => (before?.length ?? 0) + (after?.length ?? 0)

const present = ({ at, before, after, ...record }: ChainedRecord): AuditRecord => ({
  ...record,
  at: at.toISOString(),
  before: parsed(before),
  after: parsed(after),
})
const parsed = (text: string | null): unknown => (text === null ? null : (JSON.parse(text) as unknown))

/** Recomputes the chain from `fromSeq`; the first records that do not fit are named. */
async function verify({ db, key, settled }: Needs, fromSeq: number, toSeq: number | null) {
  const began = performance.now()
  await settled()
  const end = await head(db)
  const upTo = Math.min(toSeq ?? end.seq, end.seq)
  if (fromSeq > upTo + 1)
    throw new OperationError(
      'VALIDATION',
      `The audit record ends at entry ${end.seq}. Choose this entry or an earlier one.`,
      {
        fields: [{ field: 'from_seq', why: 'is after the last entry' }],
      },
    )
  const broken: { seq: number; why: string }[] = []
  const pushChange = (seq: number, why: string) => {
    if (broken.length < BROKEN_SHOWN) broken.push({ seq, why })
  }
  if (end.seq > 0 && end.mac !== headMac(key, end))
    pushChange(end.seq, 'does not match the end stored by the server')
  let records = 0
  let expected = fromSeq
  let before: string | null = fromSeq === 1 ? '' : null
  walk: for await (const portion of inOrder(db, {}, fromSeq))
    for (const record of portion) {
      if (record.seq > upTo) break walk
      records++
      if (record.seq !== expected)
        pushChange(expected, `entries ${expected} to ${record.seq - 1} are missing`)
      else if (before !== null && record.prev_hash !== before)
        pushChange(record.seq, 'does not follow the previous entry')
      if (hashOf(key, record) !== record.hash) pushChange(record.seq, 'was changed')
      expected = record.seq + 1
      before = record.hash
    }
  if (expected !== upTo + 1) pushChange(expected, `entries ${expected} to ${upTo} are missing`)
  else if (upTo === end.seq && before !== null && before !== end.hash)
    pushChange(end.seq, 'does not match the end of the chain')
  return {
    intact: broken.length === 0,
    records,
    head_seq: end.seq,
    head_hash: end.hash,
    broken,
    took_ms: Math.round(performance.now() - began),
  }
}

const COLUMNS = [
  'seq',
  'at',
  'actor',
  'actor_id',
  'action',
  'object_type',
  'object_id',
  'result',
  'reason',
  'ip',
  'session_id',
  'request_id',
  'before',
  'after',
  'prev_hash',
  'hash',
] as const satisfies (keyof ChainedRecord)[]

async function* lines(db: Db, search: Search, isCsv: boolean): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  if (isCsv) yield encoder.encode(`${COLUMNS.join(',')}\r\n`)
  for await (const portion of inOrder(db, search)) {
    const written = portion.map((record) =>
      isCsv ? csvLine(COLUMNS.map((column) => record[column])) : `${JSON.stringify(present(record))}\n`,
    )
    yield encoder.encode(written.join(''))
  }
}
