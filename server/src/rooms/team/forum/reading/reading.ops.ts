import {
  getForumUnread,
  markAllForumRead,
  markForumRead,
  setForumOpen,
  setForumWatch,
} from '@samudra/contract/forum-reading'
import { FORUM_LEVELS, forumRead, forumWriting } from '@samudra/contract/forum'
import { members, users } from '../../../../platform/kernel/http/audience.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { invalid, noCategory, topicFor } from '../forum-access.ts'
import { isCategoryVisible } from '../categories/categories.sql.ts'
import type { ForumRoom } from '../forum.ts'
import { TOPIC_READERS } from '../push-forum.ts'
import type { Viewer } from '../sees.sql.ts'
import { levelOf } from '../topics/present-topic.ts'
import { holdOpen, moveRead, readAll, setCategoryLevel, setTopicLevel } from './reads.sql.ts'
import { TRACKING, unreadByCategory } from './unread-topics.sql.ts'

/** Time for which a topic counts as open without another statement. */
const OPEN_MS = 75_000

export const readingOps = (room: ForumRoom): Handled[] => [
  handle(getForumUnread, ({ caller }) => unreadOf(room, caller)),
  handle(markForumRead, async ({ input, caller }) => {
    const topic = await topicFor(room, caller, input.id)
    const { before, now } = await moveRead(room.db, caller.userId, topic.id, input.number, nowOf(room))
    if (now !== before) {
      room.send(forumRead, { topic_id: topic.id, read_number: now }, users(caller.userId), {
        about: `forum-read:${caller.userId}:${topic.id}`,
      })
      // Only the last post of a followed topic changes the count.
      if (now >= topic.last_number && (topic.level ?? topic.category_level ?? 0) >= TRACKING)
        room.unreadChanged([caller.userId])
    }
    return { read_number: now }
  }),
  handle(markAllForumRead, async ({ input, caller }) => {
    const id = input.category_id ?? null
    if (id !== null && !(await isCategoryVisible(room.db, caller, id))) throw noCategory()
    await readAll(room.db, caller, id, nowOf(room))
    room.unreadChanged([caller.userId])
    const { unread, new_topics } = await unreadOf(room, caller)
    return { unread, new_topics }
  }),
  watch(room),
  handle(setForumOpen, async ({ input, caller }) => {
    const topic = await topicFor(room, caller, input.id)
    const now = room.clock.now()
    const until = input.open ? new Date(now + OPEN_MS) : null
    const readers = await holdOpen(room.db, caller.userId, topic.id, until, new Date(now))
    if (input.writing !== undefined)
      room.send(
        forumWriting,
        {
          topic_id: topic.id,
          user: { id: caller.userId, username: caller.username },
          writing: input.writing,
        },
        members(TOPIC_READERS, topic.id),
      )
    return { readers }
  }),
]

const nowOf = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())

async function unreadOf(room: ForumRoom, viewer: Viewer) {
  const by_category = await unreadByCategory(room.db, viewer, nowOf(room))
  const sum = (field: 'unread' | 'new_topics') => by_category.reduce((all, one) => all + one[field], 0)
  return { unread: sum('unread'), new_topics: sum('new_topics'), by_category }
}

const watch = (room: ForumRoom) =>
  handle(setForumWatch, async ({ input, caller, record }) => {
    const { topic_id, category_id, level } = input
    if ((topic_id === undefined) === (category_id === undefined))
      throw invalid('topic_id', 'Give a topic or a category, not both.', 'must be the only one given')
    const number = level === null ? null : FORUM_LEVELS.indexOf(level)
    record({ after: { level } })
    if (topic_id !== undefined) {
      record({ objectType: 'forum_topic', objectId: topic_id })
      const topic = await topicFor(room, caller, topic_id)
      await setTopicLevel(room.db, caller.userId, topic.id, number, nowOf(room))
      room.unreadChanged([caller.userId])
      return { level: levelOf(number, topic.category_level) }
    }
    record({ objectType: 'forum_category', objectId: category_id! })
    if (!(await isCategoryVisible(room.db, caller, category_id!))) throw noCategory()
    await setCategoryLevel(room.db, caller.userId, category_id!, number)
    room.unreadChanged([caller.userId])
    return { level: levelOf(null, number) }
  })
