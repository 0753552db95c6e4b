import { separatorOf } from './text-lines.ts'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoFault, RawFeature } from './geo-reading.ts'

const LAT = /^(lat|latitude|y)$/i
const LON = /^(lon|lng|long|longitude|x)$/i
const MOST_COLUMNS = 200
const LONGEST_CELL = 100_000

/** The rows of a table with a column each for latitude and longitude (decimal degrees), as points. RFC 4180. */
export function* readCsv(bytes: Buffer): Generator<RawFeature | GeoFault> {
  const rows = rowsIn(bytes)
  const header = rows.next().value?.cells.map((cell) => cell.trim()) ?? []
  const lat = header.findIndex((name) => LAT.test(name))
  const lon = header.findIndex((name) => LON.test(name))
  if (lat < 0 || lon < 0)
    throw new Unreadable('The first line must name the columns, including latitude and longitude.')
  if (header.length > MOST_COLUMNS) throw new Unreadable(`The table has more than ${MOST_COLUMNS} columns.`)
  for (const { cells, line } of rows) {
    if (cells.length === 1 && cells[0]!.trim() === '') continue
    const place = [numberIn(cells[lon]), numberIn(cells[lat])]
    if (place.some(Number.isNaN)) {
      yield { at: null, line, why: 'has no latitude and longitude as decimal degrees' }
      continue
    }
    const properties = Object.fromEntries(
      header.flatMap((name, i) => (i === lat || i === lon || name === '' ? [] : [[name, cells[i] ?? null]])),
    ) as Record<string, unknown>
    yield { line, properties, geometry: { type: 'Point', coordinates: place } }
  }
}

const numberIn = (cell: string | undefined) =>
  cell === undefined || !/^\s*[-+]?\d{1,3}(\.\d*)?\s*$/.test(cell) ? Number.NaN : Number(cell)

type TableRow = { cells: string[]; line: number }
/** Returns the rows of a table in UTF-8 or, as some lists are published, in Latin 1. */
export function rowsIn(bytes: Buffer): Generator<TableRow, void> {
  const text = textOf(bytes).replaceAll(/\r\n?/g, '\n')
  return rowsOf(text, separatorOf(text))
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** The cells of every line, and in which line of the text it begins. */
function* rowsOf(text: string, separator: string): Generator<TableRow, void> {
  let cells: string[] = []
  let cell = ''
  let [line, startLine] = [1, 1]
  let inQuotes = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!
    if (sign === '\n') line++
    if (cell.length > LONGEST_CELL)
      throw new Unreadable(`Line ${startLine} has a cell without a closing quotation mark.`)
    if (inQuotes) {
      if (sign !== '"') cell += sign
      else if (text[i + 1] === '"') cell += text[++i]!
      else inQuotes = false
    } else if (sign === '"' && cell === '') inQuotes = true
    else if (sign === separator || sign === '\n') {
      cells.push(cell)
      cell = ''
      if (sign === separator) continue
      yield { cells, line: startLine }
      cells = []
      startLine = line
    } else cell += sign
  }
  if (cell !== '' || cells.length > 0) yield { cells: [...cells, cell], line: startLine }
}
