import { expect, test } from 'vitest'
import { firstWords, messageMarkdown, quotation } from './message-markdown.ts'

const marked = (text: string) =>
  messageMarkdown(text, {
    isName: (name) => ['ana', 'all', 'watch.officer'].includes(name),
    signOf: (name) => (name === 'eyes' ? '👀' : undefined),
  })

test('lines of a message break where they were written', () => {
  expect(marked('one\ntwo\n\nthree')).toBe('one  \ntwo\n\nthree')
})

test('known names become mentions, others and addresses of mail do not', () => {
  expect(marked('@ana, @watch.officer. @nina x@ana')).toBe(
    '[@ana](mention:ana), [@watch.officer](mention:watch.officer). @nina x@ana',
  )
})

test('a bare address becomes a link without the full stop behind it', () => {
  expect(marked('see https://example.org/a?b=1.')).toBe('see <https://example.org/a?b=1>.')
  expect(marked('[here](https://example.org)')).toBe('[here](https://example.org)')
})

test('short names of signs are replaced, unknown ones and times stay', () => {
  expect(marked(':eyes: :nothing: at 04:15:30')).toBe('👀 :nothing: at 04:15:30')
})

test('code stays as it was written', () => {
  expect(marked('`@ana` and\n```\n@ana\n:eyes:\n```')).toBe('`@ana` and  \n```\n@ana\n:eyes:\n```')
})

test('a quotation keeps the lines below the name of its author', () => {
  expect(quotation('ana', 'one\ntwo')).toBe('> **ana**\n> one\n> two\n\n')
})

test('the first words are one line without marks', () => {
  expect(firstWords('> old\n\n**Contact** lost\nat [buoy 4](https://x)')).toBe('Contact lost at buoy 4')
  expect(firstWords('abcdef', 4)).toBe('abc…')
})
