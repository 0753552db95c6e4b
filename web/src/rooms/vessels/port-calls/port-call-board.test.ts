import type { PortCall } from '@samudra/contract/port-calls'
import { expect, test } from 'vitest'
import { boardPeriod, onBoard } from './port-call-board.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const calls = (...some: Partial<PortCall>[]) => some as PortCall[]

test('the board of a port lists the next arrival first, and the last departure first', () => {
  const expected = calls(
    { id: 'later', expected_at: '2026-03-02T06:00:00.000Z' },
    { id: 'next', expected_at: '2026-03-01T13:00:00.000Z' },
  )
  expect(onBoard('EXPECTED', expected).map(({ id }) => id)).toEqual(['next', 'later'])
  const gone = calls(
    { id: 'before', departed_at: '2026-03-01T01:00:00.000Z' },
    { id: 'last', departed_at: '2026-03-01T11:00:00.000Z' },
  )
  expect(onBoard('DEPARTED', gone).map(({ id }) => id)).toEqual(['last', 'before'])
})

test('the board of a port lists the vessels in its figures: expected and departed, one day each', () => {
  expect(boardPeriod('EXPECTED', NOON)).toEqual({
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T12:00:00.000Z',
  })
  expect(boardPeriod('DEPARTED', NOON)).toEqual({ from: '2026-02-28T12:00:00.000Z' })
  expect(boardPeriod('BERTHED', NOON)).toEqual({})
  // The query stays the same for some minutes, so that an answer is cached.
  expect(boardPeriod('DEPARTED', NOON + 60_000)).toEqual(boardPeriod('DEPARTED', NOON))
})
