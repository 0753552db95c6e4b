import { expect, test } from 'vitest'
import { alpha2Of, stateOf } from './iso-countries.ts'
import { countryOfMid } from './mid.ts'

test('every country with digits of its own has a code of three letters', () => {
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
  const threes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const known = threes.flatMap((code) => alpha2Of(code) ?? [])
  // ISO 3166-1 has 249.
  expect(known).toHaveLength(249)
  expect(new Set(known).size).toBe(249)
  const flags = Array.from({ length: 800 }, (_, mid) => countryOfMid(mid)?.iso2).filter(
    (code) => code !== undefined,
  )
  expect(flags.filter((code) => !known.includes(code))).toEqual([])
})

test('a territory belongs to a state, a state to itself', () => {
  expect(['RE', 'HK', 'IO', 'CX', 'IN', 'XX'].map(stateOf)).toEqual(['FR', 'CN', 'GB', 'AU', 'IN', 'XX'])
  expect([alpha2Of('IND'), alpha2Of('XXX')]).toEqual(['IN', null])
})
