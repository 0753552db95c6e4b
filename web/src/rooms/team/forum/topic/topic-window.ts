import type { ForumPost } from '@samudra/contract/forum'

/** Part of a topic that is loaded: posts in order of their numbers. */
export type TopicWindow = {
  posts: readonly ForumPost[]
  hasOlder: boolean
  hasNewer: boolean
  lastNumber: number
}
type Page = {
  items: readonly ForumPost[]
  previous: string | null
  next: string | null
  last_number: number
}

export const windowOf = ({ items, previous, next, last_number }: Page): TopicWindow => ({
  posts: items,
  hasOlder: previous !== null,
  hasNewer: next !== null,
  lastNumber: last_number,
})

/** Puts the page before a window in front of it. */
export function withOlder(window: TopicWindow, { items, previous }: Page): TopicWindow {
  const first = window.posts[0]?.number ?? Infinity
  const older = items.filter(({ number }) => number < first)
  return { ...window, posts: [...older, ...window.posts], hasOlder: previous !== null && older.length > 0 }
}

/** Puts the page after a window behind it. */
export function withNewer(window: TopicWindow, { items, next, last_number }: Page): TopicWindow {
  const last = window.posts.at(-1)?.number ?? 0
  const newer = items.filter(({ number }) => number > last)
  return {
    ...window,
    posts: [...window.posts, ...newer],
    hasNewer: next !== null && newer.length > 0,
    lastNumber: Math.max(window.lastNumber, last_number),
  }
}

/** Puts a new post in its place; a window that does not reach the last post only counts it. */
export function withPost(window: TopicWindow, post: ForumPost): TopicWindow {
  const lastNumber = Math.max(window.lastNumber, post.number)
  if (window.posts.some(({ cid }) => cid === post.cid)) return { ...changed(window, post), lastNumber }
  if (window.hasNewer) return { ...window, lastNumber }
  const at = window.posts.findLastIndex(({ number }) => number < post.number) + 1
  if (at === 0 && window.hasOlder) return { ...window, lastNumber }
  return { ...window, posts: window.posts.toSpliced(at, 0, post), lastNumber }
}

/** Puts a post in place of its older state; what is the reader's own stays, since pushes do not carry it. */
export const changed = (window: TopicWindow, post: ForumPost): TopicWindow => ({
  ...window,
  posts: window.posts.map((one) =>
    one.cid === post.cid && post.version >= one.version
      ? { ...post, liked: one.liked, bookmarked: one.bookmarked }
      : one,
  ),
})

export const withField = (window: TopicWindow, cid: string, fields: Partial<ForumPost>): TopicWindow => ({
  ...window,
  posts: window.posts.map((one) => (one.cid === cid ? { ...one, ...fields } : one)),
})
