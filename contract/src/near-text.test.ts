import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsIn, pairsOf, plain, slipsAllowed, slipsTo, slipsToPrefix } from './near-text.ts'

test.each([
  ['MATSYA', 'MATSYA', 0],
  ['MATSIA', 'MATSYA', 1],
  ['MTASYA', 'MATSYA', 1],
  ['MATYA', 'MATSYA', 1],
  ['KANIA', 'SAGAR KANYA', 1],
  ['EVER LUKY', 'EVER LUCKY STAR', 1],
  ['ZZZZZZ', 'MATSYA', 2],
])('%s is %s by %i slips', (query, text, slips) => expect(slipsTo(query, text, 1)).toBe(slips))

test('the slips counted along the diagonals are those of the whole table', () => {
  const whole = (query: string, text: string) => {
    const d = Array.from({ length: query.length + 1 }, (_, i) =>
      Array.from({ length: text.length + 1 }, (_n, j) => (i === 0 ? j : i)),
    )
    for (let i = 1; i <= query.length; i++)
      for (let j = 1; j <= text.length; j++) {
        d[i]![j] = Math.min(
          d[i - 1]![j]! + 1,
          d[i]![j - 1]! + 1,
          d[i - 1]![j - 1]! + (query[i - 1] === text[j - 1] ? 0 : 1),
        )
        if (i > 1 && j > 1 && query[i - 1] === text[j - 2] && query[i - 2] === text[j - 1])
          d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1)
      }
    return Math.min(...d[query.length]!)
  }
  const word = fc.stringMatching(/^[AB]{1,9}$/)
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (query, text, most) => {
      expect(slipsToPrefix(query, text, most)).toBe(Math.min(most + 1, whole(query, text)))
    }),
    { numRuns: 3000 },
  )
})

test('names are compared without accents, case and punctuation', () => {
  expect(plain('  Al-Nōor №7 ')).toBe('AL NOOR NO7')
  expect(plain('कोच्चि').length).toBeGreaterThan(0)
})

test('a misspelt name always passes the first sieve', () => {
  const word = fc.stringMatching(/^[A-Z ]{4,16}$/)
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('drop', 'swap', 'change', 'add'),
      (text, at, letter, how) => {
        const i = at % (text.length - 1)
        const x = String.fromCharCode(65 + (letter % 26))
        const query =
          how === 'drop'
            ? text.slice(0, i) + text.slice(i + 1)
            : how === 'swap'
              ? text.slice(0, i) + text[i + 1]! + text[i]! + text.slice(i + 2)
              : how === 'add'
                ? text.slice(0, i) + x + text.slice(i)
                : text.slice(0, i) + x + text.slice(i + 1)
        expect(slipsTo(query, text, 1)).toBeLessThanOrEqual(1)
        const bits = new Uint32Array(4)
        pairsOf(query, bits, 0)
        pairsOf(text, bits, 2)
        const missing = bitsIn(bits[0]! & ~bits[2]!) + bitsIn(bits[1]! & ~bits[3]!)
        expect(missing).toBeLessThanOrEqual(3)
      },
    ),
  )
  expect([3, 4, 8].map(slipsAllowed)).toEqual([0, 1, 2])
})
