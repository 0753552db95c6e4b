import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isValidAt, validityChanges } from './validity.ts'

test('a recurring period holds on the same days or hours, from its first time on', () => {
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

test('between two changes a period holds or does not hold, and each change is one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e10 }),
      fc.integer({ min: 1, max: 8e7 }),
      fc.constantFrom('NONE' as const, 'DAILY' as const, 'WEEKLY' as const, 'YEARLY' as const),
      fc.integer({ min: 0, max: 1e11 }),
      fc.integer({ min: 0, max: 1e9 }),
      (from, length, recur, after, span) => {
        const period = { from, to: from + length, recur }
        const changes = validityChanges(period, after, after + span)
        expect(changes).toEqual(changes.toSorted((a, b) => a - b))
        for (const at of changes) expect(isValidAt(period, at)).not.toBe(isValidAt(period, at - 1))
        const edges = [after, ...changes, after + span + 1]
        for (let i = 1; i < edges.length; i++)
          expect(isValidAt(period, edges[i]! - 1)).toBe(isValidAt(period, edges[i - 1]!))
      },
    ),
  )
})
