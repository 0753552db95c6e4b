import { expect, test } from 'vitest'
import { judgedWords } from './judged-words.ts'

const NONE = { whole: 0, since: null, open: [], stopped: false, confined: false }
const UNJUDGED = 'Waters and areas without an outline here do not count.'
const wordsOf = (waters: object, areas: object = {}) =>
  judgedWords({ waters: { ...NONE, ...waters }, areas: { ...NONE, ...areas } }, (at) => at)

test('a vessel without visits is not judged where there is neither a boundary nor an area', () => {
  expect(wordsOf({})).toEqual([
    'Not assessed: there is no boundary of waters.',
    'Not assessed: there is no area of interest.',
    UNJUDGED,
  ])
})

test('waters whose past is being computed are named as not judged, with the reason', () => {
  const open = ['Thailand 12 NM', 'Thailand 24 NM', 'Thailand EEZ', 'India EEZ']
  expect(wordsOf({ open }, { whole: 1, since: 'Monday' })).toEqual([
    'Not assessed yet for Thailand 12 NM, Thailand 24 NM, Thailand EEZ and 1 more: past visits are being computed.',
    'Received inside none of 1 area of interest since Monday.',
    UNJUDGED,
  ])
  expect(wordsOf({ open: ['India EEZ'], stopped: true })[0]).toBe(
    'Not assessed yet for India EEZ: the computation of past visits was stopped.',
  )
})

test('a user of some sources reads that only their reports count', () => {
  const words = wordsOf({ whole: 2, since: 'Monday', confined: true })
  expect(words[0]).toBe('Received inside none of 2 boundaries of waters since Monday.')
  expect(words).toContain('Only reports of your sources and zones count.')
})
