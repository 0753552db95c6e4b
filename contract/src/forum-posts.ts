import { z } from 'zod'
import {
  FORUM_LIMITS,
  ForumAuthor,
  ForumFile,
  ForumLink,
  ForumPost,
  ForumPostWithTopic,
  StoredForumPost,
} from './forum.ts'
import { Id, Instant, listOf, op, paging, queryFlag, queryNumber } from './kernel.ts'

const NONE = '00000000000000000000000000'
const OnePost = z.object({ cid: Id })
const Place = queryNumber.int().min(0).max(100_000_000)

/**
 * Returns posts of a topic in order of their numbers: after one, before one, around one, or around the first unread.
 * Deleted posts keep their place without text. Throws NOT_FOUND.
 */
export const getForumPosts = op({
  name: 'getForumPosts',
  route: 'GET /v1/forum/topics/{id}/posts',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({
    id: Id,
    after: Place.optional(),
    before: Place.optional(),
    around: Place.optional(),
    around_unread: queryFlag.optional(),
    ...paging,
  }),
  /** `total` counts posts with deleted ones; `previous` and `next` are cursors to either side. */
  output: listOf(ForumPost).extend({
    previous: z.string().nullable(),
    first_unread: z.number().nullable(),
    last_number: z.number(),
  }),
})

/** Returns one post, by the permanent part of its address. Throws NOT_FOUND. */
export const getForumPost = op({
  name: 'getForumPost',
  route: 'GET /v2/forum/posts/{cid}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { cid: NONE },
  input: OnePost,
  output: ForumPost,
})

/** Returns the replies to a post in their order. Throws NOT_FOUND. */
export const getForumPostReplies = op({
  name: 'getForumPostReplies',
  route: 'GET /v1/forum/posts/{cid}/replies',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { cid: NONE },
  input: z.object({ cid: Id, ...paging }),
  output: listOf(ForumPost),
})

const CONTENT = {
  /** Markdown. */
  body: z.string().max(FORUM_LIMITS.sentBody),
  file_ids: z.array(Id).max(FORUM_LIMITS.files).optional(),
  /** Users besides those whom the text names. */
  mentions: z.array(Id).max(500).optional(),
  links: z.array(ForumLink).max(FORUM_LIMITS.links).optional(),
  /** Posts that the text quotes, by cid; those that the author cannot see are left out. */
  quotes: z.array(Id).max(FORUM_LIMITS.quotes).optional(),
  /** Key of the client: the same key of the same user is one post. */
  client_key: z.string().min(1).max(64).optional(),
  /** Draft that is deleted with it. */
  draft_key: z.string().max(120).optional(),
}
/** Adds a post to a topic. Throws NOT_FOUND, FORBIDDEN of a locked topic, VALIDATION, RATE_LIMIT. */
export const addForumPosts = op({
  name: 'addForumPosts',
  route: 'POST /v1/forum/topics/{id}/posts',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Posted in the forum',
  example: { id: NONE, body: 'Understood.' },
  input: z.object({ id: Id, ...CONTENT }),
  output: StoredForumPost,
})

/** Replies to a post; a reply to a reply stands under the same post, and quotes it. Throws as `addForumPosts`. */
export const replyToPost = op({
  name: 'replyToPost',
  route: 'POST /v1/forum/posts/{cid}/replies',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Replied in the forum',
  example: { cid: NONE, body: 'Understood.' },
  input: z.object({ cid: Id, ...CONTENT }),
  output: StoredForumPost,
})

/** Changes the text of a post: its author, or a moderator. Throws NOT_FOUND, FORBIDDEN, VERSION_CONFLICT with the post as it is. */
export const updateForumPost = op({
  name: 'updateForumPost',
  route: 'POST /v2/forum/posts/{cid}',
  bounded: 'BATCH',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Edited a post of the forum',
  example: { cid: NONE, body: 'Understood.', expected_version: 1 },
  input: z.object({
    cid: Id,
    body: CONTENT.body,
    /** Files that remain, and new ones; all that are there when left out. */
    file_ids: CONTENT.file_ids,
    links: CONTENT.links,
    quotes: CONTENT.quotes,
    draft_key: CONTENT.draft_key,
    expected_version: z.number(),
  }),
  output: StoredForumPost,
})

/** Deletes a post so that it can be restored: its author, or a moderator. Throws NOT_FOUND, FORBIDDEN of the first post. */
export const deleteForumPost = op({
  name: 'deleteForumPost',
  route: 'DELETE /v2/forum/posts/{cid}',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Deleted a post of the forum',
  example: { cid: NONE },
  input: z.object({ cid: Id, reason: z.string().trim().max(500).optional() }),
  output: ForumPost,
})

/** Restores a post that the caller deleted, or any as a moderator. Throws NOT_FOUND, FORBIDDEN. */
export const restoreForumPost = op({
  name: 'restoreForumPost',
  route: 'POST /v2/forum/posts/{cid}/restore',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Restored a post of the forum',
  example: { cid: NONE },
  input: OnePost,
  output: ForumPost,
})

/** Returns the texts of a post, the newest first. Throws NOT_FOUND. */
export const getForumPostEdits = op({
  name: 'getForumPostEdits',
  route: 'GET /v2/forum/posts/{cid}/edits',
  bounded: 'VERSIONS',
  who: 'user',
  cut: 'group',
  past: 'VERSIONS',
  example: { cid: NONE },
  input: OnePost,
  output: z.object({
    items: z.array(z.object({ version: z.number(), at: Instant, by: z.string(), body: z.string() })),
  }),
})

/** Likes a post of another user, or takes that back. Throws NOT_FOUND, FORBIDDEN of an own post. */
export const likeForumPost = op({
  name: 'likeForumPost',
  route: 'POST /v2/forum/posts/{cid}/like',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Liked a post of the forum',
  example: { cid: NONE, liked: true },
  input: z.object({ cid: Id, liked: z.boolean() }),
  output: z.object({ cid: z.string(), like_count: z.number(), liked: z.boolean() }),
})

/** Returns the users who like a post, the latest first. Throws NOT_FOUND. */
export const getForumLikes = op({
  name: 'getForumLikes',
  route: 'GET /v2/forum/posts/{cid}/likes',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { cid: NONE },
  input: z.object({ cid: Id, ...paging }),
  output: listOf(ForumAuthor.extend({ at: Instant })),
})

/** Bookmarks a post for the caller, or removes the bookmark. Throws NOT_FOUND. */
export const bookmarkForumPost = op({
  name: 'bookmarkForumPost',
  route: 'POST /v2/forum/posts/{cid}/bookmark',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: { cid: NONE, bookmarked: true },
  input: z.object({ cid: Id, bookmarked: z.boolean() }),
  output: z.object({ cid: z.string(), bookmarked: z.boolean() }),
})

/** Returns the bookmarked posts of the caller, the latest bookmark first. */
export const getForumBookmarks = op({
  name: 'getForumBookmarks',
  route: 'GET /v2/forum/bookmarks',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'NOW',
  example: {},
  input: z.object({ ...paging }),
  output: listOf(ForumPostWithTopic),
})

/** Uploads a file; a post names it in `file_ids`. It waits 30 days for its post. Throws TOO_LARGE, SCAN_BLOCKED. */
export const uploadForumFile = op({
  name: 'uploadForumFile',
  route: 'POST /v2/forum/files',
  bounded: 'FILE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Uploaded a file to the forum',
  stream: 'up',
  example: { name: 'x.txt' },
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  output: ForumFile,
})

const FileContent = z.object({
  name: z.string(),
  type: z.string(),
  /** Size of the whole file, of which `from_byte` to `to_byte` follow. */
  size: z.number(),
  sha256: z.string(),
})
/** Returns the files of a topic; with `file_id` the content of one, a range of it, or its thumbnail. Throws NOT_FOUND. */
export const getForumFiles = op({
  name: 'getForumFiles',
  route: 'GET /v1/forum/topics/{id}/files',
  bounded: 'FILE',
  who: 'user',
  cut: 'group',
  leaves: 'read',
  did: 'Opened files of a topic',
  stream: 'down',
  past: 'NOW',
  example: { id: NONE },
  input: z.object({
    id: Id,
    file_id: Id.optional(),
    thumbnail: queryFlag.optional(),
    from_byte: queryNumber.int().min(0).optional(),
    to_byte: queryNumber.int().min(0).optional(),
  }),
  /** The latest files, at most 500. */
  output: z.object({
    items: z.array(ForumFile.extend({ cid: z.string(), number: z.number() })),
    content: FileContent.nullable(),
  }),
})

const SavedFile = z.object({ name: z.string(), content_type: z.string() })

/** Exports a topic as PDF, or as markdown with its files in a ZIP archive. Throws NOT_FOUND. */
export const exportForumTopic = op({
  name: 'exportForumTopic',
  route: 'GET /v2/forum/topics/{id}/export',
  costly: 'always',
  who: 'user',
  cut: 'group',
  leaves: 'read',
  did: 'Exported a topic of the forum',
  stream: 'down',
  past: 'NOW',
  example: { id: NONE, format: 'PDF' },
  input: z.object({ id: Id, format: z.enum(['PDF', 'MARKDOWN']) }),
  output: SavedFile,
})

/** Saves all posts of a user under an open legal hold, deleted ones and earlier texts included, as lines of JSON. */
export const exportHeldForum = op({
  name: 'exportHeldForum',
  route: 'GET /v2/legal-holds/{id}/forum',
  costly: 'always',
  who: 'admin',
  leaves: 'read',
  did: 'Exported the forum posts of a user under legal hold',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none', reason: 'Case 12/2026' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: SavedFile,
})
