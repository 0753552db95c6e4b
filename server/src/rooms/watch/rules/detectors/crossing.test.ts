import type { Explained } from '@samudra/rules/plans/node'
import { expect, test } from 'vitest'
import { crossingOf, crossingWords } from './crossing.ts'

const why = (value: string | null, of: Explained[] = []): Explained => ({
  asked: '',
  verdict: 'TRUE',
  value,
  threshold: null,
  unit: null,
  window: null,
  fix_ids: [],
  of,
})
/** Waters of India north of 8° N, and of Sri Lanka south of it; the zone of 24 NM is everywhere. */
const watersAt = (lat: number) => [
  { kind: '12NM' as const, country: lat > 8 ? 'IND' : 'LKA' },
  { kind: '24NM' as const, country: 'MDV' },
]

test('a crossing of a line names its direction, its place, and the states whose line it is', () => {
  const explanation = why(null, [why('Inwards at 9.1234, 76.5000')])
  const crossing = crossingOf('TWELVE_NM', explanation, watersAt)!
  expect(crossing).toEqual({ direction: 'IN', lat: 9.1234, lon: 76.5, states: ['IND'] })
  expect(crossingWords(crossing)).toBe('Inwards, into waters of India.')
  expect(crossingOf('TWENTY_FOUR_NM', explanation, watersAt)!.states).toEqual(['MDV'])
})

test('where two states meet both are named, and where none is known only the direction', () => {
  const between = crossingOf('TWELVE_NM', why('Outwards while not received at 8.0000, 79.0000'), watersAt)!
  expect(crossingWords(between)).toBe('Outwards, out of waters of India and Sri Lanka.')
  const nowhere = crossingOf('TWELVE_NM', why('Outwards at 8.0000, 79.0000'), () => null)!
  expect(crossingWords(nowhere)).toBe('Outwards.')
})

test('a hit of another detector, and one without a passing, is no crossing', () => {
  expect(crossingOf('SPOOFING_EVENT', why('Inwards at 9.0000, 76.0000'), watersAt)).toBeNull()
  expect(crossingOf('TWELVE_NM', why('12 kn'), watersAt)).toBeNull()
  expect(crossingOf('TWELVE_NM', null, watersAt)).toBeNull()
})
