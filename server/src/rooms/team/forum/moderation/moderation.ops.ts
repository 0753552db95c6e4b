import { deleteForumTopic, updateForumTopic } from '@samudra/contract/forum-calls'
import {
  lockForumTopic,
  mergeForumTopic,
  moveForumTopic,
  muteForumUser,
  pinForumTopic,
  restoreForumTopic,
  setForumAnswer,
  splitForumTopic,
} from '@samudra/contract/forum-moderation'
import type { FORUM_TOPIC_CHANGES } from '@samudra/contract/forum'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { invalid, moderatedTopic, noCategory, noTopic, topicFor } from '../forum-access.ts'
import { visibleCategory } from '../categories/categories.sql.ts'
import type { ForumRoom } from '../forum.ts'
import { cleanLinks, cleanTags, cleanTitle, slugOf } from '../posts/clean-text.ts'
import { changed } from '../posts/post-changes.ops.ts'
import { pushTopicChanged, pushTopicGone } from '../push-forum.ts'
import { followersOf } from '../reading/unread-topics.sql.ts'
import { setMuted } from '../people/forum-people.sql.ts'
import { topicDetails } from '../topics/topic-details.ts'
import * as rows from '../topics/topic-changes.sql.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { mergeTopic, splitTopic } from './rearrange.sql.ts'

export const moderationOps = (room: ForumRoom): Handled[] => [
  edit(room),
  remove(room),
  handle(restoreForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id })
    const topic = await moderatedTopic(room, caller, input.id)
    if (!(await rows.restoreTopic(room.db, caller, topic.id))) throw noTopic()
    return topicChanged(room, caller, topic.id, 'RESTORED')
  }),
  handle(pinForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id, after: { pinned: input.pinned } })
    const topic = await moderatedTopic(room, caller, input.id)
    const until = input.until === undefined ? null : new Date(input.until)
    await rows.setPinned(room.db, topic.id, input.pinned, input.pinned === 'NONE' ? null : until)
    return topicChanged(room, caller, topic.id)
  }),
  handle(lockForumTopic, async ({ input, caller, record }) => {
    record({
      objectType: 'forum_topic',
      objectId: input.id,
      after: { locked: input.locked },
      ...(input.reason !== undefined && { reason: input.reason }),
    })
    const topic = await moderatedTopic(room, caller, input.id)
    await rows.setLocked(room.db, topic.id, input.locked)
    return topicChanged(room, caller, topic.id)
  }),
  answer(room),
  move(room),
  split(room),
  merge(room),
  handle(muteForumUser, async ({ input, caller, record }) => {
    const until = input.until === null ? null : new Date(input.until)
    const [account] = await room.identity.accountsByName([input.username])
    record({
      objectType: 'user',
      objectId: account?.id ?? input.username,
      after: { forum_muted_until: input.until },
      ...(input.reason !== undefined && { reason: input.reason }),
    })
    if (account === undefined) throw new OperationError('NOT_FOUND', 'No user has this name.')
    if (account.id === caller.userId) throw invalid('username', 'You cannot mute yourself.', 'is your own')
    await setMuted(room.db, account, { until, reason: input.reason ?? '' })
    return { username: account.username, muted_until: until?.toISOString() ?? null }
  }),
]

const now = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())

/** Pushes a changed topic; returns it as its reader sees it. */
async function topicChanged(
  room: ForumRoom,
  caller: Caller,
  id: string,
  change: (typeof FORUM_TOPIC_CHANGES)[number] = 'CHANGED',
) {
  const topic = await topicFor(room, caller, id)
  pushTopicChanged(room, topic, change)
  if (change !== 'CHANGED') room.unreadChanged(await followersOf(room.db, [id]))
  return topicDetails(room, caller, topic)
}

const edit = (room: ForumRoom) =>
  handle(updateForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id })
    const topic = await topicFor(room, caller, input.id)
    if (topic.deleted_at !== null) throw noTopic()
    const isAuthor = topic.author_id === caller.userId && !topic.is_locked
    if (!topic.can_moderate && !isAuthor)
      throw new OperationError('FORBIDDEN', 'Only its author or a moderator may change this topic.')
    const title = input.title === undefined ? topic.title : cleanTitle(input.title)
    const fields = {
      title,
      slug: slugOf(title),
      tags: input.tags === undefined ? topic.tags : cleanTags(input.tags),
      links: input.links === undefined ? topic.links : cleanLinks(input.links),
    }
    record({ before: { title: topic.title, tags: topic.tags }, after: { title, tags: fields.tags } })
    if (!(await rows.editTopic(room.db, caller, topic.id, input.expected_version, fields)))
      throw new OperationError(
        'VERSION_CONFLICT',
        'This topic was changed meanwhile. Reload it and try again.',
        { data: await topicDetails(room, caller, await topicFor(room, caller, topic.id)) },
      )
    return topicChanged(room, caller, topic.id)
  })

const remove = (room: ForumRoom) =>
  handle(deleteForumTopic, async ({ input, caller, record }) => {
    record({
      objectType: 'forum_topic',
      objectId: input.id,
      ...(input.reason !== undefined && { reason: input.reason }),
    })
    const topic = await topicFor(room, caller, input.id)
    record({ before: { title: topic.title, category: topic.category_id } })
    const isAuthor = topic.author_id === caller.userId
    if (!topic.can_moderate && !isAuthor)
      throw new OperationError('FORBIDDEN', 'Only its author or a moderator may delete this topic.')
    const followers = await followersOf(room.db, [topic.id])
    const isDeleted = await rows.deleteTopic(room.db, caller, topic.id, {
      reason: input.reason ?? null,
      at: now(room),
      mostPosts: topic.can_moderate ? null : 1,
    })
    if (!isDeleted)
      throw topic.can_moderate || topic.deleted_at !== null
        ? noTopic()
        : new OperationError('FORBIDDEN', 'Others replied in this topic. Ask a moderator to delete it.')
    pushTopicChanged(room, { ...topic, deleted_at: now(room) }, 'DELETED')
    room.unreadChanged(followers)
    return { id: topic.id }
  })

const answer = (room: ForumRoom) =>
  handle(setForumAnswer, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id, after: { answer: input.cid } })
    const topic = await topicFor(room, caller, input.id)
    if (topic.deleted_at !== null) throw noTopic()
    if (!topic.can_moderate && topic.author_id !== caller.userId)
      throw new OperationError('FORBIDDEN', 'Only the author of the topic or a moderator marks its answer.')
    if (!(await rows.setAnswer(room.db, topic.id, input.cid)))
      throw invalid('cid', 'Choose a post of this topic.', 'is not a post of this topic')
    for (const cid of new Set([topic.answer_post_id, input.cid]))
      if (cid !== null) await changed(room, caller, cid)
    return topicChanged(room, caller, topic.id)
  })

/** Returns a category that a caller moderates, as the target of a move. Throws VALIDATION, FORBIDDEN. */
async function targetCategory(room: ForumRoom, caller: Caller, id: string): Promise<void> {
  const category = await visibleCategory(room.db, caller, id, now(room))
  if (category === undefined) throw noCategory()
  if (!category.can_moderate)
    throw new OperationError('FORBIDDEN', `You do not moderate ${category.name}. Ask one of its moderators.`)
}

const move = (room: ForumRoom) =>
  handle(moveForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id, after: { category: input.category_id } })
    const topic = await moderatedTopic(room, caller, input.id)
    record({ before: { category: topic.category_id } })
    if (topic.deleted_at !== null) throw noTopic()
    await targetCategory(room, caller, input.category_id)
    if (topic.category_id === input.category_id) return topicDetails(room, caller, topic)
    await rows.moveTopic(room.db, caller, topic.id, input.category_id)
    const after = await topicFor(room, caller, topic.id)
    pushTopicGone(room, topic, after)
    return topicChanged(room, caller, topic.id, 'POSTS_MOVED')
  })

const split = (room: ForumRoom) =>
  handle(splitForumTopic, async ({ input, caller, record }) => {
    const title = cleanTitle(input.title)
    const id = ulid(room.clock.now())
    record({ objectType: 'forum_topic', objectId: input.id, after: { to: id, cids: input.cids } })
    const topic = await moderatedTopic(room, caller, input.id)
    if (topic.deleted_at !== null) throw noTopic()
    const categoryId = input.category_id ?? topic.category_id
    await targetCategory(room, caller, categoryId)
    const moved = await splitTopic(room.db, caller, {
      from: topic.id,
      cids: input.cids,
      topic: { id, categoryId, title, slug: slugOf(title) },
    })
    if (moved === 0)
      throw invalid(
        'cids',
        'Choose posts of this topic, except the first.',
        'contains a post that cannot move',
      )
    await topicChanged(room, caller, topic.id, 'POSTS_MOVED')
    return topicChanged(room, caller, id, 'CREATED')
  })

const merge = (room: ForumRoom) =>
  handle(mergeForumTopic, async ({ input, caller, record }) => {
    record({ objectType: 'forum_topic', objectId: input.id, after: { into: input.into } })
    const topic = await moderatedTopic(room, caller, input.id)
    const target: OpenTopicRow = await moderatedTopic(room, caller, input.into)
    if (topic.id === target.id) throw invalid('into', 'Choose another topic.', 'is the same topic')
    const followers = await followersOf(room.db, [topic.id])
    if (!(await mergeTopic(room.db, caller, { from: topic.id, into: target.id, at: now(room) })))
      throw noTopic()
    pushTopicChanged(room, { ...topic, deleted_at: now(room) }, 'DELETED')
    room.unreadChanged(followers)
    return topicChanged(room, caller, target.id, 'POSTS_MOVED')
  })
