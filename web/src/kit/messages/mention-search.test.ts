import { expect, test } from 'vitest'
import { mentionBegun, mentionsFor, withMention } from './mention-search.ts'

const CHOICES = ['ana', 'anand', 'ben.rao'].map((name) => ({ name, label: name }))
const found = (begun: string) => mentionsFor(begun, CHOICES).map(({ name }) => name)

test('a name begins behind an @ that follows no letter', () => {
  expect(mentionBegun('to @an')).toBe('an')
  expect(mentionBegun('to @')).toBe('')
  expect(mentionBegun('mail@an')).toBeNull()
  expect(mentionBegun('@ana, ')).toBeNull()
})

test('names are found by their beginning and by later words, and a full name closes the list', () => {
  expect(found('AN')).toEqual(['ana', 'anand'])
  expect(found('rao')).toEqual(['ben.rao'])
  expect(found('anand')).toEqual([])
})

test('a chosen name replaces what was written, with the caret behind it', () => {
  expect(withMention('to @an now', 6, 'ana')).toEqual({ text: 'to @ana now', caret: 8 })
})
