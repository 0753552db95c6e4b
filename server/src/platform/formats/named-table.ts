import { Unreadable } from '../kernel/files/unreadable.ts'
import { cellsOf, LineCutter, separatorOf } from './text-lines.ts'

const MOST_COLUMNS = 200

/** Why a value cannot be, for the line it stands in. */
export class Misread extends Error {
  readonly field: string
  constructor(field: string, why: string) {
    super(why)
    this.field = field
  }
}

/** Index of each column in a line; -1 for one that the table has not. */
export type Places<Column extends string> = Record<Column, number>
type Reader<Column extends string> = {
  /** Receives the names of the columns: as written, and in lower case with underscores. */
  header: (written: readonly string[], plain: readonly string[], at: Places<Column>) => void
  /** Reads one line. Throws Misread. */
  row: (cells: readonly string[], at: Places<Column>, line: number) => void
  fault: (line: number, field: string, why: string) => void
}

/** Table read as its bytes come: its first line names the columns, and each other line is a row. */
export class NamedTable<Column extends string> {
  readonly #names: Record<Column, readonly string[]>
  readonly #reader: Reader<Column>
  readonly #lines = new LineCutter((line, number) => this.#take(line, number))
  #at: Places<Column> | null = null
  #separator = ','

  /** `names` are those under which a column is known, in lower case with underscores. */
  constructor(names: Record<Column, readonly string[]>, reader: Reader<Column>) {
    this.#names = names
    this.#reader = reader
  }
  feed(chunk: Uint8Array) {
    this.#lines.feed(chunk)
  }
  end() {
    this.#lines.end()
    if (this.#at === null) throw new Unreadable('The table is empty.')
  }

  #take(line: string, number: number) {
    if (line.trim() === '') return
    if (this.#at === null) return this.#header(line)
    const cells = cellsOf(line, this.#separator)
    try {
      if (cells === null) throw new Misread('', 'this line has an unclosed quotation mark')
      this.#reader.row(cells, this.#at, number)
    } catch (error) {
      if (!(error instanceof Misread)) throw error
      this.#reader.fault(number, error.field, error.message)
    }
  }

  #header(line: string) {
    this.#separator = separatorOf(line)
    const written = (cellsOf(line, this.#separator) ?? []).map((name) => name.trim())
    if (written.length > MOST_COLUMNS)
      throw new Unreadable(`The table has more than ${MOST_COLUMNS} columns.`)
    const plain = written.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
    const at = {} as Places<Column>
    for (const [column, known] of Object.entries(this.#names) as [Column, readonly string[]][])
      at[column] = known.map((name) => plain.indexOf(name)).find((index) => index >= 0) ?? -1
    this.#reader.header(written, plain, at)
    this.#at = at
  }
}
