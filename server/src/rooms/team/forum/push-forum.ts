import {
  forumCategoriesChanged,
  forumDraftChanged,
  forumPost,
  forumPostChanged,
  forumTopicChanged,
  type FORUM_TOPIC_CHANGES,
  type ForumPost,
} from '@samudra/contract/forum'
import {
  EVERYONE,
  allOf,
  except,
  members,
  users,
  type Audience,
} from '../../../platform/kernel/http/audience.ts'
import type { ForumRoom } from './forum.ts'
import { presentTopicState } from './topics/present-topic.ts'
import type { OpenTopicRow } from './topics/topic-rows.sql.ts'

type Seen = Pick<OpenTopicRow, 'category_id' | 'category_visibility'>
/** Kinds of things whose members the forum knows. */
export const CATEGORY_SEERS = 'forum_category'
export const TOPIC_READERS = 'forum_topic'

/** Users who see a category; of one that is not open to all by its tables, as they are at delivery. */
export const audienceOfCategory = ({ category_id, category_visibility }: Seen): Audience =>
  category_visibility === 'ALL' ? EVERYONE : members(CATEGORY_SEERS, category_id)
/** Returns which of some users see a category. */
export const usersOfCategory = (seen: Seen, ids: readonly string[]): Audience =>
  allOf(users(...ids), members(CATEGORY_SEERS, seen.category_id))

type Pushing = Pick<ForumRoom, 'send' | 'clock'>
/** Returns a post without anything of its reader. */
const plain = (post: ForumPost): ForumPost => ({ ...post, liked: false, bookmarked: false })
/** Returns a post as all readers see it: without the text of a deleted one. */
const forReaders = (post: ForumPost): ForumPost =>
  post.deleted_at === null
    ? plain(post)
    : { ...plain(post), body: '', files: [], mentions: [], links: [], quotes: [], edits: [] }

export const pushPost = (room: Pushing, topic: OpenTopicRow, post: ForumPost): void =>
  room.send(
    forumPost,
    { post: plain(post), topic: presentTopicState(topic, new Date(room.clock.now())) },
    audienceOfCategory(topic),
  )
export const pushPostChanged = (room: Pushing, topic: OpenTopicRow, post: ForumPost): void =>
  room.send(
    forumPostChanged,
    { topic_id: topic.id, category_id: topic.category_id, post: forReaders(post) },
    audienceOfCategory(topic),
  )
export const pushTopicChanged = (
  room: Pushing,
  topic: OpenTopicRow,
  change: (typeof FORUM_TOPIC_CHANGES)[number],
): void =>
  room.send(
    forumTopicChanged,
    {
      topic_id: topic.id,
      category_id: topic.category_id,
      change,
      topic: topic.deleted_at === null ? presentTopicState(topic, new Date(room.clock.now())) : null,
    },
    audienceOfCategory(topic),
  )
/** Pushes to those who saw a topic in the category before, and do not in the one now, that it is gone. */
export const pushTopicGone = (room: Pushing, before: Seen & { id: string }, now: Seen): void =>
  room.send(
    forumTopicChanged,
    { topic_id: before.id, category_id: before.category_id, change: 'DELETED', topic: null },
    except(audienceOfCategory(before), audienceOfCategory(now)),
  )
export const pushCategories = (room: Pushing, ids: readonly string[]): void =>
  room.send(forumCategoriesChanged, { ids: [...ids] }, EVERYONE)
/** Pushes to the screens of a user that a draft was deleted or posted. */
export const pushDraftGone = ({ send }: Pick<ForumRoom, 'send'>, userId: string, key: string): void =>
  send(forumDraftChanged, { key, version: 0, device: '' }, users(userId), {
    about: `forum-draft:${userId}:${key}`,
  })

/** Path of a post on the screens. */
export const postPath = (topic: Pick<OpenTopicRow, 'id' | 'slug'>, cid: string): string =>
  `/home/collaboration/forumCommentsReplies/${topic.id}/${encodeURIComponent(topic.slug)}/${cid}`
