import type { ArchivedDay } from '@samudra/contract/storage'
import { expect, test } from 'vitest'
import { offeredFor, stateOf } from './archived-day.ts'

const day = (state: ArchivedDay['state'], failed: ArchivedDay['failed'] = null, bytes = 1000) => ({
  state,
  failed,
  bytes,
})

test('a day in a file may be read back, and one under way offers nothing', () => {
  expect([day('WRITTEN'), day('REMOVED')].map(offeredFor)).toEqual(['READ_BACK', 'READ_BACK'])
  for (const state of ['WRITING', 'REMOVING', 'RESTORING', 'RESTORED'] as const)
    expect(offeredFor(day(state))).toBeNull()
})

test('after a failure only the step that failed is offered, and named', () => {
  const failures = [
    day('FAILED', 'WRITING', 0),
    day('FAILED', 'WRITING'),
    day('FAILED', 'REMOVING'),
    day('FAILED', 'RESTORING'),
  ]
  expect(failures.map(offeredFor)).toEqual([null, null, 'TAKE_OUT', 'READ_BACK'])
  expect(stateOf(day('FAILED', 'REMOVING'))).toBe('removal from database failed')
  expect(stateOf(day('REMOVED'))).toBe('archived only')
})
