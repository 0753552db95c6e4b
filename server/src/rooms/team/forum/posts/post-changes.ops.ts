import {
  bookmarkForumPost,
  deleteForumPost,
  getForumBookmarks,
  getForumLikes,
  likeForumPost,
  restoreForumPost,
  updateForumPost,
} from '@samudra/contract/forum-posts'
import type { ForumPost } from '@samudra/contract/forum'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { livePostFor, noPost, postFor, readCursor, writeCursor } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { pushDraftGone, pushPostChanged, pushTopicChanged } from '../push-forum.ts'
import { describeUnnotified, notifyOfEdit } from '../reading/post-notifications.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { topicFor } from '../forum-access.ts'
import { cleanBody, cleanLinks } from './clean-text.ts'
import { likersOf, setBookmark } from './likes.sql.ts'
import { deletePost, editPost, likePost, restorePost } from './post-changes.sql.ts'
import { bookmarkedPosts, visiblePost } from './post-rows.sql.ts'
import { meantBy } from './forum-posting.ts'
import { presentPosts } from './present-post.ts'

const USUAL_PAGE = 50

export const postChangeOps = (room: ForumRoom): Handled[] => [
  update(room),
  remove(room),
  handle(restoreForumPost, async ({ input, caller, record }) => {
    record({ objectType: 'forum_post', objectId: input.cid })
    const { post, topic } = await postFor(room, caller, input.cid)
    if (post.deleted_at === null || topic.deleted_at !== null) throw noPost()
    const isOwn = post.deleter_id === caller.userId && post.author_id === caller.userId
    if (!topic.can_moderate && !isOwn)
      throw new OperationError('FORBIDDEN', 'Only a moderator may restore this post.')
    await restorePost(room.db, caller, post.id)
    return changed(room, caller, post.id)
  }),
  handle(likeForumPost, async ({ input, caller, record }) => {
    record({ objectType: 'forum_post', objectId: input.cid, after: { liked: input.liked } })
    const { post } = await livePostFor(room, caller, input.cid)
    if (post.author_id === caller.userId && input.liked)
      throw new OperationError('FORBIDDEN', 'You cannot like your own post.')
    const { like_count, isChanged } = await likePost(room.db, caller, post.id, input.liked, now(room))
    if (isChanged) room.likesChanged([post.id])
    return { cid: post.id, like_count, liked: input.liked }
  }),
  handle(getForumLikes, async ({ input, caller }) => {
    const { post } = await livePostFor(room, caller, input.cid)
    const { limit = USUAL_PAGE } = input
    const likers = await likersOf(room.db, post.id, { after: timeCursor(input.cursor), limit })
    const last = likers.at(-1)
    return {
      items: likers.map((one) => ({ ...one, at: one.at.toISOString() })),
      total: post.like_count,
      next: likers.length < limit || last === undefined ? null : writeCursor(last.at.getTime(), last.id),
      as_of: now(room).toISOString(),
    }
  }),
  handle(bookmarkForumPost, async ({ input, caller }) => {
    const { post } = await livePostFor(room, caller, input.cid)
    await setBookmark(room.db, caller.userId, post.id, input.bookmarked, now(room))
    return { cid: post.id, bookmarked: input.bookmarked }
  }),
  handle(getForumBookmarks, async ({ input, caller }) => {
    const { limit = USUAL_PAGE } = input
    const rows = await bookmarkedPosts(room.db, caller, { after: timeCursor(input.cursor), limit })
    const posts = await presentPosts(room, rows, { isModerator: false })
    const last = rows.at(-1)
    return {
      items: posts.map((post, i) => ({
        post,
        topic_title: rows[i]!.topic_title,
        category_id: rows[i]!.category_id,
      })),
      total: rows.length,
      next:
        rows.length < limit || last === undefined ? null : writeCursor(last.bookmarked_at.getTime(), last.id),
      as_of: now(room).toISOString(),
    }
  }),
]

const now = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())
export const timeCursor = (cursor: string | undefined) => {
  const place = readCursor(cursor)
  return place === null ? null : { at: new Date(place.value), id: place.id }
}

/** Pushes a changed post; returns it as its reader sees it. */
export async function changed(room: ForumRoom, caller: Caller, cid: string): Promise<ForumPost> {
  const row = await visiblePost(room.db, caller, cid)
  if (row === undefined) throw noPost()
  const topic = await topicFor(room, caller, row.topic_id)
  const [post] = await presentPosts(room, [row], { isModerator: topic.can_moderate })
  pushPostChanged(room, topic, post!)
  return post!
}

/** Returns whether a caller may change or delete a post. */
const mayChange = (topic: OpenTopicRow, post: { author_id: string }, caller: Caller) =>
  topic.can_moderate || (post.author_id === caller.userId && topic.can_post && !topic.is_locked)

const update = (room: ForumRoom) =>
  handle(updateForumPost, async ({ input, caller, record }) => {
    record({ objectType: 'forum_post', objectId: input.cid })
    const { post, topic } = await livePostFor(room, caller, input.cid)
    if (!mayChange(topic, post, caller))
      throw new OperationError(
        'FORBIDDEN',
        topic.is_locked ? 'This topic is locked.' : 'Only its author or a moderator may edit this post.',
      )
    const fileIds = input.file_ids === undefined ? null : [...new Set(input.file_ids)]
    const links = input.links === undefined ? null : cleanLinks(input.links)
    const stored = (fileIds ?? post.file_ids).length + (links ?? post.links).length
    const body = cleanBody(input.body, { mayBeEmpty: stored > 0 })
    const { mentions, meant } = await meantBy(room, caller, body, {
      mentions: [],
      quotes: input.quotes ?? post.quotes,
    })
    const files = fileIds === null ? null : await room.files.byId(fileIds)
    const edited = await editPost(room.db, caller, post.id, input.expected_version, {
      body,
      fileIds,
      fileNames: files === null ? null : files.map(({ name }) => name).join(' '),
      links,
      quotes: input.quotes === undefined ? null : meant.quotes,
      mentions,
      draftKey: input.draft_key ?? '',
      at: now(room),
    })
    if (edited === null) throw await conflict(room, caller, post.id)
    record({ before: { body: post.body }, after: { body } })
    if (input.draft_key !== undefined) pushDraftGone(room, caller.userId, input.draft_key)
    if (edited.removed.length > 0 && !(await room.identity.isHeld(post.author_id)))
      await room.files.forget(edited.removed)
    const shown = await changed(room, caller, post.id)
    const before = new Set(post.mentions.map(({ id }) => id))
    await notifyOfEdit(room, {
      topic,
      cid: post.id,
      number: post.number,
      author: { id: caller.userId, username: caller.username },
      meant: { mentioned: meant.mentioned.filter((id) => !before.has(id)), quoted: [] },
      repliedTo: null,
    })
    return { ...shown, notice: await describeUnnotified(room, topic, meant) }
  })

async function conflict(room: ForumRoom, caller: Caller, cid: string): Promise<OperationError> {
  const row = await visiblePost(room.db, caller, cid)
  if (row === undefined) return noPost()
  const [data] = await presentPosts(room, [row], { isModerator: false })
  const by = row.edits[0]?.by ?? row.author_name
  return new OperationError(
    'VERSION_CONFLICT',
    `${by} edited this post meanwhile. Compare the texts, and save again.`,
    { data },
  )
}

const remove = (room: ForumRoom) =>
  handle(deleteForumPost, async ({ input, caller, record }) => {
    record({
      objectType: 'forum_post',
      objectId: input.cid,
      ...(input.reason !== undefined && { reason: input.reason }),
    })
    const { post, topic } = await livePostFor(room, caller, input.cid)
    if (!mayChange(topic, post, caller))
      throw new OperationError(
        'FORBIDDEN',
        topic.is_locked ? 'This topic is locked.' : 'Only its author or a moderator may delete this post.',
      )
    if (post.number === 1)
      throw new OperationError('FORBIDDEN', 'This is the first post of the topic. Delete the topic.')
    record({ before: { body: post.body, author: post.author_name } })
    await deletePost(room.db, caller, post.id, { reason: input.reason ?? null, at: now(room) })
    if (post.is_answer) pushTopicChanged(room, await topicFor(room, caller, topic.id), 'CHANGED')
    return changed(room, caller, post.id)
  })
