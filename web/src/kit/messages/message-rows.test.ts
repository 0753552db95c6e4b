import { expect, test } from 'vitest'
import { countBelow, lastSeen, messageRows, openingOf, type ListedMessage } from './message-rows.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const dayOf = (at: number) => String(Math.floor(at / DAY))
const message = (id: string, at: number, groupKey: string | null = 'ana'): ListedMessage => ({
  id,
  at,
  groupKey,
})
const rowsOf = (items: ListedMessage[], unreadFrom: string | null = null) =>
  messageRows(items, { dayOf, unreadFrom })
const shown = (items: ListedMessage[], unreadFrom: string | null = null) =>
  rowsOf(items, unreadFrom).map((row) => (row.kind === 'message' && row.isFirst ? `${row.key}*` : row.key))

test('messages of one author within five minutes stand under one name', () => {
  const items = [
    message('a', 0),
    message('b', MINUTE),
    message('c', 7 * MINUTE),
    message('d', 8 * MINUTE, 'ben'),
  ]
  expect(shown(items)).toEqual(['day 0', 'a*', 'b', 'c*', 'd*'])
})

test('a message that stands alone neither joins a group nor begins one', () => {
  expect(shown([message('a', 0, null), message('b', 1, null), message('c', 2)])).toEqual([
    'day 0',
    'a*',
    'b*',
    'c*',
  ])
})

test('a new day has a line, and the author is named again', () => {
  expect(shown([message('a', DAY - MINUTE), message('b', DAY + 1)])).toEqual(['day 0', 'a*', 'day 1', 'b*'])
})

test('the unread line stands below the day and above the first unread message', () => {
  expect(shown([message('a', 1), message('b', DAY), message('c', DAY + 1)], 'b')).toEqual([
    'day 0',
    'a*',
    'day 1',
    'unread',
    'b*',
    'c',
  ])
})

test('a list opens at the message of a link, else at the unread line, else at the end', () => {
  const items = [message('a', 1), message('b', 2), message('c', 3)]
  expect(openingOf(rowsOf(items, 'b'), 'c')).toEqual({ index: 4, align: 'center' })
  expect(openingOf(rowsOf(items, 'b'), 'gone')).toEqual({ index: 2, align: 'start' })
  expect(openingOf(rowsOf(items), null)).toEqual({ index: 3, align: 'end' })
  expect(openingOf([], null)).toBeNull()
})

test('messages below the last one shown are counted, lines are not', () => {
  const rows = rowsOf([message('a', 1), message('b', DAY), message('c', DAY + 1)], 'b')
  expect(countBelow(rows, 'a')).toBe(2)
  expect(countBelow(rows, 'c')).toBe(0)
  expect(countBelow(rows, null)).toBe(0)
})

test('messages below a list opened at its first unread one stay new until its end is in view', () => {
  const above = { isAtEnd: false, hasNewer: false }
  expect(lastSeen(null, 'c', { isAtEnd: false, hasNewer: true })).toBeNull()
  const atOpening = lastSeen(null, 'c', above)
  expect(atOpening).toBe('c')
  expect(lastSeen(atOpening, 'd', above)).toBe('c')
  expect(lastSeen(atOpening, 'd', { isAtEnd: true, hasNewer: false })).toBe('d')
})
