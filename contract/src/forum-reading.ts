import { z } from 'zod'
import { FORUM_LEVELS, FORUM_LIMITS, ForumFile, ForumLink } from './forum.ts'
import { Id, Instant, op } from './kernel.ts'

const NONE = '00000000000000000000000000'

const ForumUnread = z.object({
  /** Followed topics with unread posts. */
  unread: z.number(),
  /** Topics of the last 14 days that the caller never opened, at most 100 of a category. */
  new_topics: z.number(),
})
/** Moves the read position of the caller in a topic; it never moves back. Throws NOT_FOUND. */
export const markForumRead = op({
  name: 'markForumRead',
  route: 'POST /v2/forum/topics/{id}/read',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: NONE, number: 1 },
  input: z.object({ id: Id, number: z.number().int().min(0).max(100_000_000) }),
  output: z.object({ read_number: z.number() }),
})

/** Marks all visible topics as read, or those of one category. Throws NOT_FOUND. */
export const markAllForumRead = op({
  name: 'markAllForumRead',
  route: 'POST /v2/forum/read-all',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({ category_id: Id.optional() }),
  output: ForumUnread,
})

/** Returns the counts of unread and new topics, and of each visible category. */
export const getForumUnread = op({
  name: 'getForumUnread',
  route: 'GET /v2/forum/unread',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: ForumUnread.extend({
    by_category: z.array(ForumUnread.extend({ category_id: z.string() })),
  }),
})

/** Sets the level at which the caller follows a topic or a category; null of a topic follows its category. Throws NOT_FOUND. */
export const setForumWatch = op({
  name: 'setForumWatch',
  route: 'POST /v2/forum/watch',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Chose a watch level in the forum',
  example: { topic_id: NONE, level: 'WATCHING' },
  input: z.object({
    topic_id: Id.optional(),
    category_id: Id.optional(),
    level: z.enum(FORUM_LEVELS).nullable(),
  }),
  output: z.object({ level: z.enum(FORUM_LEVELS) }),
})

/**
 * States that the caller has a topic open, again every 30 seconds, or has closed it; those who have it open are pushed
 * who writes. With `writing` the caller writes in it. Throws NOT_FOUND.
 */
export const setForumOpen = op({
  name: 'setForumOpen',
  route: 'POST /v2/forum/topics/{id}/open',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: NONE, open: true },
  input: z.object({ id: Id, open: z.boolean(), writing: z.boolean().optional() }),
  output: z.object({ readers: z.number() }),
})

/** `new` with or without a category, a topic that is answered, a post that is replied to, or one that is edited. */
const DraftKey = z
  .string()
  .max(120)
  .regex(
    /^(?:new(?::[\w-]{1,100})?|(?:topic|reply|edit):[\w-]{1,100})$/,
    'must name a topic, category or post',
  )
export const ForumDraft = z.object({
  key: DraftKey,
  title: z.string().max(1000),
  body: z.string().max(FORUM_LIMITS.sentBody),
  category_id: Id.nullable(),
  tags: z.array(z.string().max(100)).max(50),
  file_ids: z.array(Id).max(FORUM_LIMITS.files),
  /** Files that exist. */
  files: z.array(ForumFile),
  links: z.array(ForumLink).max(FORUM_LIMITS.links),
  quotes: z.array(Id).max(FORUM_LIMITS.quotes),
  /** Device that saved it, as the page names it. */
  device: z.string().max(100),
  version: z.number(),
  updated_at: Instant,
})
export type ForumDraft = z.output<typeof ForumDraft>
const { key, title, body, category_id, tags, file_ids, links, quotes, device } = ForumDraft.shape

/** Saves a draft; version 0 is a new one. Throws VERSION_CONFLICT with the draft as it is, TOO_LARGE beyond 200 drafts. */
export const saveForumDraft = op({
  name: 'saveForumDraft',
  route: 'POST /v2/forum/drafts',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: { key: 'new', title: 'Watch report', body: '', device: 'desk', expected_version: 0 },
  input: z.object({
    key,
    title: title.optional(),
    body,
    category_id: category_id.optional(),
    tags: tags.optional(),
    file_ids: file_ids.optional(),
    links: links.optional(),
    quotes: quotes.optional(),
    device,
    expected_version: z.number().int().min(0),
  }),
  output: ForumDraft,
})

/** Returns the drafts of the caller, latest first. */
export const getForumDrafts = op({
  name: 'getForumDrafts',
  route: 'GET /v2/forum/drafts',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(ForumDraft) }),
})

/** Deletes a draft; one that does not exist is deleted. */
export const deleteForumDraft = op({
  name: 'deleteForumDraft',
  route: 'DELETE /v2/forum/drafts/{key}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: { key: 'new' },
  input: z.object({ key }),
  output: z.object({ key: z.string() }),
})
