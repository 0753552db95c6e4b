import { z } from 'zod'
import { read, type Reading } from './kernel.ts'

/** Prefix of the chat server on the product's own origin. */
export const CHAT_PATH = '/chat/api/v4'
/** Cookies of the chat server under the names of its model: the token, the user, and the XSRF half. */
export const CHAT_COOKIES = {
  token: { name: 'MMAUTHTOKEN', path: '/chat' },
  user: { name: 'MMUSERID', path: '/' },
  xsrf: { name: 'MMCSRF', path: '/' },
} as const
/** Length of a message, characters; the limit of the model's server. */
export const LONGEST_MESSAGE = 16_383
export const MOST_FILES = 10
/** Members of a group channel, its creator included. */
export const GROUP_MEMBERS = { least: 3, most: 8 } as const
/** Cards of one post. */
const MOST_CARDS = 10

const ChatId = z.string().regex(/^[a-z0-9]{26}$/, 'must be 26 characters of a-z and 0-9')
/** Kinds of objects that a card shows. */
export const CARD_KINDS = ['vessel', 'area', 'event', 'alert', 'port', 'view'] as const
/** Object shown below a post to readers who may see it; of a view `id` is its address on the map. */
const ChatCard = z.object({
  kind: z.enum(CARD_KINDS),
  id: z.string().min(1).max(2000),
  label: z.string().max(200),
})
export type ChatCard = z.output<typeof ChatCard>

const Props = z.looseObject({ cards: z.array(ChatCard).max(MOST_CARDS).optional() })
const Priority = z.object({
  priority: z.enum(['', 'important', 'urgent']).nullish(),
  requested_ack: z.boolean().nullish(),
})

const Login = z.object({
  login_id: z.string().min(1).max(254),
  password: z.string().min(1).max(1000),
  token: z.string().max(40).optional(),
  device_id: z.string().max(200).optional(),
})
const NewChannel = z.object({
  team_id: z.string().max(26).optional(),
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9_-]{0,63}$/,
      'must be 1 to 64 of a-z, 0-9, - and _, and begin with a letter or digit',
    ),
  display_name: z.string().trim().min(1).max(64),
  type: z.enum(['O', 'P']),
  header: z.string().max(1024).optional(),
  purpose: z.string().max(250).optional(),
})
const ChannelPatch = z.object({
  name: NewChannel.shape.name.optional(),
  display_name: NewChannel.shape.display_name.optional(),
  header: z.string().max(1024).optional(),
  purpose: z.string().max(250).optional(),
})
const NewMembers = z.object({
  user_id: ChatId.optional(),
  user_ids: z.array(ChatId).max(256).optional(),
  post_root_id: z.string().optional(),
})
const NewPost = z.object({
  channel_id: ChatId,
  message: z.string().max(LONGEST_MESSAGE).default(''),
  root_id: z.string().max(26).default(''),
  file_ids: z.array(ChatId).max(MOST_FILES).nullish(),
  props: Props.nullish(),
  pending_post_id: z.string().max(64).default(''),
  metadata: z.looseObject({ priority: Priority.nullish() }).nullish(),
})
export type NewPost = z.output<typeof NewPost>
const PostPatch = z.object({
  message: z.string().max(LONGEST_MESSAGE).nullish(),
  props: Props.nullish(),
  file_ids: z.array(ChatId).max(MOST_FILES).nullish(),
  is_pinned: z.boolean().nullish(),
})
export type PostPatch = z.output<typeof PostPatch>
const View = z.object({
  channel_id: z.string().max(26).default(''),
  prev_channel_id: z.string().max(26).optional(),
  collapsed_threads_supported: z.boolean().optional(),
})
const NewReaction = z.object({
  user_id: ChatId,
  post_id: ChatId,
  emoji_name: z.string().regex(/^[a-zA-Z0-9_+-]{1,64}$/, 'must be the name of an emoji'),
})
const Preference = z.object({
  user_id: ChatId,
  category: z.string().min(1).max(32),
  name: z.string().max(64),
  value: z.string().max(20_000).default(''),
})
export type Preference = z.output<typeof Preference>
const NewStatus = z.object({
  user_id: ChatId,
  status: z.enum(['online', 'away', 'dnd', 'offline']),
  dnd_end_time: z.number().int().min(0).optional(),
  manual: z.boolean().optional(),
})
const NewDraft = z.object({
  channel_id: ChatId,
  root_id: z.string().max(26).default(''),
  message: z.string().max(LONGEST_MESSAGE).default(''),
  file_ids: z.array(ChatId).max(MOST_FILES).nullish(),
  props: z.looseObject({}).nullish(),
  priority: Priority.nullish(),
})
const Search = z.object({
  terms: z.string().max(1000),
  is_or_search: z.boolean().optional(),
  page: z.number().int().min(0).max(1000).nullish(),
  per_page: z.number().int().min(1).max(100).nullish(),
  time_zone_offset: z.number().nullish(),
})
const UserSearch = z.object({
  term: z.string().max(200),
  team_id: z.string().optional(),
  in_channel_id: z.string().optional(),
  not_in_channel_id: z.string().optional(),
  limit: z.number().int().min(1).max(1000).optional(),
})
const Ids = z.array(ChatId).max(1000)
const Names = z.array(z.string().max(254)).max(1000)
const NotifyProps = z
  .object({
    desktop: z.enum(['default', 'all', 'mention', 'none']),
    mark_unread: z.enum(['all', 'mention']),
    push: z.enum(['default', 'all', 'mention', 'none']),
    email: z.enum(['default', 'true', 'false']),
    ignore_channel_mentions: z.enum(['default', 'on', 'off']),
    channel_auto_follow_threads: z.enum(['on', 'off']),
    desktop_sound: z.enum(['default', 'on', 'off']),
    desktop_threads: z.enum(['default', 'all', 'mention', 'none']),
    push_threads: z.enum(['default', 'all', 'mention', 'none']),
  })
  .partial()
export type NotifyProps = z.output<typeof NotifyProps>
const UserPatch = z.object({
  nickname: z.string().max(64).optional(),
  notify_props: z.record(z.string(), z.string().max(1000)).optional(),
  props: z.record(z.string(), z.string().max(1000)).optional(),
})

const reading =
  <Schema extends z.ZodType>(schema: Schema) =>
  (raw: unknown): Reading<z.output<Schema>> =>
    read(schema, raw) as Reading<z.output<Schema>>

/** Readers of the bodies of the chat server; what a body does not know is left out, as the model's server does. */
export const CHAT_BODIES = {
  login: reading(Login),
  channel: reading(NewChannel),
  channelPatch: reading(ChannelPatch),
  members: reading(NewMembers),
  post: reading(NewPost),
  postPatch: reading(PostPatch),
  view: reading(View),
  reaction: reading(NewReaction),
  preferences: reading(z.array(Preference).max(100)),
  status: reading(NewStatus),
  draft: reading(NewDraft),
  search: reading(Search),
  userSearch: reading(UserSearch),
  ids: reading(Ids),
  names: reading(Names),
  notifyProps: reading(NotifyProps),
  userPatch: reading(UserPatch),
  customStatus: reading(
    z.object({
      emoji: z.string().max(64).default(''),
      text: z.string().max(100).default(''),
      duration: z.string().max(40).nullish(),
      expires_at: z.string().max(40).nullish(),
    }),
  ),
  sessionId: reading(z.object({ session_id: z.string().max(40) })),
  schemeRoles: reading(z.object({ scheme_admin: z.boolean(), scheme_user: z.boolean().optional() })),
  privacy: reading(z.object({ privacy: z.enum(['O', 'P']) })),
  areaChannel: reading(z.object({ area_id: z.string().min(1).max(40) })),
  askWatch: reading(z.object({ message: z.string().trim().min(1).max(LONGEST_MESSAGE) })),
} as const
