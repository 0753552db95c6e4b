import type { Post, PostList } from '@mattermost/types/posts'
import { expect, test } from 'vitest'
import { changedUntil, firstUnread, windowOf, withNewer, withOlder, withPost } from './post-window.ts'

const post = (id: string, create_at: number, more: Partial<Post> = {}) =>
  ({ id, create_at, update_at: create_at, delete_at: 0, user_id: 'ben', ...more }) as Post
const POSTS = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e'].map((id, index) => [id, post(id, (index + 1) * 10)]),
)
const list = (order: string[], prev = '', next = '') =>
  ({ order, posts: POSTS, prev_post_id: prev, next_post_id: next }) as unknown as PostList

test('a page is shown oldest first, with flags for older and newer messages', () => {
  expect(windowOf(list(['d', 'c'], 'b', 'e'))).toEqual({ ids: ['c', 'd'], hasOlder: true, hasNewer: true })
})

test('older and newer pages join without doubles, until nothing more comes', () => {
  const window = windowOf(list(['d', 'c'], 'b', 'e'))
  expect(withOlder(window, list(['c', 'b', 'a']))).toEqual({
    ...window,
    ids: ['a', 'b', 'c', 'd'],
    hasOlder: false,
  })
  expect(withNewer(window, list(['e', 'd']))).toEqual({ ...window, ids: ['c', 'd', 'e'], hasNewer: false })
})

test('a new message stands in its place by time, once', () => {
  const window = { ids: ['a', 'b', 'd'], hasOlder: false, hasNewer: false }
  const next = withPost(window, POSTS['c']!, POSTS)
  expect(next.ids).toEqual(['a', 'b', 'c', 'd'])
  expect(withPost(next, POSTS['c']!, POSTS)).toBe(next)
})

test('a window that does not reach the newest message takes no new one', () => {
  const window = { ids: ['a', 'b'], hasOlder: false, hasNewer: true }
  expect(withPost(window, POSTS['e']!, POSTS)).toBe(window)
})

test('the first unread message is of another, after the last view, and not deleted', () => {
  const window = { ids: ['a', 'b', 'c', 'd', 'e'], hasOlder: false, hasNewer: false }
  const posts = {
    ...POSTS,
    c: post('c', 30, { user_id: 'ana' }),
    d: post('d', 40, { delete_at: 45 }),
  }
  expect(firstUnread(window, posts, { since: 20, me: 'ana' })).toBe('e')
  expect(firstUnread(window, posts, { since: 50, me: 'ana' })).toBeNull()
})

test('changes are read from the newest change of a loaded message on', () => {
  const window = { ids: ['a', 'b'], hasOlder: false, hasNewer: false }
  expect(changedUntil(window, { ...POSTS, a: post('a', 10, { update_at: 99 }) })).toBe(99)
})
