import { expect, test } from 'vitest'
import { added, addedTo } from './kinds.ts'

const groups = (subject: Parameters<typeof addedTo>[0]) => addedTo(subject).map(({ group }) => group)
const choices = (subject: Parameters<typeof addedTo>[0]) =>
  addedTo(subject).flatMap(({ items }) => items.map(({ value }) => value))

test('of a source is offered what may be asked of one, in boxes like any other', () => {
  expect(groups('SOURCE')).toEqual(['How it is heard', 'Ask something else', 'A box of conditions'])
  expect(choices('SOURCE')).toEqual(expect.arrayContaining(['field latency_s', 'kind silence', 'box ANY']))
  expect(choices('SOURCE')).not.toContain('field sog')
  expect(choices('SOURCE').every((choice) => added(choice) !== null)).toBe(true)
  expect(choices('VESSEL')).toEqual(expect.arrayContaining(choices('SOURCE')))
})
