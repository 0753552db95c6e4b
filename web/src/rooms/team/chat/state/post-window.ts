import type { Post, PostList } from '@mattermost/types/posts'

/** Part of a conversation that is loaded, oldest first. */
export type PostWindow = {
  ids: readonly string[]
  hasOlder: boolean
  hasNewer: boolean
}
export type PostsById = Readonly<Record<string, Post>>

/** Returns the posts of an answer that belong in the list itself, oldest first. */
const idsOf = ({ order }: PostList) => order.toReversed()

export const windowOf = (list: PostList): PostWindow => ({
  ids: idsOf(list),
  hasOlder: list.prev_post_id !== '',
  hasNewer: list.next_post_id !== '',
})

/** Puts an older page before a window. */
export function withOlder(window: PostWindow, list: PostList): PostWindow {
  const known = new Set(window.ids)
  const ids = idsOf(list).filter((id) => !known.has(id))
  return { ...window, ids: [...ids, ...window.ids], hasOlder: list.prev_post_id !== '' && ids.length > 0 }
}

/** Puts a newer page behind a window. */
export function withNewer(window: PostWindow, list: PostList): PostWindow {
  const known = new Set(window.ids)
  const ids = idsOf(list).filter((id) => !known.has(id))
  return { ...window, ids: [...window.ids, ...ids], hasNewer: list.next_post_id !== '' && ids.length > 0 }
}

const isBefore = (one: Post, other: Post) =>
  one.create_at === other.create_at ? one.id < other.id : one.create_at < other.create_at

/** Puts a new post in its place. A window that does not reach the newest message stays as it is. */
export function withPost(window: PostWindow, post: Post, posts: PostsById): PostWindow {
  if (window.hasNewer || window.ids.includes(post.id)) return window
  let at = window.ids.length
  for (; at > 0; at--) {
    const before = posts[window.ids[at - 1]!]
    if (before === undefined || isBefore(before, post)) break
  }
  if (at === 0 && window.hasOlder) return window
  return { ...window, ids: window.ids.toSpliced(at, 0, post.id) }
}

/** Newest time at which a loaded post of a channel changed; 0 without any. */
export const changedUntil = (window: PostWindow, posts: PostsById): number =>
  window.ids.reduce((newest, id) => Math.max(newest, posts[id]?.update_at ?? 0), 0)

/** Finds the first message of others since the last view. */
export function firstUnread(
  window: PostWindow,
  posts: PostsById,
  { since, me }: { since: number; me: string },
): string | null {
  return (
    window.ids.find((id) => {
      const post = posts[id]
      return post !== undefined && post.create_at > since && post.user_id !== me && post.delete_at === 0
    }) ?? null
  )
}
