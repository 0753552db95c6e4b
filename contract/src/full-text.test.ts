import { expect, test } from 'vitest'
import { readTextSearch, type Searchable } from './full-text.ts'

const MAILS: Searchable = { fields: ['from', 'subject'], isTimed: true }
const query = (text: string, searchable = MAILS) => {
  const read = readTextSearch(text, searchable)
  if (!read.ok) throw new Error(read.why)
  return read.value
}
const why = (text: string, searchable = MAILS) => {
  const read = readTextSearch(text, searchable)
  return read.ok ? null : read.why
}

test('words, phrases, exclusions, fields and days are distinguished', () => {
  expect(query('tanker "dark fleet" -drill from:asha -subject:"daily report" after:2026-05-17')).toEqual({
    terms: [
      { text: 'tanker', isPhrase: false, isNot: false },
      { text: 'dark fleet', isPhrase: true, isNot: false },
      { text: 'drill', isPhrase: false, isNot: true },
    ],
    fields: [
      { field: 'from', value: 'asha', isNot: false },
      { field: 'subject', value: 'daily report', isNot: true },
    ],
    times: [{ side: 'after', isNot: false, day: '2026-05-17' }],
  })
  expect(query('From:asha before:2026-05-17T12:00+05:30')).toMatchObject({
    fields: [{ field: 'from', value: 'asha' }],
    times: [{ side: 'before', at: Date.UTC(2026, 4, 17, 6, 30) }],
  })
})

test('text without any syntax is read as words', () => {
  const texts = (text: string) => query(text).terms.map((term) => term.text)
  expect(texts('12:30 at https://example.org/x north-east 100%_')).toEqual([
    '12:30',
    'at',
    'https://example.org/x',
    'north-east',
    '100%_',
  ])
  expect(texts('"not closed yet')).toEqual(['not closed yet'])
  expect(texts('மீன்பிடி  كراتشي')).toEqual(['மீன்பிடி', 'كراتشي'])
  expect(query('  "" ')).toEqual({ terms: [], fields: [], times: [] })
})

test('a misspelt field name or day is reported, not searched for', () => {
  expect(why('form:asha')).toBe(
    'has no field "form"; there are from:, subject:, before:, after:, on:, or use quotation marks to search for the text',
  )
  expect(why('"form:asha"')).toBeNull()
  expect(why('from:x', { fields: [], isTimed: false })).toContain('no fields exist here')
  expect(why('before:2026-02-30')).toContain('needs a day after before:, as in before:2026-05-17')
  expect(why('after:2026-05-17T10:00')).toContain('needs a day after after:')
  expect(why('from:""')).toBe('has no word after from:')
  expect(why('a '.repeat(21))).toBe('holds more than 20 words. Remove some')
})
