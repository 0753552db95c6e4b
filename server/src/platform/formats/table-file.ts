import { Unreadable } from '../kernel/files/unreadable.ts'
import { rowsIn } from './csv.ts'

type LineFault = { line: number; why: string }
/** Table of a user's file, line by line. */
export type TableRead<Row> = {
  rows: Row[]
  /** The first of them; `faulty` is how many there are. */
  faults: LineFault[]
  faulty: number
  /** Lines that hold no row and are not wrong: headings, places of other kinds. */
  passed: number
}
/** Reads a line: a row, null for a line that holds none, or why it cannot be read. */
export type LineReader<Row> = (cells: string[], line: number) => Row | string | null

const MOST_LINES = 500_000
const MOST_FAULTS = 500

/**
 * Reads a table whole. `begin` receives the first line and returns the reader of lines, whether the first is a heading,
 * and what is wrong with it. Runs in a process of its own. Throws Unreadable.
 */
export function readTable<Row>(
  bytes: Buffer,
  { most, noun }: { most: number; noun: string },
  begin: (first: string[]) => { isHead: boolean; read: LineReader<Row>; wrong?: string[] },
): TableRead<Row> {
  const lines = rowsIn(bytes)
  const first = lines.next().value ?? { cells: [], line: 1 }
  const table: TableRead<Row> = { rows: [], faults: [], faulty: 0, passed: 0 }
  const { isHead, read, wrong = [] } = begin(first.cells)
  const take = (row: Row | string | null, line: number) => {
    if (row === null) table.passed++
    else if (typeof row !== 'string') table.rows.push(row)
    else if (++table.faulty <= MOST_FAULTS) table.faults.push({ line, why: row })
    if (table.rows.length > most)
      throw new Unreadable(`The file holds more than ${most} ${noun}. Split the file.`)
  }
  for (const why of wrong) take(why, first.line)
  if (!isHead) take(read(first.cells, first.line), first.line)
  let count = 0
  for (const { cells, line } of lines) {
    if (++count > MOST_LINES)
      throw new Unreadable(`The file has more than ${MOST_LINES} lines. Split the file.`)
    if (cells.some((cell) => cell.trim() !== '')) take(read(cells, line), line)
  }
  return table
}
