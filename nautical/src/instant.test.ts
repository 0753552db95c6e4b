import { expect, test } from 'vitest'
import { instantOf } from './instant.ts'

test('an instant is a date, a time and a zone, and nothing else is one', () => {
  const at = Date.UTC(2026, 0, 5, 10)
  for (const text of [
    '2026-01-05T10:00:00.000Z',
    '2026-01-05T10:00Z',
    '2026-01-05T10:00:00Z',
    '2026-01-05T15:30:00+05:30',
    '2026-01-05T02:00-08:00',
  ])
    expect([text, instantOf(text)]).toEqual([text, at])
  expect(instantOf('2024-02-29T00:00Z')).toBe(Date.UTC(2024, 1, 29))
  for (const text of [
    '1',
    'foo 1',
    '2026',
    '2026-01-05',
    '2026-01-05T10:00:00',
    '2026-01-05 10:00:00Z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-01T10:00:00Z',
    '2026-01-05T24:00:00Z',
    '2026-01-05T10:60:00Z',
    '2026-01-05T10:00:60Z',
    '2026-01-05T10:00:00+15:00',
    '2026-01-05T10:00:00.0000000000Z',
    '+002026-01-05T10:00:00Z',
    'Mon, 05 Jan 2026 10:00:00 GMT',
  ])
    expect([text, instantOf(text)]).toEqual([text, Number.NaN])
})
