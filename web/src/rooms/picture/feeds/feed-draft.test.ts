import { expect, test } from 'vitest'
import { connectionOf, NEW_FEED, optionsOf, stationsOf } from './feed-draft.ts'

test('options are read line by line, and a line that is none is named', () => {
  expect(optionsOf('tls=true\n\n every = 2 \ntopic=ais/#\n')).toEqual({ tls: true, every: 2, topic: 'ais/#' })
  expect(() => optionsOf('tls')).toThrow(/“tls” is not an option/)
})

test('a key is sent when it is new, emptied when it is taken away, and left alone otherwise', () => {
  expect(connectionOf(NEW_FEED)).not.toHaveProperty('secret')
  expect(connectionOf({ ...NEW_FEED, secret: 'a key' })).toHaveProperty('secret', 'a key')
  expect(connectionOf({ ...NEW_FEED, dropsSecret: true })).toHaveProperty('secret', '')
})

test('a station keeps its position until another is typed, and an invalid position is named', () => {
  const place = { lat: 9.123456789, lon: 76 }
  expect(
    stationsOf([
      { name: 'Kochi ', place, typed: null },
      { name: 'Minicoy', place, typed: '08 18N 073 03E' },
    ]),
  ).toEqual([
    { name: 'Kochi', ...place },
    { name: 'Minicoy', lat: 8.3, lon: 73.05 },
  ])
  expect(() => stationsOf([{ name: 'Kochi', place, typed: '91N 76E' }])).toThrow(
    /“91N 76E” is no position of Kochi/,
  )
})
