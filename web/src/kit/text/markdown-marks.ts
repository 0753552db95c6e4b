/** A text and what of it is chosen. */
export type Chosen = { text: string; from: number; to: number }
/** Put around what is chosen, or before each of its lines; `words` stand in for nothing. */
export type Mark = { label: string; words: string } & ({ before: string; after: string } | { line: string })

export const MARKS: readonly Mark[] = [
  { label: 'Heading', words: 'Heading', line: '## ' },
  { label: 'Bold', words: 'bold', before: '**', after: '**' },
  { label: 'Italic', words: 'italic', before: '_', after: '_' },
  { label: 'List', words: 'item', line: '- ' },
  { label: 'Link', words: 'words', before: '[', after: '](https://)' },
]

/** The text with the mark in it, and what it is around chosen, so that it can be written over. */
export function marked({ text, from, to }: Chosen, mark: Mark): Chosen {
  if ('line' in mark) {
    const start = text.lastIndexOf('\n', from - 1) + 1
    const lines = text.slice(start, to) || mark.words
    const written = lines.replaceAll(/^/gm, mark.line)
    const end = start + written.length
    return { text: text.slice(0, start) + written + text.slice(to), from: start + mark.line.length, to: end }
  }
  const words = text.slice(from, to) || mark.words
  const at = from + mark.before.length
  return {
    text: text.slice(0, from) + mark.before + words + mark.after + text.slice(to),
    from: at,
    to: at + words.length,
  }
}
