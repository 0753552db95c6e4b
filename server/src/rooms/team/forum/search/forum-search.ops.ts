import { searchForum } from '@samudra/contract/forum-calls'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { ForumRoom } from '../forum.ts'
import { excerptOf } from './excerpt.ts'
import { findPosts } from './topic-search.ts'

export const searchOps = (room: ForumRoom): Handled[] => [
  handle(searchForum, async ({ input, caller }) => {
    const { rows, words, next } = await findPosts(room, caller, input)
    return {
      items: rows.map((row) => ({
        cid: row.id,
        topic_id: row.topic_id,
        topic_title: row.topic_title,
        topic_slug: row.topic_slug,
        category_id: row.category_id,
        number: row.number,
        author: { id: row.author_id, username: row.author_name },
        created_at: row.created_at.toISOString(),
        excerpt: excerptOf(row.body, words),
        locked: row.is_locked,
        answered: row.is_answered,
      })),
      total: rows.length,
      next,
      as_of: new Date(room.clock.now()).toISOString(),
    }
  }),
]
