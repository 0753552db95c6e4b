import {
  forumLike,
  forumPost,
  forumPostChanged,
  forumTopicChanged,
  type ForumPost,
} from '@samudra/contract/forum'
import { getForumPost, getForumPosts } from '@samudra/contract/forum-posts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useResync } from '../../../../wire/resync.ts'
import {
  changed,
  windowOf,
  withField,
  withNewer,
  withOlder,
  withPost,
  type TopicWindow,
} from './topic-window.ts'

const PAGE = 40
/** Posts that are read again in place, at most; a call returns 500. */
const MOST_AGAIN = 460

/** Place at which a topic opens: a post, a number, its end, or the first unread post. */
export type Place = { cid: string } | { number: number } | 'END' | 'UNREAD'

type Held = {
  window: TopicWindow | null
  /** Post at which the list opens; null for the unread line or the end. */
  focusId: string | null
  /** First post that was unread when the topic was opened. */
  unreadFrom: string | null
  fault: Error | null
  /** Grows with each jump, which makes the list open anew. */
  opened: number
}
const EMPTY: Held = { window: null, focusId: null, unreadFrom: null, fault: null, opened: 0 }

/** Posts of a topic around a place, which grow to both sides and follow what others write. `at` is the same object until the place is another. */
export function useTopicWindow(topicId: string, at: Place) {
  const [held, setHeld] = useState<Held>(EMPTY)
  const [sent, setSent] = useState(0)
  const change = useCallback(
    (to: (window: TopicWindow) => TopicWindow) =>
      setHeld((now) => (now.window === null ? now : { ...now, window: to(now.window) })),
    [],
  )
  const jump = useCallback(
    async (to: Place) => {
      try {
        const { window, focusId, unreadFrom } = await openAt(topicId, to)
        setHeld((now) => ({
          window,
          focusId,
          unreadFrom: to === 'UNREAD' || now.window === null ? unreadFrom : now.unreadFrom,
          fault: null,
          opened: now.opened + 1,
        }))
      } catch (error) {
        setHeld((now) => ({ ...now, fault: error as Error }))
      }
    },
    [topicId],
  )
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- state is set once the server has answered
    void jump(at)
  }, [at, jump])

  const grow = useGrowth(topicId, change)
  const add = useCallback(
    (post: ForumPost) => {
      if (held.window?.hasNewer === true) void jump('END')
      else change((window) => withPost(window, post))
      setSent((count) => count + 1)
    },
    [held.window?.hasNewer, jump, change],
  )

  const first = held.window?.posts[0]?.number
  const last = held.window?.posts.at(-1)?.number
  const count = held.window?.posts.length ?? 0
  const again = () =>
    first === undefined || count > MOST_AGAIN
      ? jump(first === undefined ? at : { number: Math.round((first + last!) / 2) })
      : readAgain(topicId, { after: first - 1, limit: count + PAGE }, change)
  useTopicPushes(topicId, change, () => void again())

  return {
    ...held,
    sent,
    jump,
    add,
    change,
    older: useCallback(() => void grow('OLDER', first), [grow, first]),
    newer: useCallback(() => void grow('NEWER', last), [grow, last]),
  }
}
/** Reads what is loaded again in its place. */
async function readAgain(
  id: string,
  part: { after: number; limit: number },
  change: (to: (window: TopicWindow) => TopicWindow) => void,
): Promise<void> {
  try {
    const page = await call(getForumPosts, { id, ...part })
    change(() => windowOf(page))
  } catch {
    // The topic itself is read again as well, and tells what is wrong.
  }
}
/** Returns how a topic grows by a page at one side of a post. */
function useGrowth(topicId: string, change: (to: (window: TopicWindow) => TopicWindow) => void) {
  const loading = useRef<'OLDER' | 'NEWER' | null>(null)
  return useCallback(
    async (side: 'OLDER' | 'NEWER', edge: number | undefined) => {
      if (loading.current !== null || edge === undefined) return
      loading.current = side
      try {
        const more = side === 'OLDER' ? { before: edge } : { after: edge }
        const page = await call(getForumPosts, { id: topicId, limit: PAGE, ...more })
        change((window) => (side === 'OLDER' ? withOlder(window, page) : withNewer(window, page)))
      } catch {
        // It is tried again with the next movement of the list.
      } finally {
        loading.current = null
      }
    },
    [topicId, change],
  )
}

/** Follows what others do in a topic; `again` reads it anew. */
function useTopicPushes(
  topicId: string,
  change: (to: (window: TopicWindow) => TopicWindow) => void,
  again: () => void,
) {
  usePush(forumPost, ({ post }) => post.topic_id === topicId && change((window) => withPost(window, post)))
  usePush(forumPostChanged, ({ topic_id, post }) => {
    if (topic_id === topicId) change((window) => changed(window, post))
  })
  usePush(forumLike, ({ topic_id, cid, like_count }) => {
    if (topic_id === topicId) change((window) => withField(window, cid, { like_count }))
  })
  usePush(forumTopicChanged, ({ topic_id, change: what }) => {
    if (topic_id === topicId && what === 'POSTS_MOVED') again()
  })
  useResync(again)
}

export type OpenTopic = ReturnType<typeof useTopicWindow>

async function openAt(id: string, to: Place) {
  if (typeof to === 'object' && 'cid' in to) {
    const { number } = await call(getForumPost, { cid: to.cid })
    const page = await call(getForumPosts, { id, around: number, limit: PAGE })
    return { window: windowOf(page), focusId: to.cid, unreadFrom: null }
  }
  const where = to === 'UNREAD' ? { around_unread: true } : { around: to === 'END' ? 100_000_000 : to.number }
  const page = await call(getForumPosts, { id, limit: PAGE, ...where })
  const unreadFrom =
    page.first_unread === null
      ? null
      : (page.items.find(({ number }) => number >= page.first_unread!)?.cid ?? null)
  const focus = typeof to === 'object' ? nearest(page.items, to.number) : null
  return { window: windowOf(page), focusId: focus, unreadFrom }
}

const nearest = (posts: readonly ForumPost[], number: number): string | null =>
  posts.reduce<ForumPost | null>(
    (best, one) =>
      best === null || Math.abs(one.number - number) < Math.abs(best.number - number) ? one : best,
    null,
  )?.cid ?? null
