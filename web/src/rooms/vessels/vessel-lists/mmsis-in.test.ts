import { expect, test } from 'vitest'
import { mmsisIn } from './mmsis-in.ts'

test('a column of numbers is read line by line, each ship once', () => {
  expect(mmsisIn('419000001\n419000002\r\n\n419000001\n')).toEqual({
    mmsis: ['419000001', '419000002'],
    unread: 0,
  })
})

test('of a table only the column named MMSI counts, whatever else has nine digits', () => {
  const text = '\ufeffname;"MMSI";phone\nMATSYA;419000001;123456789\n"SEA; STAR";x;1\n'
  expect(mmsisIn(text)).toEqual({ mmsis: ['419000001'], unread: 1 })
})

test('a line without a number is reported', () => {
  expect(mmsisIn('the dark ones:\n419000001, 419000002\n41900000')).toEqual({
    mmsis: ['419000001', '419000002'],
    unread: 2,
  })
})
