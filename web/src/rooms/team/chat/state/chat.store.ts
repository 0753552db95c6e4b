import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'
import type { UserThreadWithPost } from '@mattermost/types/threads'
import type { UserProfile } from '@mattermost/types/users'
import { create } from 'zustand'
import type { PostWindow } from './post-window.ts'

/** Channel as it is loaded: its window, the unread line, and why loading failed. */
export type Conversation = {
  window: PostWindow
  /** First unread message when the channel was opened. */
  unreadFrom: string | null
  fault: Error | null
}
export type Typist = { userId: string; until: number }
export type Threads = {
  list: readonly UserThreadWithPost[]
  total_unread_threads: number
  total_unread_mentions: number
}

export type ChatState = {
  stage: 'closed' | 'loading' | 'ready' | 'failed'
  fault: Error | null
  /** `lost`: messages arrive again once the socket is back. */
  link: 'open' | 'lost'
  me: string
  /** True when a chat server of another vendor stands behind this one: extensions of the product are missing. */
  isForeign: boolean
  teamId: string
  users: Record<string, UserProfile>
  statuses: Record<string, string>
  channels: Record<string, ServerChannel>
  members: Record<string, ChannelMembership>
  posts: Record<string, Post>
  conversations: Record<string, Conversation>
  /** Time until which each user has seen a channel. */
  seen: Record<string, Record<string, number>>
  /** Users who are typing, by channel or thread. */
  typists: Record<string, readonly Typist[]>
  /** Ids of saved messages. */
  saved: Record<string, true>
  threads: Threads | null
  /** Channels open in this tab, the newest last. */
  open: readonly string[]
  /** Grows with each message of this user, by conversation. */
  sent: Record<string, number>
  /** Channels that the user marked as unread while they are open; they stay so until they are opened again. */
  heldUnread: Record<string, true>
  /** Counter that grows when a user joins or leaves a channel. */
  memberChanges: number
}

const CLOSED: ChatState = {
  stage: 'closed',
  fault: null,
  link: 'open',
  me: '',
  isForeign: false,
  teamId: '',
  users: {},
  statuses: {},
  channels: {},
  members: {},
  posts: {},
  conversations: {},
  seen: {},
  typists: {},
  saved: {},
  threads: null,
  open: [],
  sent: {},
  heldUnread: {},
  memberChanges: 0,
}

/** Everything this page knows of the chat. */
export const useChat = create<ChatState>(() => CLOSED)
export const chatNow = () => useChat.getState()
export const closeChat = () => useChat.setState(CLOSED)

/** Key of a conversation: a channel, or a thread in it. */
export const conversationKey = (channelId: string, rootId = '') =>
  rootId === '' ? channelId : `${channelId}:${rootId}`

/** Puts posts beside those that are known; the newer version of each stays. */
export function withPosts(posts: ChatState['posts'], added: Iterable<Post>): ChatState['posts'] {
  const next = { ...posts }
  for (const post of added) {
    const known = next[post.id]
    if (known === undefined || known.update_at <= post.update_at) next[post.id] = post
  }
  return next
}

/** Changes one loaded conversation; nothing happens to one that is not loaded. */
export function changeConversation(
  channelId: string,
  change: (before: Conversation) => Partial<Conversation>,
) {
  useChat.setState(({ conversations }) => {
    const before = conversations[channelId]
    if (before === undefined) return {}
    return { conversations: { ...conversations, [channelId]: { ...before, ...change(before) } } }
  })
}
