/** Letters and digits as they are compared: capitals, no accents, no punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the number of typing errors allowed in a word of this length. */
export const slipsAllowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/**
 * Stores pairs of letters as bits of two 32-bit words. A text that lacks many of a query's pairs cannot be a
 * misspelling of it, which is decided without reading the text.
 */
export function pairsOf(text: string, into: Uint32Array, at: number): void {
  let [low, high] = [0, 0]
  for (let i = 0; i + 1 < text.length; i++) {
    const hash = (text.charCodeAt(i) * 31 + text.charCodeAt(i + 1) * 17) & 63
    if (hash < 32) low |= 1 << hash
    else high |= 1 << (hash - 32)
  }
  into[at] = low >>> 0
  into[at + 1] = high >>> 0
}

/** Counts the set bits. */
export function bitsIn(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555)
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333)
  return (((n + (n >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24
}

const WIDEST = 128
let before = new Int16Array(WIDEST)
let last = new Int16Array(WIDEST)
let row = new Int16Array(WIDEST)

/**
 * Counts omitted, added, changed and swapped letters between a query and the beginning of a text at `from` (optimal
 * string alignment, relevant diagonals only). Returns `most + 1` for more than `most`.
 */
export function slipsToPrefix(query: string, text: string, most: number, from = 0): number {
  const length = Math.min(query.length, WIDEST - 8)
  const wide = Math.min(text.length - from, length + most)
  if (length - wide > most) return most + 1
  const none = most + 1
  for (let j = 0; j <= wide; j++) last[j] = j
  for (let i = 1; i <= length; i++) {
    const [first, end] = [Math.max(1, i - most), Math.min(wide, i + most)]
    const letter = query.charCodeAt(i - 1)
    row[first - 1] = first === 1 ? i : none
    let least = row[first - 1]!
    for (let j = first; j <= end; j++) {
      const other = text.charCodeAt(from + j - 1)
      let slips = last[j - 1]! + (letter === other ? 0 : 1)
      // Outside the diagonals nothing was counted.
      const above = j < i + most ? last[j]! + 1 : none
      if (above < slips) slips = above
      if (row[j - 1]! + 1 < slips) slips = row[j - 1]! + 1
      if (i > 1 && j > 1 && letter === text.charCodeAt(from + j - 2) && query.charCodeAt(i - 2) === other)
        slips = Math.min(slips, before[j - 2]! + 1)
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > most) return none
    ;[before, last, row] = [last, row, before]
  }
  let least = none
  for (let j = Math.max(0, length - most); j <= wide; j++) if (last[j]! < least) least = last[j]!
  return least
}

/** The fewest slips from a query to a text or to one of its words; more than `most` comes back as `most + 1`. */
export function slipsTo(query: string, text: string, most: number): number {
  let least = slipsToPrefix(query, text, most)
  for (let at = text.indexOf(' '); at >= 0 && least > 0; at = text.indexOf(' ', at + 1))
    least = Math.min(least, slipsToPrefix(query, text, most, at + 1))
  return least
}
