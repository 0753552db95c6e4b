import {
  addForumPosts,
  getForumPost,
  getForumPostEdits,
  getForumPostReplies,
  getForumPosts,
  replyToPost,
} from '@samudra/contract/forum-posts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { fitting } from '../../../../platform/kernel/http/pages.ts'
import { invalid, livePostFor, postFor, topicFor, topicOrMerged } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { pushDraftGone } from '../push-forum.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { describeUnnotified } from '../reading/post-notifications.ts'
import { deliverPost } from './deliver-post.ts'
import { limitsOf, preparePost, type PostContent } from './forum-posting.ts'
import { storePost } from './posting.sql.ts'
import { editsOf, postsIn, repliesTo, type PostRow, type PostWindow } from './post-rows.sql.ts'
import { presentPosts } from './present-post.ts'

const USUAL_PAGE = 30
const MOST_EDITS = 60

export const postOps = (room: ForumRoom): Handled[] => [
  handle(getForumPosts, async ({ input, caller }) => {
    const topic = await topicOrMerged(room, caller, input.id)
    const window = windowOf(input, topic)
    const shown = fittingPosts(await postsIn(room.db, caller, topic.id, window), anchorOf(window))
    const [first, last] = [shown[0], shown.at(-1)]
    const read = topic.read_number ?? 0
    return {
      items: await presentPosts(room, shown, { isModerator: topic.can_moderate }),
      total: topic.last_number,
      previous: first === undefined || first.number <= 1 ? null : String(first.number),
      next: last === undefined || last.number >= topic.last_number ? null : String(last.number),
      as_of: new Date(room.clock.now()).toISOString(),
      first_unread: topic.last_number > read ? read + 1 : null,
      last_number: topic.last_number,
    }
  }),
  handle(getForumPost, async ({ input, caller }) => {
    const { post, topic } = await postFor(room, caller, input.cid)
    return (await presentPosts(room, [post], { isModerator: topic.can_moderate }))[0]!
  }),
  handle(getForumPostReplies, async ({ input, caller }) => {
    const { post, topic } = await postFor(room, caller, input.cid)
    const limit = input.limit ?? USUAL_PAGE
    const after = numberOf(input.cursor) ?? 0
    const found = await repliesTo(room.db, caller, post.id, { after, limit })
    const shown = fittingPosts(found, after)
    const isMore = found.length === limit || shown.length < found.length
    return {
      items: await presentPosts(room, shown, { isModerator: topic.can_moderate }),
      total: post.reply_count,
      next: isMore ? String(shown.at(-1)!.number) : null,
      as_of: new Date(room.clock.now()).toISOString(),
    }
  }),
  handle(getForumPostEdits, async ({ input, caller }) => {
    const { post } = await livePostFor(room, caller, input.cid)
    const rows = await editsOf(room.db, post.id, MOST_EDITS)
    return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
  }),
  handle(addForumPosts, async ({ input, caller, record }) => {
    const { id, ...content } = input
    record({ objectType: 'forum_topic', objectId: id })
    await topicFor(room, caller, id)
    return addPost(room, caller, { topicId: id, content, parent: null }, record)
  }),
  handle(replyToPost, async ({ input, caller, record }) => {
    const { cid, ...content } = input
    record({ objectType: 'forum_post', objectId: cid })
    const { post } = await livePostFor(room, caller, cid)
    // A reply to a reply stands beside it, and quotes it.
    const parent =
      post.parent_id === null ? { id: post.id, quotes: [] } : { id: post.parent_id, quotes: [post.id] }
    return addPost(
      room,
      caller,
      { topicId: post.topic_id, content, parent: { ...parent, authorId: post.author_id } },
      record,
    )
  }),
]

type Addition = {
  topicId: string
  content: PostContent
  parent: { id: string; quotes: readonly string[]; authorId: string } | null
}
async function addPost(
  room: ForumRoom,
  caller: Caller,
  { topicId, content, parent }: Addition,
  record: (entry: { after: unknown }) => void,
) {
  const { post, meant } = await preparePost(room, caller, content, parent)
  const stored = await storePost(room.db, caller, topicId, post, limitsOf(room))
  record({ after: { cid: stored.cid, topic: stored.topicId } })
  if (post.draftKey !== '') pushDraftGone(room, caller.userId, post.draftKey)
  const topic = await topicFor(room, caller, stored.topicId)
  const shown = await deliverPost(room, caller, { stored, topic })
  return { ...shown, notice: await describeUnnotified(room, topic, meant) }
}

type Wanted = {
  after?: number | undefined
  before?: number | undefined
  around?: number | undefined
  around_unread?: boolean | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
function windowOf(
  { after, before, around, around_unread, limit = USUAL_PAGE, cursor }: Wanted,
  topic: OpenTopicRow,
): PostWindow {
  if (before !== undefined) return { before, limit }
  if (around !== undefined) return { around, limit }
  if (around_unread === true)
    return { around: Math.min((topic.read_number ?? 0) + 1, Math.max(topic.last_number, 1)), limit }
  return { after: after ?? numberOf(cursor) ?? 0, limit }
}

function numberOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,9}$/.test(cursor))
    throw invalid(
      'cursor',
      'Check cursor: use the cursor of the previous page.',
      'is not a cursor of this list',
    )
  return Number(cursor)
}

/** Returns as many posts as fit into an answer, those next to a place first. */
function fittingPosts(rows: readonly PostRow[], anchor: number): PostRow[] {
  const found = rows.findIndex(({ number }) => number >= anchor)
  const start = found < 0 ? rows.length - 1 : found
  const bytes = (row: PostRow) => Buffer.byteLength(row.body) + 1000
  const byDistance = rows
    .map((row, i) => ({ row, distance: Math.abs(i - start) }))
    .toSorted((a, b) => a.distance - b.distance)
  const count = fitting(byDistance, 0, rows.length, ({ row }) => bytes(row))
  return byDistance
    .slice(0, count)
    .map(({ row }) => row)
    .toSorted((a, b) => a.number - b.number)
}

/** Returns the number next to which posts of a window stand first. */
const anchorOf = (window: PostWindow): number =>
  'after' in window ? window.after : 'before' in window ? window.before : window.around
