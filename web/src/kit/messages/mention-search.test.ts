import { expect, test } from 'vitest'
import { mentionsFor, withMention, type MentionChoice } from './mention-search.ts'

const CHOICES = ['ana', 'anand', 'ben.rao', 'watch-officer'].map((name): MentionChoice => ({
  kind: 'everybody',
  name,
  label: name,
}))
const found = (begun: string) => mentionsFor(begun, CHOICES).map(({ name }) => name)

test('names are found by their beginning and by later parts, and a full name closes the list', () => {
  expect(found('AN')).toEqual(['ana', 'anand'])
  expect(found('rao')).toEqual(['ben.rao'])
  expect(found('off')).toEqual(['watch-officer'])
  expect(found('anand')).toEqual([])
})

test('a chosen name replaces what was written, with the caret behind it', () => {
  expect(withMention('to @an now', 6, 'ana')).toEqual({ text: 'to @ana now', caret: 8 })
})
