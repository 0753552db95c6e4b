import { expect, test } from 'vitest'
import { connectionOf, NEW_FEED, optionsOf } from './feed-draft.ts'

test('options are read line by line, and a line that is none is named', () => {
  expect(optionsOf('tls=true\n\n every = 2 \ntopic=ais/#\n')).toEqual({ tls: true, every: 2, topic: 'ais/#' })
  expect(() => optionsOf('tls')).toThrow(/“tls” is no option/)
})

test('a key is sent when it is new, emptied when it is taken away, and left alone otherwise', () => {
  expect(connectionOf(NEW_FEED)).not.toHaveProperty('secret')
  expect(connectionOf({ ...NEW_FEED, secret: 'a key' })).toHaveProperty('secret', 'a key')
  expect(connectionOf({ ...NEW_FEED, dropsSecret: true })).toHaveProperty('secret', '')
})
