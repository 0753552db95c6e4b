import { expect, test } from 'vitest'
import { stateWords } from './call-words.ts'

test('an expected call is overdue from its declared ETA on', () => {
  const expected_at = '2026-03-01T12:00:00.000Z'
  const noon = Date.parse(expected_at)
  expect(stateWords({ state: 'EXPECTED', expected_at }, noon)).toBe('Expected')
  expect(stateWords({ state: 'EXPECTED', expected_at }, noon + 1)).toBe('Overdue')
  expect(stateWords({ state: 'BERTHED', expected_at }, noon + 1)).toBe('At the berth')
})
