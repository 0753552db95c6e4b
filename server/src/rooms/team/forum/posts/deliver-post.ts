import type { ForumPost } from '@samudra/contract/forum'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { noPost } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { pushPost, pushTopicChanged } from '../push-forum.ts'
import { notifyDuePost } from '../reading/post-notifications.ts'
import { newlyUnread } from '../reading/unread-topics.sql.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import type { StoredPost } from './posting.sql.ts'
import { visiblePost } from './post-rows.sql.ts'
import { presentPosts } from './present-post.ts'

type Delivery = { stored: StoredPost; topic: OpenTopicRow }

/** Pushes a stored post and notifies the users it is meant for; returns it as its author sees it. */
export async function deliverPost(
  room: ForumRoom,
  caller: Caller,
  { stored, topic }: Delivery,
): Promise<ForumPost> {
  const row = await visiblePost(room.db, caller, stored.cid)
  if (row === undefined) throw noPost()
  const [post] = await presentPosts(room, [row], { isModerator: topic.can_moderate })
  if (post === undefined) throw noPost()
  // Sent again, it may not have been pushed by a server that was killed; screens drop what they have.
  if (row.deleted_at === null) {
    if (row.number === 1) pushTopicChanged(room, topic, 'CREATED')
    pushPost(room, topic, post)
  }
  if (!stored.isNew) return post
  room.unreadChanged([caller.userId, ...(await newlyUnread(room.db, topic.id, row.number))])
  await notifyDuePost(room, row.id)
  return post
}
