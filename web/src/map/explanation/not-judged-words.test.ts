import { expect, test } from 'vitest'
import { notJudgedWords } from './not-judged-words.ts'

test('an empty list names the detectors that did not judge, and why', () => {
  const states = [
    { label: 'Spoofing', state: 'READY', words: '' },
    { label: 'Loitering', state: 'OFF', words: '' },
    { label: 'Unusual hours', state: 'LEARNING', words: '12 of 30 days are known' },
  ] as const
  expect(notJudgedWords('No event is stored.', states)).toBe(
    'No event is stored. Not assessed, or only in part: Loitering (off), Unusual hours (12 of 30 days are known).',
  )
})

test('an empty list claims that all detectors judge only where their states are known and ready', () => {
  const ready = [{ label: 'Spoofing', state: 'READY', words: '' }] as const
  expect(notJudgedWords('No event is stored.', ready)).toMatch(/All detectors evaluate/)
  expect(notJudgedWords('No event is stored.', null)).toMatch(/is not known\.$/)
})
