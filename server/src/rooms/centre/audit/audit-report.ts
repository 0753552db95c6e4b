import { writeHead, utcText } from '../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import { writeTable, type PdfColumn } from '../../../platform/formats/pdf/table.ts'
import type { Search } from './audit.sql.ts'
import type { ChainedRecord } from './chain.ts'

const COLUMNS: PdfColumn[] = [
  { label: 'Entry', share: 7, isFigure: true },
  { label: 'When (UTC)', share: 17 },
  { label: 'User', share: 12 },
  { label: 'Action', share: 20 },
  { label: 'Object', share: 22 },
  { label: 'Result', share: 12 },
  { label: 'Reason', share: 18 },
  { label: 'Address', share: 14 },
]
/** Filters of a search, in words. */
const FILTERS = {
  q: 'search',
  user_id: 'user',
  action: 'action',
  object_type: 'object type',
  object_id: 'object',
  result: 'result',
  from: 'from',
  to: 'to',
} as const satisfies Partial<Record<keyof Search, string>>

/** The records found as a document to print, oldest first, with the hash that the last of them ends the chain with. */
export async function makeReport({
  search,
  records,
  at,
  caller,
}: {
  search: Search
  records: readonly ChainedRecord[]
  at: Date
  caller: string
}): Promise<Buffer> {
  const title = 'User activity record'
  const pdf = new Pdf({ title, at, foot: `${title}, ${utcText(at)}` })
  const filters = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).flatMap((field) =>
    search[field] === undefined ? [] : [`${FILTERS[field]} ${search[field]}`],
  )
  await writeHead(pdf, { title, asOf: at, filters, caller })
  await writeTable(pdf, COLUMNS, records.map(cellsOf), { size: 7 })
  const last = records.at(-1)
  pdf.gap(8)
  if (last === undefined) await pdf.write('No entries match this search.', { size: 9 })
  else await pdf.write(`Entry ${last.seq} has the hash ${last.hash}`, { size: 7, colour: '#555555' })
  return pdf.end()
}
const cellsOf = (one: ChainedRecord): string[] => [
  String(one.seq),
  utcText(one.at).slice(0, 19),
  one.actor || 'nobody',
  one.action,
  [one.object_type, one.object_id].filter(Boolean).join(' '),
  one.result,
  one.reason,
  one.ip,
]
