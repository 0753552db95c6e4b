import { expect, test } from 'vitest'
import { dayCounter } from './day-of.ts'

test('a day begins at midnight of the zone, before and after the clocks change', () => {
  const day = (iso: string) => Math.floor(Date.parse(iso) / 86_400_000)
  expect(dayCounter('UTC')(Date.parse('2026-01-05T23:59:59Z'))).toBe(day('2026-01-05'))
  const ist = dayCounter('Asia/Kolkata')
  expect(ist(Date.parse('2026-01-05T18:29:59Z'))).toBe(day('2026-01-05'))
  expect(ist(Date.parse('2026-01-05T18:30:00Z'))).toBe(day('2026-01-06'))
  const pst = dayCounter('America/Los_Angeles')
  expect(pst(Date.parse('2026-01-05T07:59:59Z'))).toBe(day('2026-01-04'))
  expect(pst(Date.parse('2026-07-05T07:00:00Z'))).toBe(day('2026-07-05'))
})
