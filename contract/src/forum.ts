import { z } from 'zod'
import { Instant, push } from './kernel.ts'

/** Audience of a category: all users, members of groups, or users by name. Moderators always see it. */
export const FORUM_VISIBILITIES = ['ALL', 'GROUPS', 'PEOPLE'] as const
/** Users who may post: all who see the category, members of groups, users by name, or moderators alone. */
export const FORUM_POSTING = ['SEERS', 'GROUPS', 'PEOPLE', 'MODERATORS'] as const
/** Levels at which a user follows a topic or category, the lowest first. */
export const FORUM_LEVELS = ['MUTED', 'NORMAL', 'TRACKING', 'WATCHING'] as const
export type ForumLevel = (typeof FORUM_LEVELS)[number]
/** Lists in which a pinned topic stands first. */
export const FORUM_PINS = ['NONE', 'CATEGORY', 'GLOBAL'] as const
export type ForumPin = (typeof FORUM_PINS)[number]
export const FORUM_SORTS = ['LATEST', 'NEWEST', 'TOP'] as const
export const FORUM_FLAG_REASONS = ['OFF_TOPIC', 'INAPPROPRIATE', 'SENSITIVE', 'SPAM', 'OTHER'] as const
export const FORUM_FLAG_STATES = ['OPEN', 'UPHELD', 'DISMISSED'] as const
export const FORUM_LINK_TYPES = ['vessel', 'alert', 'area', 'event', 'port'] as const

export const FORUM_LIMITS = {
  /** Characters of a post after clean-up. */
  body: 32_000,
  /** Characters of a post as sent. */
  sentBody: 200_000,
  title: { least: 3, most: 200 },
  tags: 5,
  tag: 30,
  files: 20,
  links: 20,
  quotes: 20,
  /** Users whom one post notifies as mentioned. */
  mentions: 20,
  /** Addresses in the text of one post. */
  addresses: 100,
  /** Posts of a profile, and topics, that are counted: the latest. */
  counted: 10_000,
  /** Posts that one call moves to another topic. */
  movedPosts: 200,
} as const

export const ForumAuthor = z.object({ id: z.string(), username: z.string() })
export type ForumAuthor = z.output<typeof ForumAuthor>

/** Object shown as a card to readers who may see it. */
export const ForumLink = z.object({
  type: z.enum(FORUM_LINK_TYPES),
  id: z.string().min(1).max(100),
  label: z.string().max(200),
})
export type ForumLink = z.output<typeof ForumLink>

export const ForumFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  sha256: z.string(),
  uploaded_by: z.string(),
  uploaded_at: Instant,
})
export type ForumFile = z.output<typeof ForumFile>

export const ForumCategory = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  color: z.string(),
  position: z.number(),
  visibility: z.enum(FORUM_VISIBILITIES),
  group_ids: z.array(z.string()),
  user_ids: z.array(z.string()),
  posting: z.enum(FORUM_POSTING),
  poster_group_ids: z.array(z.string()),
  poster_ids: z.array(z.string()),
  moderator_group_ids: z.array(z.string()),
  moderator_ids: z.array(z.string()),
  topic_count: z.number(),
  post_count: z.number(),
  last_post_at: Instant.nullable(),
  /** Topic with the latest post. */
  last_topic: z.object({ id: z.string(), title: z.string(), slug: z.string() }).nullable(),
  /** Followed topics with unread posts, and topics of the last 14 days that the caller never opened, at most 100. */
  unread: z.number(),
  new_topics: z.number(),
  /** Level of the caller. */
  level: z.enum(FORUM_LEVELS),
  /** False for an administrator who is not in its audience: counts are 0 then. */
  can_read: z.boolean(),
  can_post: z.boolean(),
  can_moderate: z.boolean(),
  version: z.number(),
  deleted_at: Instant.nullable(),
})
export type ForumCategory = z.output<typeof ForumCategory>

/** Topic without anything of its reader, as pushes carry it. */
export const ForumTopicState = z.object({
  id: z.string(),
  category_id: z.string(),
  title: z.string(),
  slug: z.string(),
  author: ForumAuthor,
  created_at: Instant,
  last_post_at: Instant,
  last_poster: ForumAuthor,
  /** Posts that are not deleted. */
  post_count: z.number(),
  /** Number of the last post. */
  last_number: z.number(),
  like_count: z.number(),
  /** Users who opened it. */
  views: z.number(),
  tags: z.array(z.string()),
  links: z.array(ForumLink),
  pinned: z.enum(FORUM_PINS),
  pinned_until: Instant.nullable(),
  locked: z.boolean(),
  /** The cid of the post marked as answer. */
  answer_post_id: z.string().nullable(),
  case_id: z.string().nullable(),
  version: z.number(),
  deleted_at: Instant.nullable(),
  deleted_by: z.string().nullable(),
  delete_reason: z.string().nullable(),
})
export type ForumTopicState = z.output<typeof ForumTopicState>

/** Topic as a row of a list, with the position of its reader. */
export const ForumTopic = ForumTopicState.extend({
  /** Posts after the read position; 0 of a topic that the caller never opened. */
  unread: z.number(),
  is_new: z.boolean(),
  read_number: z.number(),
  /** Level in effect: of the topic, else of its category. */
  level: z.enum(FORUM_LEVELS),
})
export type ForumTopic = z.output<typeof ForumTopic>

export const ForumTopicDetails = ForumTopic.extend({
  category: z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string() }),
  /** Users who watch it. */
  watchers: z.number(),
  answer_number: z.number().nullable(),
  /** Number of the first post after the read position; null when all is read. */
  first_unread: z.number().nullable(),
  can_post: z.boolean(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  can_moderate: z.boolean(),
  can_mark_answer: z.boolean(),
})
export type ForumTopicDetails = z.output<typeof ForumTopicDetails>

/** Post as its readers see it; pushes carry it with `liked` and `bookmarked` false. Texts are markdown. */
export const ForumPost = z.object({
  cid: z.string(),
  topic_id: z.string(),
  /** Place in its topic, from 1. */
  number: z.number(),
  parent_cid: z.string().nullable(),
  parent_number: z.number().nullable(),
  author: ForumAuthor,
  /** Empty of a deleted post, but for moderators. */
  body: z.string(),
  files: z.array(ForumFile),
  mentions: z.array(ForumAuthor),
  links: z.array(ForumLink),
  /** Posts that it quotes, by cid. */
  quotes: z.array(z.string()),
  created_at: Instant,
  edited_at: Instant.nullable(),
  /** Latest edits, the newest first; `getForumPostEdits` returns their texts. */
  edits: z.array(z.object({ version: z.number(), at: Instant, by: z.string() })),
  version: z.number(),
  like_count: z.number(),
  liked: z.boolean(),
  bookmarked: z.boolean(),
  reply_count: z.number(),
  is_answer: z.boolean(),
  deleted_at: Instant.nullable(),
  deleted_by: z.string().nullable(),
  delete_reason: z.string().nullable(),
})
export type ForumPost = z.output<typeof ForumPost>

/** Post in a list over several topics. */
export const ForumPostWithTopic = z.object({
  post: ForumPost,
  topic_title: z.string(),
  category_id: z.string(),
})

/** Post that was stored, with a sentence about what it does not do, such as notifying more users than it may. */
export const StoredForumPost = ForumPost.extend({ notice: z.string().nullable() })

/** A post was added to a topic. */
export const forumPost = push({
  wire: 'forum_post',
  payload: z.object({ post: ForumPost, topic: ForumTopicState }),
})
/** A post was edited, deleted, restored, or marked as answer. */
export const forumPostChanged = push({
  wire: 'forum_post_changed',
  payload: z.object({ topic_id: z.string(), category_id: z.string(), post: ForumPost }),
})
export const FORUM_TOPIC_CHANGES = ['CREATED', 'CHANGED', 'POSTS_MOVED', 'DELETED', 'RESTORED'] as const
/** A topic changed; of one that its reader cannot open any more `topic` is null. */
export const forumTopicChanged = push({
  wire: 'forum_topic_changed',
  payload: z.object({
    topic_id: z.string(),
    category_id: z.string(),
    change: z.enum(FORUM_TOPIC_CHANGES),
    topic: ForumTopicState.nullable(),
  }),
})
/** Categories changed: screens read them again. */
export const forumCategoriesChanged = push({
  wire: 'forum_categories_changed',
  payload: z.object({ ids: z.array(z.string()) }),
})
/** Likes of a post changed; several within a moment come as one. */
export const forumLike = push({
  wire: 'forum_like',
  payload: z.object({ topic_id: z.string(), cid: z.string(), like_count: z.number() }),
})
/** A user writes in a topic, for those who have it open; over after 6 seconds without another. */
export const forumWriting = push({
  wire: 'forum_writing',
  isFleeting: true,
  payload: z.object({ topic_id: z.string(), user: ForumAuthor, writing: z.boolean() }),
})
/** The read position of this user moved on another screen. */
export const forumRead = push({
  wire: 'forum_read',
  payload: z.object({ topic_id: z.string(), read_number: z.number() }),
})
/** A draft of this user was saved or deleted on some screen; `version` is 0 of a deleted one. */
export const forumDraftChanged = push({
  wire: 'forum_draft',
  payload: z.object({ key: z.string(), version: z.number(), device: z.string() }),
})
/** The queue of flags of a moderator changed. */
export const forumFlagsChanged = push({
  wire: 'forum_flags',
  payload: z.object({ open: z.number() }),
})
