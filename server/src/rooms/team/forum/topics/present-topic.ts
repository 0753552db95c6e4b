import {
  FORUM_LEVELS,
  type ForumLevel,
  type ForumTopic,
  type ForumTopicDetails,
  type ForumTopicState,
} from '@samudra/contract/forum'
import type { Viewer } from '../sees.sql.ts'
import type { OpenTopicRow, ReadTopicRow, TopicRow } from './topic-rows.sql.ts'

const NORMAL = 1
/** Returns the level of a topic in effect: its own, else that of its category. */
export const levelOf = (own: number | null, ofCategory: number | null): ForumLevel =>
  FORUM_LEVELS[own ?? ofCategory ?? NORMAL]!

/** Presents a topic without anything of its reader. */
export function presentTopicState(row: TopicRow, now: Date): ForumTopicState {
  const isOver = row.pinned_until !== null && row.pinned_until <= now
  return {
    id: row.id,
    category_id: row.category_id,
    title: row.title,
    slug: row.slug,
    author: { id: row.author_id, username: row.author_name },
    created_at: row.created_at.toISOString(),
    last_post_at: row.last_post_at.toISOString(),
    last_poster: { id: row.last_poster_id, username: row.last_poster_name },
    post_count: row.post_count,
    last_number: row.last_number,
    like_count: row.like_count,
    views: row.views,
    tags: row.tags,
    links: row.links,
    pinned: isOver ? 'NONE' : row.pinned,
    pinned_until: isOver ? null : (row.pinned_until?.toISOString() ?? null),
    locked: row.is_locked,
    answer_post_id: row.answer_post_id,
    case_id: null,
    version: row.version,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    deleted_by: row.deleted_at === null ? null : row.deleted_by,
    delete_reason: row.delete_reason,
  }
}

export const presentTopic = (row: ReadTopicRow, now: Date): ForumTopic => ({
  ...presentTopicState(row, now),
  unread: row.read_number === null ? 0 : Math.max(0, row.last_number - row.read_number),
  is_new: row.is_new,
  read_number: row.read_number ?? 0,
  level: levelOf(row.level, row.category_level),
})

/** Presents an open topic with the rights of its reader. */
export function presentDetails(
  row: OpenTopicRow,
  { viewer, watchers, answerNumber }: { viewer: Viewer; watchers: number; answerNumber: number | null },
  now: Date,
): ForumTopicDetails {
  const isOpen = row.deleted_at === null
  const isAuthor = row.author_id === viewer.userId
  const read = row.read_number ?? 0
  return {
    ...presentTopic(row, now),
    category: {
      id: row.category_id,
      name: row.category_name,
      slug: row.category_slug,
      color: row.category_color,
    },
    watchers,
    answer_number: answerNumber,
    first_unread: row.last_number > read ? read + 1 : null,
    can_post: isOpen && row.can_post && (!row.is_locked || row.can_moderate),
    can_edit: isOpen && (row.can_moderate || (isAuthor && !row.is_locked)),
    can_delete: isOpen && (row.can_moderate || (isAuthor && row.post_count <= 1)),
    can_moderate: row.can_moderate,
    can_mark_answer: isOpen && (row.can_moderate || isAuthor),
  }
}
