import { EVENT_STATUSES, type EventStatus } from '@samudra/contract/events'
import { expect, test } from 'vitest'
import { statusAfter } from './event.ts'

test('a status moves only along the ways of the contract', () => {
  const may = (before: EventStatus, wanted: EventStatus, isRevised: boolean) => {
    try {
      return statusAfter(before, wanted, isRevised)
    } catch {
      return null
    }
  }
  const moves = EVENT_STATUSES.flatMap((before) =>
    EVENT_STATUSES.flatMap((wanted) => {
      const after = may(before, wanted, false)
      return after === null || after === before ? [] : [`${before} ${after}`]
    }),
  )
  expect(moves).toEqual(['DETECTED CONFIRMED', 'DETECTED DISPUTED', 'REVISED CONFIRMED', 'REVISED DISPUTED'])
  const revised = EVENT_STATUSES.filter((before) => may(before, before, true) === 'REVISED')
  expect(revised).toEqual(['DETECTED', 'CONFIRMED', 'DISPUTED', 'REVISED'])
  // Nothing is judged and revised in one.
  expect(may('DETECTED', 'CONFIRMED', true)).toBeNull()
})
