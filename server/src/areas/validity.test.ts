import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidAt } from './validity.ts'

test('a period that comes again holds on the same days or hours, from its first time on', () => {
  const at = (text: string) => Date.parse(text)
  const night = { from: at('2026-03-01T18:00Z'), to: at('2026-03-02T06:00Z') }
  expect(isValidAt({ ...night, recur: 'DAILY' }, at('2026-07-09T23:00Z'))).toBe(true)
  expect(isValidAt({ ...night, recur: 'DAILY' }, at('2026-07-09T12:00Z'))).toBe(false)
  expect(isValidAt({ ...night, recur: 'NONE' }, at('2026-07-09T23:00Z'))).toBe(false)
  expect(isValidAt({ ...night, recur: 'WEEKLY' }, at('2026-03-08T20:00Z'))).toBe(true)
  expect(isValidAt({ ...night, recur: 'WEEKLY' }, at('2026-03-09T20:00Z'))).toBe(false)
  const monsoon = { from: at('2024-12-15T00:00Z'), to: at('2025-02-10T00:00Z'), recur: 'YEARLY' as const }
  expect(isValidAt(monsoon, at('2027-01-31T00:00Z'))).toBe(true)
  expect(isValidAt(monsoon, at('2027-03-01T00:00Z'))).toBe(false)
  const recur = fc.constantFrom('NONE', 'DAILY', 'WEEKLY', 'YEARLY')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e10 }),
      fc.integer({ min: 1, max: 8e7 }),
      recur,
      (from, length, again) => {
        const period = { from, to: from + length, recur: again }
        expect(isValidAt(period, from - 1)).toBe(false)
        expect(isValidAt(period, from)).toBe(true)
        expect(isValidAt(period, from + length)).toBe(true)
      },
    ),
  )
})
