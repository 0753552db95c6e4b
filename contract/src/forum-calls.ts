import { z } from 'zod'
import {
  FORUM_LIMITS,
  FORUM_LINK_TYPES,
  FORUM_POSTING,
  FORUM_SORTS,
  FORUM_VISIBILITIES,
  ForumCategory,
  ForumLink,
  ForumPost,
  ForumPostWithTopic,
  ForumTopic,
  ForumTopicDetails,
} from './forum.ts'
import { Id, Instant, listOf, op, paging, queryFlag, typedName } from './kernel.ts'

const NONE = '00000000000000000000000000'
const Reason = z.string().trim().max(500)
const Ids = z.array(Id).max(500)

/** Returns a user of the forum by name. Throws NOT_FOUND. */
export const getForumUser = op({
  name: 'user username',
  route: 'GET /v1/forum/user/{username}',
  bounded: 'ONE',
  who: 'user',
  past: 'NOW',
  example: { username: 'admin' },
  input: z.object({ username: z.string().max(254) }),
  /** Counts are of categories that the caller sees, of the latest 10,000 posts and topics. */
  output: z.object({
    id: z.string(),
    username: z.string(),
    posts: z.number(),
    topics: z.number(),
    likes_received: z.number(),
    joined: Instant.nullable(),
    last_post_at: Instant.nullable(),
    /** True while an administrator or moderator keeps the user from posting. */
    muted: z.boolean(),
    muted_until: Instant.nullable(),
  }),
})

/** Returns the posts of a user that the caller may see, latest first. Throws NOT_FOUND. */
export const getForumUserPosts = op({
  name: 'getForumUserPosts',
  route: 'GET /v2/forum/user/{username}/posts',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { username: 'admin' },
  input: z.object({ username: z.string().max(254), ...paging }),
  output: listOf(ForumPostWithTopic),
})

/** Returns the categories that the caller sees; administrators also administer others, without their content. */
export const getForumCategories = op({
  name: 'categories',
  route: 'GET /v1/forum/categories',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.array(ForumCategory),
})

const CATEGORY = {
  description: z.string().trim().max(1000).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1565c0')
    .optional(),
  position: z.number().int().min(0).max(10_000).optional(),
  visibility: z.enum(FORUM_VISIBILITIES).optional(),
  group_ids: Ids.optional(),
  user_ids: Ids.optional(),
  posting: z.enum(FORUM_POSTING).optional(),
  poster_group_ids: Ids.optional(),
  poster_ids: Ids.optional(),
  moderator_group_ids: Ids.optional(),
  moderator_ids: Ids.optional(),
}
/** Creates a category; visible to all by default. Throws DUPLICATE, VALIDATION. */
export const createForumCategory = op({
  name: 'createCategory',
  route: 'POST /v1/forum/categories',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Created a category of the forum',
  example: { name: 'Night watch', visibility: 'ALL' },
  input: z.object({ name: typedName(60), ...CATEGORY }),
  output: ForumCategory,
})

/** Changes a category. Throws NOT_FOUND, VERSION_CONFLICT, DUPLICATE, VALIDATION. */
export const updateForumCategory = op({
  name: 'updateForumCategory',
  route: 'POST /v2/forum/categories/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a category of the forum',
  example: { id: NONE, name: 'Night watch', expected_version: 1 },
  input: z.object({ id: Id, name: typedName(60).optional(), ...CATEGORY, expected_version: z.number() }),
  output: ForumCategory,
})

/** Deletes a category with its topics, or moves them first. Throws NOT_FOUND, FORBIDDEN to move what the caller may not read. */
export const deleteForumCategory = op({
  name: 'deleteCategory',
  route: 'DELETE /v1/forum/categories/{id}',
  bounded: 'JOB',
  who: 'admin',
  cut: 'group',
  leaves: 'change',
  did: 'Deleted a category of the forum',
  example: { id: NONE },
  input: z.object({ id: Id, move_topics_to: Id.optional() }),
  output: z.object({ id: z.string(), moved: z.number() }),
})

/** Brings a deleted category back with the topics that were in it. Throws NOT_FOUND, DUPLICATE. */
export const restoreForumCategory = op({
  name: 'restoreForumCategory',
  route: 'POST /v2/forum/categories/{id}/restore',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Restored a category of the forum',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: ForumCategory,
})

/** Returns deleted categories, for administrators to restore. */
export const getDeletedForumCategories = op({
  name: 'getDeletedForumCategories',
  route: 'GET /v2/forum/deleted-categories',
  bounded: 'CENTRE',
  who: 'admin',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(ForumCategory) }),
})

/** Returns a category with a page of its topics, latest first. Throws NOT_FOUND. */
export const getForumCategoryDetails = op({
  name: 'getCategoryDetails',
  route: 'GET /v1/forum/categories/{id}',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({ id: Id, sort: z.enum(FORUM_SORTS).optional(), ...paging }),
  output: ForumCategory.extend({ topics: listOf(ForumTopic) }),
})

/** Returns topics of all visible categories or of one; pinned ones first unless a filter narrows them. Throws NOT_FOUND. */
export const getForumTopics = op({
  name: 'getForumTopic',
  route: 'GET /v1/forum/topics',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({
    category_id: Id.optional(),
    /** Search text as in `searchForum`: topics with a matching post. */
    q: z.string().max(500).optional(),
    tag: z.string().max(FORUM_LIMITS.tag).optional(),
    /** Followed topics with unread posts only. */
    unread: queryFlag.optional(),
    /** Topics of the last 14 days that the caller never opened only, the newest first. */
    new: queryFlag.optional(),
    /** Deleted topics, for moderators. */
    deleted: queryFlag.optional(),
    sort: z.enum(FORUM_SORTS).optional(),
    ...paging,
  }),
  /** `total` counts the topics of the list where no filter narrows it, else the rows of this page. */
  output: listOf(ForumTopic),
})

/** Creates a topic with its first post. Throws NOT_FOUND, FORBIDDEN, VALIDATION, RATE_LIMIT. */
export const createForumTopic = op({
  name: 'createForumTopic',
  route: 'POST /v1/forum/topics',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Created a topic of the forum',
  example: { category_id: NONE, title: 'Watch report', body: 'All quiet.' },
  input: z.object({
    category_id: Id,
    title: z.string().max(1000),
    body: z.string().max(FORUM_LIMITS.sentBody),
    tags: z.array(z.string().max(100)).max(50).optional(),
    file_ids: z.array(Id).max(FORUM_LIMITS.files).optional(),
    mentions: z.array(Id).max(500).optional(),
    links: z.array(ForumLink).max(FORUM_LIMITS.links).optional(),
    /** Key of the client: the same key of the same user is one topic. */
    client_key: z.string().min(1).max(64).optional(),
    /** Draft that is deleted with it. */
    draft_key: z.string().max(120).optional(),
  }),
  output: ForumTopicDetails.extend({ first_cid: z.string(), notice: z.string().nullable() }),
})

/** Changes title, tags or linked objects of a topic: its author, or a moderator. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT. */
export const updateForumTopic = op({
  name: 'updateForumTopic',
  route: 'POST /v2/forum/topics/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Changed a topic of the forum',
  example: { id: NONE, title: 'Watch report', expected_version: 1 },
  input: z.object({
    id: Id,
    title: z.string().max(1000).optional(),
    tags: z.array(z.string().max(100)).max(50).optional(),
    links: z.array(ForumLink).max(FORUM_LIMITS.links).optional(),
    expected_version: z.number(),
  }),
  output: ForumTopicDetails,
})

/** Deletes a topic: its author while it has no replies, a moderator, or an administrator. Throws NOT_FOUND, FORBIDDEN. */
export const deleteForumTopic = op({
  name: 'deleteForumTopic',
  route: 'DELETE /v1/forum/topics/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Deleted a topic of the forum',
  example: { id: NONE },
  input: z.object({ id: Id, reason: Reason.optional() }),
  output: z.object({ id: z.string() }),
})

/** Returns a topic, or the one that it was merged into. Throws NOT_FOUND. */
export const getForumTopicDetails = op({
  name: 'getTopicDetails',
  route: 'GET /v1/forum/topics/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({ id: Id }),
  output: ForumTopicDetails,
})

/** Returns the visible topics linked to an object, latest first. */
export const getForumTopicsOfObject = op({
  name: 'getForumTopicsOfObject',
  route: 'GET /v2/forum/topics-of/{type}/{id}',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { type: 'vessel', id: '419000001' },
  input: z.object({ type: z.enum(FORUM_LINK_TYPES), id: Id, ...paging }),
  output: listOf(ForumTopic),
})

/** Returns visible topics whose title resembles one that is being written, at most five. */
export const getSimilarForumTopics = op({
  name: 'getSimilarForumTopics',
  route: 'GET /v2/forum/similar',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { title: 'Watch report' },
  input: z.object({ title: z.string().max(FORUM_LIMITS.title.most) }),
  output: z.object({ items: z.array(ForumTopic) }),
})

/** Returns the tags that begin so of the latest 500 tagged topics of each visible category, the most used first, at most twenty. */
export const getForumTags = op({
  name: 'getForumTags',
  route: 'GET /v2/forum/tags',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({ q: z.string().max(FORUM_LIMITS.tag).optional() }),
  output: z.object({ items: z.array(z.object({ tag: z.string(), topics: z.number() })) }),
})

/** Returns matching posts, latest first, in pages by `cursor`. Throws VALIDATION. */
export const searchForum = op({
  name: 'searchForum',
  route: 'GET /v2/forum/search',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { q: 'report' },
  input: z.object({
    /**
     * Words (by their beginning with *), "phrases", -not, and the operators in:category, from:user, tag:,
     * is:open|locked|answered|unread|liked|mine, before:, after:, has:file.
     */
    q: z.string().max(500),
    category_id: Id.optional(),
    topic_id: Id.optional(),
    ...paging,
  }),
  /** `total` is the number of rows of this page. */
  output: listOf(
    z.object({
      cid: z.string(),
      topic_id: z.string(),
      topic_title: z.string(),
      topic_slug: z.string(),
      category_id: z.string(),
      number: z.number(),
      author: ForumPost.shape.author,
      created_at: Instant,
      /** Text around the first match, without marks of markdown. */
      excerpt: z.string(),
      locked: z.boolean(),
      answered: z.boolean(),
    }),
  ),
})
