import { StringDecoder } from 'node:string_decoder'
import { Unreadable } from '../kernel/files/unreadable.ts'

const LONGEST = 1_000_000

/** Cuts bytes into lines of text, whatever pieces they come in. A line ends with LF, CRLF or, as on old systems, CR. */
export class LineCutter {
  readonly #take: (line: string, number: number) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''
  #number = 0

  constructor(take: (line: string, number: number) => void) {
    this.#take = take
  }

  feed(chunk: Uint8Array) {
    const text =
      this.#rest + this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      this.#hand(text.slice(from, to))
      from = to + 1
    }
    // A carriage return at the very end may still be followed by its line feed.
    for (let to = text.indexOf('\r', from); to >= 0 && to < text.length - 1; to = text.indexOf('\r', from)) {
      this.#hand(text.slice(from, to))
      from = to + 1
    }
    this.#rest = text.slice(from)
    if (this.#rest.length > LONGEST) throw new Unreadable(`Line ${this.#number + 1} does not end.`)
  }

  end() {
    const last = this.#rest + this.#decoder.end()
    this.#rest = ''
    if (last !== '') this.#hand(last)
  }

  #hand(ended: string) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    if (line.includes('\r')) for (const one of line.split('\r')) this.#handOne(one)
    else this.#handOne(line)
  }

  #handOne(line: string) {
    this.#number++
    this.#take(this.#number === 1 ? line.replace(/^\ufeff/, '') : line, this.#number)
  }
}

/** A semicolon where the first line of a text has more of them than commas, as tables of many countries have; or a tab. */
export function separatorOf(text: string): string {
  const first = text.slice(0, text.indexOf('\n') + 1 || undefined)
  const count = (mark: string) => first.split(mark).length
  return count(';') > count(',') ? ';' : count('\t') > count(',') ? '\t' : ','
}

/** The cells of a line; null when a quoted one goes on in the next. */
export function cellsOf(line: string, separator: string): string[] | null {
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (line[i + 1] === '"') cell += line[++i]!
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  cells.push(cell)
  return isQuoted ? null : cells
}

/** One line of a table (RFC 4180); a cell that a spreadsheet would take for a formula gets a quote before it. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
