import type { Chat } from '../chat.ts'
import { presentPosts } from '../posts/post-lists.ts'
import type { PostRow } from '../posts/posts.sql.ts'
import { followersOf, threadOf } from './threads.sql.ts'

/** Threads followed by more users are not pushed to each; their clients read them when they open them. */
const MOST_PUSHED = 200

export const publishThread = {
  followersOf: ({ db }: Chat, rootId: string) => followersOf(db, rootId),
  /** Publishes to each follower the state of a thread for that user, and to the channel its root. */
  updated: async (chat: Chat, root: PostRow): Promise<void> => {
    const [post] = await presentPosts(chat, [root])
    for (const userId of (await followersOf(chat.db, root.id)).slice(0, MOST_PUSHED)) {
      const thread = await threadOf(chat.db, root.id, userId)
      if (thread === undefined) continue
      chat.publish({
        event: 'thread_updated',
        data: {
          thread: JSON.stringify({
            id: root.id,
            reply_count: root.reply_count,
            last_reply_at: root.last_reply_at,
            last_viewed_at: thread.last_viewed_at,
            participants: root.participants.map((id) => ({ id })),
            unread_replies: thread.unread_replies,
            unread_mentions: thread.unread_mentions,
            is_following: true,
            post,
          }),
          previous_unread_replies: 0,
          previous_unread_mentions: 0,
        },
        users: [userId],
        team: chat.team,
      })
    }
  },
}
