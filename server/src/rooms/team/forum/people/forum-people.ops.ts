import { getForumUser, getForumUserPosts } from '@samudra/contract/forum-calls'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { writeCursor } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { timeCursor } from '../posts/post-changes.ops.ts'
import { postsOfAuthor } from '../posts/post-rows.sql.ts'
import { presentPosts } from '../posts/present-post.ts'
import type { Viewer } from '../sees.sql.ts'
import { personNamed, type PersonRow } from './forum-people.sql.ts'

const USUAL_PAGE = 30

export const peopleOps = (room: ForumRoom): Handled[] => [
  handle(getForumUser, async ({ input, caller }) => {
    const person = await personFor(room, caller, input.username)
    const isMuted = person.muted_until !== null && person.muted_until.getTime() > room.clock.now()
    return {
      id: person.id,
      username: person.username,
      posts: person.posts,
      topics: person.topics,
      likes_received: person.likes_received,
      joined: person.joined?.toISOString() ?? null,
      last_post_at: person.last_post_at?.toISOString() ?? null,
      muted: isMuted,
      muted_until: isMuted ? person.muted_until!.toISOString() : null,
    }
  }),
  handle(getForumUserPosts, async ({ input, caller }) => {
    const { limit = USUAL_PAGE } = input
    const person = await personFor(room, caller, input.username)
    const rows = await postsOfAuthor(room.db, caller, person.id, { after: timeCursor(input.cursor), limit })
    const posts = await presentPosts(room, rows, { isModerator: false })
    const last = rows.at(-1)
    return {
      items: posts.map((post, i) => ({
        post,
        topic_title: rows[i]!.topic_title,
        category_id: rows[i]!.category_id,
      })),
      total: person.posts,
      next:
        rows.length < limit || last === undefined ? null : writeCursor(last.created_at.getTime(), last.id),
      as_of: new Date(room.clock.now()).toISOString(),
    }
  }),
]

async function personFor(room: ForumRoom, viewer: Viewer, username: string): Promise<PersonRow> {
  const person = await personNamed(room.db, viewer, username)
  if (person === undefined) throw new OperationError('NOT_FOUND', 'No user has this name.')
  return person
}
