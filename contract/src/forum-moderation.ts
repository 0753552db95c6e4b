import { z } from 'zod'
import {
  FORUM_FLAG_REASONS,
  FORUM_FLAG_STATES,
  FORUM_LIMITS,
  FORUM_PINS,
  ForumAuthor,
  ForumPost,
  ForumTopicDetails,
} from './forum.ts'
import { Id, Instant, listOf, op, paging } from './kernel.ts'

const NONE = '00000000000000000000000000'
const Reason = z.string().trim().max(500)

/** Pins a topic to the top of its category or of all lists, or unpins it: a moderator. Throws NOT_FOUND, FORBIDDEN. */
export const pinForumTopic = op({
  name: 'pinForumTopic',
  route: 'POST /v2/forum/topics/{id}/pin',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Pinned a topic of the forum',
  example: { id: NONE, pinned: 'CATEGORY' },
  input: z.object({ id: Id, pinned: z.enum(FORUM_PINS), until: Instant.optional() }),
  output: ForumTopicDetails,
})

/** Locks a topic against posts, or unlocks it: a moderator. Throws NOT_FOUND, FORBIDDEN. */
export const lockForumTopic = op({
  name: 'lockForumTopic',
  route: 'POST /v2/forum/topics/{id}/lock',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Locked a topic of the forum',
  example: { id: NONE, locked: true },
  input: z.object({ id: Id, locked: z.boolean(), reason: Reason.optional() }),
  output: ForumTopicDetails,
})

/** Marks a post as the answer of its topic, or none: the author of the topic, or a moderator. Throws NOT_FOUND, FORBIDDEN. */
export const setForumAnswer = op({
  name: 'setForumAnswer',
  route: 'POST /v2/forum/topics/{id}/answer',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Marked the answer of a topic',
  example: { id: NONE, cid: null },
  input: z.object({ id: Id, cid: Id.nullable() }),
  output: ForumTopicDetails,
})

/** Moves a topic to another category: a moderator of both. Throws NOT_FOUND, FORBIDDEN. */
export const moveForumTopic = op({
  name: 'moveForumTopic',
  route: 'POST /v2/forum/topics/{id}/move',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Moved a topic of the forum',
  example: { id: NONE, category_id: NONE },
  input: z.object({ id: Id, category_id: Id }),
  output: ForumTopicDetails,
})

/** Moves posts to a new topic, in their order; the first post of a topic stays. Throws NOT_FOUND, FORBIDDEN, VALIDATION. */
export const splitForumTopic = op({
  name: 'splitForumTopic',
  route: 'POST /v2/forum/topics/{id}/split',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Split a topic of the forum',
  example: { id: NONE, cids: [NONE], title: 'Watch report' },
  input: z.object({
    id: Id,
    cids: z.array(Id).min(1).max(FORUM_LIMITS.movedPosts),
    title: z.string().max(1000),
    /** The category of the topic when left out. */
    category_id: Id.optional(),
  }),
  output: ForumTopicDetails,
})

/** Moves all posts of a topic to the end of another, which its address leads to from then on. Throws NOT_FOUND, FORBIDDEN. */
export const mergeForumTopic = op({
  name: 'mergeForumTopic',
  route: 'POST /v2/forum/topics/{id}/merge',
  bounded: 'JOB',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Merged a topic of the forum into another',
  example: { id: NONE, into: NONE },
  input: z.object({ id: Id, into: Id }),
  output: ForumTopicDetails,
})

/** Restores a deleted topic: a moderator. Throws NOT_FOUND, FORBIDDEN. */
export const restoreForumTopic = op({
  name: 'restoreForumTopic',
  route: 'POST /v2/forum/topics/{id}/restore',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Restored a topic of the forum',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: ForumTopicDetails,
})

export const ForumFlag = z.object({
  id: z.string(),
  post: ForumPost,
  topic_title: z.string(),
  category_id: z.string(),
  by: ForumAuthor,
  reason: z.enum(FORUM_FLAG_REASONS),
  note: z.string(),
  at: Instant,
  state: z.enum(FORUM_FLAG_STATES),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  decision_note: z.string(),
})
export type ForumFlag = z.output<typeof ForumFlag>

/** Flags a post for the moderators, once for each user. Throws NOT_FOUND, DUPLICATE. */
export const flagForumPost = op({
  name: 'flagForumPost',
  route: 'POST /v2/forum/posts/{cid}/flag',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Flagged a post of the forum',
  example: { cid: NONE, reason: 'OFF_TOPIC' },
  input: z.object({ cid: Id, reason: z.enum(FORUM_FLAG_REASONS), note: Reason.optional() }),
  output: z.object({ id: z.string() }),
})

/** Returns flags of the categories that the caller moderates: open ones the oldest first, decided ones the latest first. */
export const getForumFlags = op({
  name: 'getForumFlags',
  route: 'GET /v2/forum/flags',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({ state: z.enum(FORUM_FLAG_STATES).optional(), category_id: Id.optional(), ...paging }),
  /** `total` counts the open ones. */
  output: listOf(ForumFlag),
})

/** Decides all open flags of the post of a flag: a moderator. Throws NOT_FOUND, IN_USE when it is decided. */
export const decideForumFlag = op({
  name: 'decideForumFlag',
  route: 'POST /v2/forum/flags/{id}/decide',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Decided a flag of the forum',
  example: { id: NONE, state: 'DISMISSED' },
  input: z.object({
    id: Id,
    state: z.enum(['UPHELD', 'DISMISSED']),
    /** Deletes the post, of an upheld flag. */
    delete_post: z.boolean().optional(),
    note: Reason.optional(),
  }),
  output: ForumFlag,
})

/** Keeps a user from posting in the forum until a time, or allows it again with null. Throws NOT_FOUND, VALIDATION. */
export const muteForumUser = op({
  name: 'muteForumUser',
  route: 'POST /v2/forum/user/{username}/mute',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Muted a user of the forum',
  example: { username: 'nobody-of-this-name', until: null },
  input: z.object({ username: z.string().max(254), until: Instant.nullable(), reason: Reason.optional() }),
  output: z.object({ username: z.string(), muted_until: Instant.nullable() }),
})
