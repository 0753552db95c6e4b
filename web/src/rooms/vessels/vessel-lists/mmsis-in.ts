/** A file larger than this holds no list of ships. */
export const LARGEST_LIST_BYTES = 2_000_000

/**
 * The MMSIs of a pasted column or of a CSV: of the column named MMSI when the first line has one, else every word of nine
 * digits; each once. `unread` counts lines in which there is none.
 */
export function mmsisIn(text: string): { mmsis: string[]; unread: number } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
  const cellsOf = (line: string) =>
    line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^["']+|["']+$/g, ''))
  const column = cellsOf(lines[0] ?? '').findIndex((cell) => /^mmsi$/i.test(cell))
  const found = new Set<string>()
  let unread = 0
  for (const line of column < 0 ? lines : lines.slice(1)) {
    const words = column < 0 ? line.split(/[^0-9]+/) : [cellsOf(line)[column] ?? '']
    const mmsis = words.filter((word) => /^\d{9}$/.test(word))
    if (mmsis.length === 0) unread++
    for (const mmsi of mmsis) found.add(mmsi)
  }
  return { mmsis: [...found], unread }
}
