import type { VesselEvent } from '@samudra/contract/events'
import { expect, test } from 'vitest'
import { boardRows } from './event-board.ts'

const NOW = Date.parse('2026-11-22T09:00:00Z')
const event = (title: string, more: Partial<VesselEvent>) =>
  ({
    id: title,
    title,
    text: '',
    owner: 'asha',
    category: 'MARITIME_INCIDENT',
    status: 'DETECTED',
    start_at: '2026-11-22T08:00:00Z',
    end_at: null,
    detector: null,
    mmsis: [],
    ...more,
  }) as unknown as VesselEvent
const EVENTS = [
  event('Fire', { start_at: '2026-11-22T07:00:00Z' }),
  event('Boarding', { category: 'PIRACY_ARMED_ROBBERY', status: 'CONFIRMED', mmsis: ['419000001'] }),
  event('Oil slick', { end_at: '2026-11-22T08:30:00Z', status: 'DISPUTED' }),
  event('Jump', { detector: 'SPOOFING_EVENT', status: 'REVISED', start_at: '2026-11-22T06:00:00Z' }),
  event('Withdrawn', { status: 'REMOVED' }),
]
const titles = (query: Partial<Parameters<typeof boardRows>[1]>) =>
  boardRows(EVENTS, { words: '', category: null, state: 'ALL', ...query }, NOW).map(({ title }) => title)

test('the board lists the latest first and nothing that was removed', () => {
  expect(titles({})).toEqual(['Boarding', 'Oil slick', 'Fire', 'Jump'])
})

test('ongoing, open and ended events differ; an event revised by late data is not ongoing', () => {
  expect(titles({ state: 'ON' })).toEqual(['Boarding', 'Fire'])
  expect(titles({ state: 'OPEN' })).toEqual(['Fire', 'Jump'])
  expect(titles({ state: 'CONFIRMED' })).toEqual(['Boarding'])
  expect(titles({ state: 'OVER' })).toEqual(['Oil slick'])
})

test('an event is found by words, by a ship of it and by its category', () => {
  expect(titles({ words: 'slick' })).toEqual(['Oil slick'])
  expect(titles({ words: '419000001' })).toEqual(['Boarding'])
  expect(titles({ category: 'PIRACY_ARMED_ROBBERY' })).toEqual(['Boarding'])
})
