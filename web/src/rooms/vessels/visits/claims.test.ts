import { expect, test } from 'vitest'
import { wordOf } from './claims.ts'

test('disputed waters name their claimants and the source, and nothing else', () => {
  const label = { name: 'x', country: 'AAA', source: 'Marine Regions', edition: 'v12', approx: false }
  expect(wordOf({ ...label, disputed: true, claimants: ['AAA', 'BBB'] })).toBe(
    'claims overlap (AAA, BBB); Marine Regions, v12',
  )
  expect(wordOf({ ...label, approx: true, disputed: false, claimants: [] })).toBe(
    'approximate; Marine Regions, v12',
  )
})
