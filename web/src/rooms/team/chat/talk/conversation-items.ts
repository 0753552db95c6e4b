import type { Post } from '@mattermost/types/posts'
import type { ListedMessage } from '../../../../kit/messages/message-rows.ts'
import { isSystem } from '../state/chat-counts.ts'
import type { PostsById } from '../state/post-window.ts'
import type { Outgoing } from '../state/outbox.ts'

/** Row of a conversation: a stored message, or one on its way. */
export type ConversationItem = ListedMessage & ({ post: Post } | { outgoing: Outgoing })

/** Returns the key under which messages of one author are grouped; one with a priority stands alone. */
function groupKey(post: Post, isInThread: boolean): string | null {
  const priority = post.metadata?.priority
  const hasBadge = priority !== undefined && (priority.priority !== '' || priority.requested_ack === true)
  if (isSystem(post) || hasBadge || post.is_pinned) return null
  return isInThread ? post.user_id : `${post.user_id} ${post.root_id}`
}

/** Returns the stored messages, then those that are still on their way. */
export function conversationItems(
  ids: readonly string[],
  posts: PostsById,
  outgoing: readonly Outgoing[],
  { me, isInThread }: { me: string; isInThread: boolean },
): ConversationItem[] {
  const stored = ids.flatMap((id) => posts[id] ?? [])
  const pending = new Set(stored.map(({ pending_post_id }) => pending_post_id))
  return [
    ...stored.map((post) => ({
      id: post.id,
      at: post.create_at,
      groupKey: groupKey(post, isInThread),
      post,
    })),
    ...outgoing
      .filter(({ pendingId }) => !pending.has(pendingId))
      .map((one) => ({
        id: one.pendingId,
        at: one.createAt,
        groupKey: isInThread ? me : `${me} ${one.rootId}`,
        outgoing: one,
      })),
  ]
}
