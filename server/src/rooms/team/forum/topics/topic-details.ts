import type { ForumTopicDetails } from '@samudra/contract/forum'
import type { ForumRoom } from '../forum.ts'
import { visiblePost } from '../posts/post-rows.sql.ts'
import type { Viewer } from '../sees.sql.ts'
import { presentDetails } from './present-topic.ts'
import { watchersOf, type OpenTopicRow } from './topic-rows.sql.ts'

/** Presents an open topic with its watchers and the place of its answer. */
export async function topicDetails(
  room: ForumRoom,
  viewer: Viewer,
  topic: OpenTopicRow,
): Promise<ForumTopicDetails> {
  const [watchers, answer] = await Promise.all([
    watchersOf(room.db, topic.id),
    topic.answer_post_id === null ? undefined : visiblePost(room.db, viewer, topic.answer_post_id),
  ])
  return presentDetails(
    topic,
    { viewer, watchers, answerNumber: answer?.number ?? null },
    new Date(room.clock.now()),
  )
}
