/** Part of a post: lines as they are written, or a table with its head first. */
export type TextPart = { kind: 'LINES'; lines: string[] } | { kind: 'TABLE'; rows: string[][] }

const FENCE = /^ {0,3}(?:```|~~~)/
const DELIMITERS = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
/** Columns of a table that fit beside each other on a page; a wider one is written as it is. */
const MOST_COLUMNS = 8

/** Divides a text in markdown into tables and what stands between them; code is left as it is. */
export function partsOf(text: string): TextPart[] {
  const lines = text.split('\n')
  const parts: TextPart[] = []
  let isCode = false
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!
    if (FENCE.test(line)) isCode = !isCode
    const rows = isCode ? null : tableAt(lines, i)
    if (rows !== null) {
      parts.push({ kind: 'TABLE', rows })
      // The line of delimiters is no row.
      i += rows.length + 1
      continue
    }
    const last = parts.at(-1)
    if (last?.kind === 'LINES') last.lines.push(line)
    else parts.push({ kind: 'LINES', lines: [line] })
    i++
  }
  return parts
}

/** Returns the rows of a table that begins at a line, each as wide as its head; null for none. */
function tableAt(lines: readonly string[], from: number): string[][] | null {
  const [head, delimiters] = [lines[from]!, lines[from + 1]]
  if (!head.includes('|') || delimiters === undefined || !DELIMITERS.test(delimiters)) return null
  const first = cellsOf(head)
  if (first.length !== cellsOf(delimiters).length || first.length > MOST_COLUMNS) return null
  const rows = [first]
  for (const line of lines.slice(from + 2)) {
    if (line.trim() === '' || FENCE.test(line) || /^ {0,3}>/.test(line)) break
    const cells = cellsOf(line)
    rows.push(first.map((_, column) => cells[column] ?? ''))
  }
  return rows
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
