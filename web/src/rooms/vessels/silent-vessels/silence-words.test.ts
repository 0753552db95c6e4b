import { expect, test } from 'vitest'
import { confidenceReasons, durationText, intervalText } from './silence-words.ts'

const NOW = '2026-11-26T12:00:00.000Z'
const basis = {
  learned_share: null,
  learned_days: 0,
  near_total: 20,
  near_received: 19,
  receiving_since: '2026-11-26T10:00:00.000Z',
  down_sources: [],
}
const timeOf = (iso: string) => iso.slice(11, 16)
const reasons = (more: object) =>
  confidenceReasons({ confidence: 'MEDIUM', source: 'COAST', basis: { ...basis, ...more } }, NOW, timeOf)

test('the reasons state how much data there is before coverage is learned', () => {
  expect(reasons({})).toEqual([
    'Coverage is not learned yet: 2 h of data.',
    'Of 20 other vessels near the last position, 95 % are still received.',
  ])
})

test('the reasons state learned coverage', () => {
  expect(reasons({ learned_share: 0.95, learned_days: 7, near_total: 0 })).toEqual([
    'Coverage here is learned from 7 days: vessels are received 95 % of the time.',
    'No other vessel was received near the last position in the last 6 h.',
  ])
})

test('a vessel whose source is down has no other reason', () => {
  expect(reasons({ receiving_since: null, down_sources: ['COAST'] })).toEqual([
    'Source COAST is down: not assessed.',
  ])
})

test('durations and intervals read in the unit of a watch', () => {
  expect([25, 60, 190, 3120, 2880].map(durationText)).toEqual([
    '25 min',
    '1 h',
    '3 h 10 min',
    '2 d 4 h',
    '2 d',
  ])
  expect([10, 180, 5400].map(intervalText)).toEqual(['10 s', '3 min', '1 h 30 min'])
})
