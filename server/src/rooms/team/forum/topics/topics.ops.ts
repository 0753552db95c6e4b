import {
  createForumTopic,
  getForumTags,
  getForumTopicDetails,
  getForumTopics,
  getForumTopicsOfObject,
  getSimilarForumTopics,
} from '@samudra/contract/forum-calls'
import type { ForumTopic } from '@samudra/contract/forum'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { noCategory, readCursor, topicFor, topicOrMerged, writeCursor } from '../forum-access.ts'
import { isCategoryVisible } from '../categories/categories.sql.ts'
import type { ForumRoom } from '../forum.ts'
import { cleanLinks, cleanTags, cleanTitle, slugOf } from '../posts/clean-text.ts'
import { preparePost, limitsOf } from '../posts/forum-posting.ts'
import { storeTopic } from '../posts/posting.sql.ts'
import { describeUnnotified } from '../reading/post-notifications.ts'
import { pushDraftGone } from '../push-forum.ts'
import { deliverPost } from '../posts/deliver-post.ts'
import { topicsMatching } from '../search/topic-search.ts'
import { similarTopics } from '../search/forum-search.sql.ts'
import type { Viewer } from '../sees.sql.ts'
import { topicDetails } from './topic-details.ts'
import { presentTopic } from './present-topic.ts'
import * as rows from './topic-rows.sql.ts'

const USUAL_PAGE = 50
const MOST_ROWS = 500

export const topicOps = (room: ForumRoom): Handled[] => [
  handle(getForumTopics, async ({ input, caller }) => {
    const id = input.category_id
    if (id !== undefined && !(await isCategoryVisible(room.db, caller, id))) throw noCategory()
    return topicPage(room, caller, input)
  }),
  handle(getForumTopicDetails, async ({ input, caller }) =>
    topicDetails(room, caller, await topicOrMerged(room, caller, input.id)),
  ),
  handle(getForumTopicsOfObject, ({ input, caller }) =>
    topicPage(room, caller, { ...input, link: { type: input.type, id: input.id } }),
  ),
  handle(getSimilarForumTopics, async ({ input, caller }) => {
    const ids = await similarTopics(room.db, caller, input.title)
    const found = await rows.topicsById(room.db, caller, ids, now(room))
    return { items: found.map((row) => presentTopic(row, now(room))) }
  }),
  handle(getForumTags, async ({ input, caller }) => ({
    items: await rows.tagsOf(room.db, caller, input.q?.trim().toLowerCase().replace(/^#/, '') ?? ''),
  })),
  create(room),
]

const now = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())

export type TopicQuery = {
  category_id?: string | undefined
  q?: string | undefined
  tag?: string | undefined
  unread?: boolean | undefined
  new?: boolean | undefined
  deleted?: boolean | undefined
  sort?: rows.TopicSort | undefined
  link?: { type: string; id: string } | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
type TopicPage = { items: ForumTopic[]; total: number; next: string | null; as_of: string }

/** Returns a page of topics: pinned ones first where nothing narrows the list. */
export async function topicPage(room: ForumRoom, viewer: Viewer, wanted: TopicQuery): Promise<TopicPage> {
  const { limit = USUAL_PAGE, tag, unread, link } = wanted
  // New topics are found by their age.
  const sort = wanted.new === true ? 'NEWEST' : (wanted.sort ?? 'LATEST')
  const at = now(room)
  const q = wanted.q?.trim() ?? ''
  if (q !== '') return topicsMatching(room, viewer, { ...wanted, q })
  const after = readCursor(wanted.cursor)
  const categoryId = wanted.category_id ?? null
  const isNarrowed =
    tag !== undefined ||
    unread === true ||
    wanted.new === true ||
    wanted.deleted === true ||
    link !== undefined
  const pinned = isNarrowed || sort !== 'LATEST' ? [] : await rows.listPinned(room.db, viewer, categoryId, at)
  const most = Math.min(limit, MOST_ROWS - pinned.length)
  const page = { categoryId, after, limit: most }
  const listed = () => {
    if (wanted.deleted === true) return rows.listDeleted(room.db, viewer, page, at)
    if (unread === true) return rows.listUnread(room.db, viewer, page, at)
    return rows.listTopics(
      room.db,
      viewer,
      {
        ...page,
        sort,
        tag: tag?.trim().toLowerCase().replace(/^#/, '') ?? null,
        link: link ?? null,
        newOnly: wanted.new ?? false,
        pinned: pinned.map(({ id }) => id),
      },
      at,
    )
  }
  const [list, total] = await Promise.all([
    listed(),
    isNarrowed ? null : rows.countTopics(room.db, viewer, categoryId),
  ])
  const shown = after === null ? [...pinned, ...list] : list
  const last = list.at(-1)
  return {
    items: shown.map((row) => presentTopic(row, at)),
    total: total ?? shown.length,
    next:
      list.length < most || last === undefined ? null : writeCursor(rows.cursorValue(last, sort), last.id),
    as_of: at.toISOString(),
  }
}

const create = (room: ForumRoom) =>
  handle(createForumTopic, async ({ input, caller, record }) => {
    const title = cleanTitle(input.title)
    const topic = {
      id: ulid(room.clock.now()),
      categoryId: input.category_id,
      title,
      slug: slugOf(title),
      tags: cleanTags(input.tags ?? []),
      links: cleanLinks(input.links ?? []),
    }
    record({ objectType: 'forum_topic', objectId: topic.id, after: { title, category: topic.categoryId } })
    const { post, meant } = await preparePost(room, caller, { ...input, links: [] }, null)
    const stored = await storeTopic(room.db, caller, topic, post, limitsOf(room))
    if (post.draftKey !== '') pushDraftGone(room, caller.userId, post.draftKey)
    const opened = await topicFor(room, caller, stored.topicId).catch((error: unknown) => {
      // Sent again after it was deleted.
      if (error instanceof OperationError && error.code === 'NOT_FOUND') throw noCategory()
      throw error
    })
    await deliverPost(room, caller, { stored, topic: opened })
    return {
      ...(await topicDetails(room, caller, opened)),
      first_cid: stored.cid,
      notice: await describeUnnotified(room, opened, meant),
    }
  })
