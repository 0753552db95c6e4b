import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { ForumRoom } from './forum.ts'
import type { Viewer } from './sees.sql.ts'
import { mergedInto, openTopic, type OpenTopicRow } from './topics/topic-rows.sql.ts'
import { visiblePost, type PostRow } from './posts/post-rows.sql.ts'

export const NO_TOPIC = 'This topic does not exist any more, or its category is not open to you.'
export const NO_POST = 'This post does not exist any more, or its category is not open to you.'
export const NO_CATEGORY = 'This category does not exist any more, or is not open to you.'
const NO_MODERATOR = 'Only a moderator of the category may do this.'

type Needs = Pick<ForumRoom, 'db' | 'clock'>
const nowOf = ({ clock }: Needs) => new Date(clock.now())

export const noTopic = () => new OperationError('NOT_FOUND', NO_TOPIC)
export const noPost = () => new OperationError('NOT_FOUND', NO_POST)
export const noCategory = () => new OperationError('NOT_FOUND', NO_CATEGORY)

/** Returns a topic that a caller sees, deleted ones to moderators only. Throws NOT_FOUND. */
export async function topicFor(room: Needs, viewer: Viewer, id: string): Promise<OpenTopicRow> {
  const topic = await openTopic(room.db, viewer, id, nowOf(room))
  if (topic === undefined) throw noTopic()
  return topic
}
/** Returns a topic, or the one that it was merged into. Throws NOT_FOUND. */
export async function topicOrMerged(room: Needs, viewer: Viewer, id: string): Promise<OpenTopicRow> {
  const topic = await openTopic(room.db, viewer, id, nowOf(room))
  if (topic !== undefined && topic.merged_into === null) return topic
  const target = await mergedInto(room.db, viewer, id)
  return target === undefined ? topicFor(room, viewer, id) : topicFor(room, viewer, target)
}
/** Returns a topic that a caller moderates. Throws NOT_FOUND, FORBIDDEN. */
export async function moderatedTopic(room: Needs, viewer: Viewer, id: string): Promise<OpenTopicRow> {
  const topic = await topicFor(room, viewer, id)
  if (!topic.can_moderate) throw new OperationError('FORBIDDEN', NO_MODERATOR)
  return topic
}

/** Returns a post that a caller sees, with its topic. Throws NOT_FOUND. */
export async function postFor(
  room: Needs,
  viewer: Viewer,
  cid: string,
): Promise<{ post: PostRow; topic: OpenTopicRow }> {
  const post = await visiblePost(room.db, viewer, cid)
  if (post === undefined) throw noPost()
  const topic = await openTopic(room.db, viewer, post.topic_id, nowOf(room))
  if (topic === undefined) throw noPost()
  return { post, topic }
}
/** The same of a post that is not deleted. Throws NOT_FOUND. */
export async function livePostFor(room: Needs, viewer: Viewer, cid: string) {
  const found = await postFor(room, viewer, cid)
  if (found.post.deleted_at !== null || found.topic.deleted_at !== null) throw noPost()
  return found
}

/** Returns a refusal of one field. */
export const invalid = (field: string, sentence: string, why: string) =>
  new OperationError('VALIDATION', sentence, { fields: [{ field, why }] })

/** Reads a cursor of a list by a value and an id. Throws VALIDATION. */
export function readCursor(cursor: string | undefined): { value: number; id: string } | null {
  if (cursor === undefined) return null
  const found = /^(\d{1,15})\.([\w-]{1,100})$/.exec(cursor)
  if (found === null)
    throw invalid(
      'cursor',
      'Check cursor: use the cursor of the previous page.',
      'is not a cursor of this list',
    )
  return { value: Number(found[1]), id: found[2]! }
}
export const writeCursor = (value: number, id: string): string => `${value}.${id}`
