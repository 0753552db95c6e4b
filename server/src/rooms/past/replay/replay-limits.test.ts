import { expect, test } from 'vitest'
import { replayToClose } from './replays.ts'

const opened = (userId: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `${userId} ${n}`, userId, usedAt: from + n }))

test('a user with 20 open replays closes the own least used one, however old those of others are', () => {
  const open = [...opened('other', 3), ...opened('greedy', 20, 1000)]
  expect(replayToClose(open, 'greedy')).toBe('greedy 0')
  expect(replayToClose(open, 'other')).toBeNull()
})

test('when all users together have 400, the user with most of them closes one', () => {
  const open = [...opened('few', 1), ...Array.from({ length: 21 }, (_, n) => opened(`user ${n}`, 19)).flat()]
  expect(open).toHaveLength(400)
  expect(replayToClose(open, 'few')).toBe('user 0 0')
})
