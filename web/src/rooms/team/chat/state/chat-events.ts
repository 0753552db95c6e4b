import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { Post, PostAcknowledgement } from '@mattermost/types/posts'
import type { Reaction } from '@mattermost/types/reactions'
import { afterDelete, afterPost, afterView, isSystem } from './chat-counts.ts'
import { isDirect } from './channel-order.ts'
import { conversationKey, withPosts, type ChatState } from './chat.store.ts'
import { withPost } from './post-window.ts'

/** Message of the socket. Posts and reactions in it are JSON inside JSON. */
export type ChatEvent = {
  event: string
  data: Readonly<Record<string, unknown>>
  broadcast: { channel_id: string; user_id: string }
}
type Change = Partial<ChatState>

/** Milliseconds that a user counts as typing after each sign of it. */
const TYPING_MS = 5000

const parsed = (json: unknown): unknown => JSON.parse(String(json))
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the state after a message of the socket. Pure; what has to be fetched is decided elsewhere. */
export function afterEvent(state: ChatState, { event, data, broadcast }: ChatEvent, now: number): Change {
  switch (event) {
    case 'posted':
      return posted(state, parsed(data['post']) as Post, namesMe(state, data['mentions']), now)
    case 'post_edited':
      return { posts: withPosts(state.posts, [parsed(data['post']) as Post]) }
    case 'post_deleted':
      return deleted(state, parsed(data['post']) as Post)
    case 'reaction_added':
    case 'reaction_removed':
      return reacted(state, parsed(data['reaction']) as Reaction, event === 'reaction_added')
    case 'post_acknowledgement_added':
    case 'post_acknowledgement_removed':
      return acknowledged(
        state,
        parsed(data['acknowledgement']) as PostAcknowledgement,
        event === 'post_acknowledgement_added',
      )
    case 'typing':
      return typing(
        state,
        conversationKey(broadcast.channel_id, text(data['parent_id'])),
        text(data['user_id']),
        now,
      )
    case 'status_change':
      return { statuses: { ...state.statuses, [text(data['user_id'])]: text(data['status']) } }
    case 'channel_seen':
      return seen(state, text(data['channel_id']), text(data['user_id']), Number(data['last_viewed_at']))
    case 'multiple_channels_viewed':
      return viewed(state, data['channel_times'] as Record<string, number>)
    case 'channel_viewed':
      return viewed(state, { [text(data['channel_id'])]: now })
    case 'post_unread':
      return markedUnread(state, broadcast.channel_id, data)
    case 'channel_updated':
      return data['channel'] === undefined
        ? {}
        : channelChanged(state, parsed(data['channel']) as ServerChannel)
    case 'channel_member_updated':
      return memberChanged(state, parsed(data['channelMember']) as ChannelMembership)
    case 'channel_deleted':
      return archived(state, text(data['channel_id']), Number(data['delete_at'] ?? now))
    case 'user_added':
      return { memberChanges: state.memberChanges + 1 }
    case 'user_removed':
      return removed(
        state,
        text(data['user_id']) || broadcast.user_id,
        text(data['channel_id']) || broadcast.channel_id,
      )
    default:
      return {}
  }
}

function namesMe({ me }: ChatState, mentions: unknown): boolean {
  return mentions !== undefined && (parsed(mentions) as string[]).includes(me)
}

/** Returns the state with a new post in its channel, its counts and its thread. */
export function posted(state: ChatState, post: Post, isNamed: boolean, now: number): Change {
  const isKnown = state.posts[post.id] !== undefined
  const posts = withPosts(state.posts, [post])
  const root = post.root_id === '' || isKnown ? undefined : posts[post.root_id]
  if (root !== undefined)
    posts[root.id] = {
      ...root,
      reply_count: Math.max(root.reply_count + 1, 1),
      last_reply_at: post.create_at,
    }
  const change: Change = { posts, typists: stopTyping(state, post) }
  const conversation = state.conversations[post.channel_id]
  if (conversation !== undefined) {
    const isLookedAt = state.open.includes(post.channel_id) && isFocused()
    const isNew = !isKnown && post.user_id !== state.me && !isSystem(post)
    change.conversations = {
      ...state.conversations,
      [post.channel_id]: {
        ...conversation,
        window: withPost(conversation.window, post, posts),
        unreadFrom: conversation.unreadFrom ?? (isNew && !isLookedAt ? post.id : null),
      },
    }
  }
  const channel = state.channels[post.channel_id]
  const member = state.members[post.channel_id]
  if (isKnown || channel === undefined || member === undefined) return change
  const isMention = isNamed || (isDirect(channel) && post.user_id !== state.me)
  const counted = afterPost({ channel, member }, { post, me: state.me, isMention })
  return {
    ...change,
    channels: { ...state.channels, [channel.id]: counted.channel },
    members: { ...state.members, [channel.id]: counted.member },
    seen: post.user_id === state.me ? state.seen : seen(state, channel.id, post.user_id, now).seen!,
  }
}

const isFocused = () => typeof document !== 'undefined' && document.hasFocus()

function stopTyping({ typists }: ChatState, post: Post): ChatState['typists'] {
  const key = conversationKey(post.channel_id, post.root_id)
  const before = typists[key]
  if (before === undefined) return typists
  return { ...typists, [key]: before.filter(({ userId }) => userId !== post.user_id) }
}

function deleted(state: ChatState, post: Post): Change {
  const known = state.posts[post.id] ?? post
  const delete_at = post.delete_at > 0 ? post.delete_at : post.update_at
  const gone: Post = { ...known, delete_at, state: 'DELETED', message: '', file_ids: [] }
  const change: Change = { posts: { ...state.posts, [post.id]: gone } }
  const channel = state.channels[post.channel_id]
  const member = state.members[post.channel_id]
  if (channel === undefined || member === undefined || known.delete_at > 0) return change
  const isMention =
    post.user_id !== state.me && (isDirect(channel) || namesUser(known, state.users[state.me]?.username))
  return { ...change, members: { ...state.members, [channel.id]: afterDelete(member, post, isMention) } }
}

const NAMES = /(?<![\p{L}\p{N}@])@([\p{L}\p{N}._-]+)/gu
const EVERYBODY = ['all', 'channel']
/** Returns true when a message mentions a user by name, or everybody. */
function namesUser({ message }: Post, username: string | undefined): boolean {
  const own = username?.toLowerCase() ?? ''
  return [...message.matchAll(NAMES)].some(([, name]) => {
    const plain = name!.toLowerCase().replace(/[._-]+$/, '')
    return plain === own || EVERYBODY.includes(plain)
  })
}

function reacted(state: ChatState, reaction: Reaction, isAdded: boolean): Change {
  const post = state.posts[reaction.post_id]
  if (post === undefined) return {}
  const others = (post.metadata?.reactions ?? []).filter(
    (one) => one.user_id !== reaction.user_id || one.emoji_name !== reaction.emoji_name,
  )
  const reactions = isAdded ? [...others, reaction] : others
  return { posts: { ...state.posts, [post.id]: { ...post, metadata: { ...post.metadata, reactions } } } }
}

function acknowledged(state: ChatState, ack: PostAcknowledgement, isAdded: boolean): Change {
  const post = state.posts[ack.post_id]
  if (post === undefined) return {}
  const others = (post.metadata?.acknowledgements ?? []).filter(({ user_id }) => user_id !== ack.user_id)
  const acknowledgements = isAdded ? [...others, ack] : others
  return {
    posts: { ...state.posts, [post.id]: { ...post, metadata: { ...post.metadata, acknowledgements } } },
  }
}

function typing({ typists, me }: ChatState, key: string, userId: string, now: number): Change {
  if (userId === '' || userId === me) return {}
  const others = (typists[key] ?? []).filter((one) => one.userId !== userId && one.until > now)
  return { typists: { ...typists, [key]: [...others, { userId, until: now + TYPING_MS }] } }
}

function seen({ seen: before, me }: ChatState, channelId: string, userId: string, at: number): Change {
  if (userId === me) return { seen: before }
  const of = before[channelId] ?? {}
  return { seen: { ...before, [channelId]: { ...of, [userId]: Math.max(of[userId] ?? 0, at) } } }
}

function viewed(state: ChatState, times: Readonly<Record<string, number>>): Change {
  const members = { ...state.members }
  for (const [id, at] of Object.entries(times)) {
    const [channel, member] = [state.channels[id], members[id]]
    if (channel !== undefined && member !== undefined) members[id] = afterView({ channel, member }, at)
  }
  return { members }
}

function markedUnread(state: ChatState, channelId: string, data: ChatEvent['data']): Change {
  const member = state.members[channelId]
  if (member === undefined) return {}
  const { msg_count, mention_count, last_viewed_at } = data as Record<string, number>
  const next = {
    ...member,
    msg_count: msg_count ?? member.msg_count,
    mention_count: mention_count ?? member.mention_count,
    last_viewed_at: last_viewed_at ?? member.last_viewed_at,
  }
  const conversation = state.conversations[channelId]
  const unreadFrom = text(data['post_id']) || null
  return {
    members: { ...state.members, [channelId]: next },
    ...(conversation === undefined
      ? {}
      : { conversations: { ...state.conversations, [channelId]: { ...conversation, unreadFrom } } }),
  }
}

const channelChanged = ({ channels }: ChatState, channel: ServerChannel): Change => ({
  channels: { ...channels, [channel.id]: { ...channels[channel.id], ...channel } },
})

function memberChanged({ members, me }: ChatState, member: ChannelMembership): Change {
  return member.user_id === me ? { members: { ...members, [member.channel_id]: member } } : {}
}

function archived({ channels }: ChatState, channelId: string, deleteAt: number): Change {
  const channel = channels[channelId]
  return channel === undefined
    ? {}
    : { channels: { ...channels, [channelId]: { ...channel, delete_at: deleteAt } } }
}

function removed(state: ChatState, userId: string, channelId: string): Change {
  const memberChanges = state.memberChanges + 1
  if (userId !== state.me) return { memberChanges }
  const { [channelId]: _channel, ...channels } = state.channels
  const { [channelId]: _member, ...members } = state.members
  const { [channelId]: _conversation, ...conversations } = state.conversations
  return { channels, members, conversations, memberChanges }
}
