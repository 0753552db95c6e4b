import { z } from 'zod'
import { Id, listOf, op, paging } from './kernel.ts'

/** User of the chat as other users know it; bots are left out. */
export const ChatUser = z.object({
  id: z.string(),
  username: z.string(),
  status: z.enum(['online', 'offline']),
  presence: z.enum(['online', 'away', 'dnd', 'offline']),
  is_bot: z.literal(false),
})
/** Message of the chat; times are epoch ms, as on the chat server. */
const ChatPost = z.looseObject({
  id: z.string(),
  channel_id: z.string(),
  user_id: z.string(),
  root_id: z.string(),
  message: z.string(),
  create_at: z.number(),
})
const ChatChannel = z.looseObject({
  id: z.string(),
  type: z.enum(['O', 'P', 'D', 'G']),
  name: z.string(),
  display_name: z.string(),
  last_post_at: z.number(),
  mention_count: z.number(),
})
const ChatId = z.string().regex(/^[a-z0-9]{26}$/, 'must be 26 characters of a-z and 0-9')

/** Returns users of the chat by name. */
export const chatUsers = op({
  name: 'users (chat)',
  route: 'GET /v1/chat/users',
  bounded: 'PAGE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({ q: z.string().max(200).optional(), ...paging }),
  output: listOf(ChatUser),
})

/** Returns messages of a channel, newest first; those next to one that is named. Throws NOT_FOUND, FORBIDDEN. */
export const chatPosts = op({
  name: 'posts (chat)',
  route: 'GET /v1/chat/channels/{id}/posts',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: { id: '00000000000000000000000000' },
  input: z
    .object({ id: ChatId, before: ChatId.optional(), after: ChatId.optional(), ...paging })
    .refine(({ before, after, cursor }) => [before, after, cursor].filter(Boolean).length < 2, {
      path: ['after'],
      message: 'must be given alone; give one of before, after and cursor',
    }),
  output: z.object({ items: z.array(ChatPost), next: z.string().nullable() }),
})

/** Returns the channels of the caller with the mentions that wait in each. */
export const chatChannels = op({
  name: 'channels (chat)',
  route: 'GET /v1/chat/channels',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({ type: z.enum(['O', 'P', 'D', 'G']).optional(), ...paging }),
  output: listOf(ChatChannel),
})

/** Returns a file of a channel of the caller. Throws NOT_FOUND, FORBIDDEN. */
export const chatFile = op({
  name: 'files (chat)',
  route: 'GET /v1/chat/files/{id}',
  bounded: 'FILE',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Downloaded a file of the chat',
  stream: 'down',
  past: 'NOW',
  example: { id: '00000000000000000000000000' },
  input: z.object({ id: ChatId }),
  output: z.object({ name: z.string(), type: z.string(), size: z.number(), sha256: z.string() }),
})

/** Uploads a file to a channel; a message names it afterwards. Throws FORBIDDEN, NOT_FOUND, TOO_LARGE, BAD_FORMAT. */
export const uploadChatFile = op({
  name: 'uploadFiles (chat)',
  route: 'POST /v1/chat/files',
  bounded: 'FILE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Uploaded a file to the chat',
  stream: 'up',
  example: { channel_id: '00000000000000000000000000', name: 'x.txt' },
  input: z.object({ channel_id: ChatId, name: z.string().trim().min(1).max(200) }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    size: z.number(),
    type: z.string(),
    sha256: z.string(),
  }),
})

const Exported = z.object({ name: z.string(), content_type: z.string() })
/** Saves a channel with members, messages, edits and names of files. Administrators of the channel and members of direct ones may. */
export const exportChannel = op({
  name: 'exportChannel',
  route: 'GET /v2/chat/channels/{id}/export',
  costly: 'always',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Exported a channel of the chat',
  stream: 'down',
  past: 'NOW',
  example: { id: '00000000000000000000000000' },
  input: z.object({ id: ChatId }),
  output: Exported,
})

/** Saves all channels of a user under an open legal hold, sealed: the last line holds SHA-256 and signature of the lines before. */
export const exportHeldChat = op({
  name: 'exportHeldChat',
  route: 'GET /v2/legal-holds/{id}/chat',
  costly: 'always',
  who: 'admin',
  leaves: 'read',
  did: 'Exported the chat of a user under legal hold',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none', reason: 'Case 12/2026' },
  input: z.object({ id: Id, reason: z.string().trim().min(1).max(500) }),
  output: Exported,
})
