import type { ForumCategory } from '@samudra/contract/forum'
import { levelOf } from '../topics/present-topic.ts'
import type { CategoryRow } from './categories.sql.ts'

/** Presents a category; one that its reader may only administer without anything of its content. */
export function presentCategory(row: CategoryRow): ForumCategory {
  const { can_read, last_topic_id } = row
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    color: row.color,
    position: row.position,
    visibility: row.visibility,
    group_ids: row.group_ids,
    user_ids: row.user_ids,
    posting: row.posting,
    poster_group_ids: row.poster_group_ids,
    poster_ids: row.poster_ids,
    moderator_group_ids: row.moderator_group_ids,
    moderator_ids: row.moderator_ids,
    topic_count: can_read ? row.topic_count : 0,
    post_count: can_read ? row.post_count : 0,
    last_post_at: can_read ? (row.last_post_at?.toISOString() ?? null) : null,
    last_topic:
      can_read && last_topic_id !== null
        ? { id: last_topic_id, title: row.last_topic_title!, slug: row.last_topic_slug! }
        : null,
    unread: can_read ? row.unread : 0,
    new_topics: can_read ? row.new_topics : 0,
    level: levelOf(null, row.level),
    can_read,
    can_post: can_read && row.can_post,
    can_moderate: can_read && row.can_moderate,
    version: row.version,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}
