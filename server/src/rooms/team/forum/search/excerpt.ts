const LENGTH = 240
const BEFORE = 60

/** Returns a text without the marks of markdown, on one line. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:[>#]+|[-*+]|\d+\.)[ \t]+/gm, '')
    .replaceAll(/[*_~`|]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the text around the first of some words, or its begin. */
export function excerptOf(markdown: string, words: readonly string[]): string {
  const text = plainText(markdown)
  const lower = text.toLowerCase()
  const places = words
    .map((word) => lower.indexOf(word.replaceAll('*', '').toLowerCase()))
    .filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const begin = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const end = begin + LENGTH
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}
