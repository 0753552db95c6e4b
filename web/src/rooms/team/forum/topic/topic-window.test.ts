import type { ForumPost } from '@samudra/contract/forum'
import { expect, test } from 'vitest'
import { changed, windowOf, withNewer, withOlder, withPost, type TopicWindow } from './topic-window.ts'

const post = (number: number, fields: Partial<ForumPost> = {}) =>
  ({ cid: `c${number}`, number, version: 1, liked: false, bookmarked: false, ...fields }) as ForumPost
const page = (from: number, to: number, last: number) => ({
  items: Array.from({ length: to - from + 1 }, (_, i) => post(from + i)),
  previous: from > 1 ? 'p' : null,
  next: to < last ? 'n' : null,
  last_number: last,
})
const numbers = ({ posts }: TopicWindow) => posts.map(({ number }) => number)

test('pages before and after a window join it without doubles, and tell whether there is more', () => {
  const middle = windowOf(page(40, 42, 100))
  const wider = withNewer(withOlder(middle, page(38, 40, 100)), page(42, 44, 100))
  expect(numbers(wider)).toEqual([38, 39, 40, 41, 42, 43, 44])
  expect([wider.hasOlder, wider.hasNewer]).toEqual([true, true])
  expect(withOlder(wider, { ...page(38, 38, 100) }).hasOlder).toBe(false)
  expect(withNewer(middle, page(43, 100, 100)).hasNewer).toBe(false)
})

test('a new post joins a window that reaches the end, and is only counted by any other', () => {
  const end = windowOf(page(8, 9, 9))
  expect(numbers(withPost(end, post(10)))).toEqual([8, 9, 10])
  expect(numbers(withPost(withPost(end, post(11)), post(10)))).toEqual([8, 9, 10, 11])
  const middle = withPost(windowOf(page(4, 5, 9)), post(10))
  expect([numbers(middle), middle.lastNumber]).toEqual([[4, 5], 10])
})

test('a changed post keeps what is the reader’s own, and an older state changes nothing', () => {
  const window = windowOf({ ...page(1, 1, 1), items: [post(1, { liked: true, version: 2 })] })
  expect(changed(window, post(1, { version: 3, body: 'new' })).posts[0]).toMatchObject({
    liked: true,
    body: 'new',
  })
  expect(changed(window, post(1, { version: 1, body: 'old' })).posts[0]?.version).toBe(2)
})
