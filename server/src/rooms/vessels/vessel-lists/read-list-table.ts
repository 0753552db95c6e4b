import { readTable } from '../../../platform/formats/table-file.ts'
import { Unreadable } from '../../../platform/kernel/files/unreadable.ts'

/** A member as a line of a file has it; what the line does not say is null. */
export type MemberRow = { line: number; mmsi: string; reason: string | null; expires_at: string | null }
const MOST_ROWS = 100_000
const LONGEST_REASON = 500
const REASON = /^(reason|why|note|notes|remark|remarks|comment)$/
const EXPIRES = /^(expires_at|expires|expiry|until|valid_to|end)$/
/** Columns of what is saved here, which say nothing of membership. */
const PASSED =
  /^(|name|ship_name|vessel|imo|call_sign|flag|country|ship_type|type|added_by|added_at|latitude|longitude|lat|lon|observed_at)$/

/** Members of a list from a table, or from a column of numbers. Throws Unreadable. */
export const readListTable = (bytes: Buffer) =>
  readTable<MemberRow>(bytes, { most: MOST_ROWS, noun: 'vessels' }, (first) => {
    const columns = columnsOf(first)
    const seen = new Map<string, number>()
    return {
      isHead: columns.isHead,
      wrong: columns.unknown.map((name) => `has the unknown column ${quoted(name)}`),
      read: (cells, line) => {
        const row = memberIn(cells, line, columns)
        if (typeof row === 'string') return row
        const before = seen.get(row.mmsi)
        if (before !== undefined) return `repeats MMSI ${row.mmsi} of line ${before}`
        seen.set(row.mmsi, line)
        return row
      },
    }
  })

type Columns = { isHead: boolean; mmsi: number; reason: number; expires: number; unknown: string[] }

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(/[ -]/g, '_'))
  const mmsi = names.indexOf('mmsi')
  if (mmsi < 0) {
    if (cells.length === 1 && /^\s*["']?\d{1,12}["']?\s*$/.test(cells[0]!))
      return { isHead: false, mmsi: 0, reason: -1, expires: -1, unknown: [] }
    throw new Unreadable(
      'The first line must name the columns, MMSI among them; or send one column of MMSIs.',
    )
  }
  const [reason, expires] = [REASON, EXPIRES].map((one) => names.findIndex((name) => one.test(name)))
  const isKnown = (name: string) => name === 'mmsi' || [REASON, EXPIRES, PASSED].some((one) => one.test(name))
  const unknown = names.filter((name) => !isKnown(name))
  return { isHead: true, mmsi, reason: reason!, expires: expires!, unknown }
}

/** A member, or why the line names none. */
function memberIn(cells: readonly string[], line: number, columns: Columns): MemberRow | string {
  const cell = (at: number) => (at < 0 ? '' : (cells[at] ?? '').trim().replace(/^'/, ''))
  const mmsi = cell(columns.mmsi)
  if (mmsi === '') return 'has no MMSI'
  if (!/^\d{9}$/.test(mmsi)) return `has the MMSI ${quoted(mmsi)}; an MMSI has nine digits`
  const reason = cell(columns.reason)
  if (reason.length > LONGEST_REASON) return `has a reason of more than ${LONGEST_REASON} characters`
  const expires = cell(columns.expires)
  const at = expires === '' ? null : instantIn(expires)
  if (Number.isNaN(at)) return `ends at ${quoted(expires)}; use a date like 2026-12-31 or 2026-12-31T12:00Z`
  return {
    line,
    mmsi,
    reason: reason === '' ? null : reason,
    expires_at: at === null ? null : new Date(at).toISOString(),
  }
}

/** A day ends when it is over, UTC. */
function instantIn(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Date.parse(`${text}T23:59:59.999Z`)
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text)
    ? Date.parse(text.replace(' ', 'T'))
    : Number.NaN
}

const quoted = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`
