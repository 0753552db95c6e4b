import type { WebSocketClient, WebSocketMessage } from '@mattermost/client'
import type { Post } from '@mattermost/types/posts'
import type { PreferenceType } from '@mattermost/types/preferences'
import { reportSocketFailure } from '../../../../wire/socket-failure.ts'
import { chatApi, chatSocketUrl, isNotLinked, newChatSocket } from './chat-client.ts'
import { afterEvent, type ChatEvent } from './chat-events.ts'
import { chatNow, closeChat, useChat } from './chat.store.ts'
import { catchUp } from './conversations.ts'
import { loadDrafts, takeDraftEvent } from './drafts.ts'
import {
  loadChannel,
  loadChat,
  loadPreview,
  loadStatuses,
  loadThreads,
  loadUsers,
  SAVED,
} from './load-chat.ts'
import { announce } from './message-alert.ts'
import { runOutbox, wakeOutbox } from './outbox.ts'

let socket: WebSocketClient | null = null
let linkedFor: string | null = null

/** Opens the chat of a user: loads it, and follows its socket until `unlinkChat`. */
export async function linkChat(userId: string): Promise<void> {
  if (linkedFor === userId) return
  unlinkChat()
  linkedFor = userId
  await loadChat(userId).catch(() => undefined)
  if (linkedFor === userId) begin(userId)
}

/** Opens the socket and reads drafts. A user without an account at the chat server waits until one is linked. */
function begin(userId: string) {
  if (socket !== null || isNotLinked(chatNow().fault)) return
  openSocket(userId)
  loadDrafts().catch(() => undefined)
  void runOutbox()
}

/** Loads the chat once more after a failure. */
export async function relinkChat(): Promise<void> {
  const userId = linkedFor
  if (userId === null) return
  await loadChat(userId)
  if (linkedFor !== userId) return
  begin(userId)
  void runOutbox()
}

export function unlinkChat() {
  linkedFor = null
  socket?.close()
  socket = null
  closeChat()
}

function openSocket(userId: string) {
  const next = newChatSocket()
  socket = next
  next.addMessageListener((message) => take(message))
  next.addCloseListener((failures) => {
    if (socket !== next) return
    useChat.setState({ link: 'lost' })
    if (failures === 1) reportSocketFailure()
  })
  const back = () => {
    useChat.setState({ link: 'open' })
    wakeOutbox()
    void runOutbox()
  }
  next.addFirstConnectListener(back)
  next.addReconnectListener(back)
  // Resuming was not possible: whatever changed meanwhile is read again.
  next.addMissedMessageListener(() => {
    loadChat(userId)
      .then(catchUp)
      .catch(() => undefined)
  })
  // A page without the cookies of the session has a token in their place.
  const token = chatApi.getToken()
  next.initialize(chatSocketUrl(), token === '' ? undefined : token)
}

/** Sends a sign of typing, and which tab of the user is active. */
export const sendTyping = (channelId: string, rootId: string) => socket?.userTyping(channelId, rootId)

function take(message: WebSocketMessage) {
  const event = message as unknown as ChatEvent
  const before = chatNow()
  useChat.setState(afterEvent(before, event, Date.now()))
  follow(event, before).catch(() => undefined)
}

/** Fetches what a message of the socket names and the page does not have. */
async function follow(
  { event, data, broadcast }: ChatEvent,
  before: ReturnType<typeof chatNow>,
): Promise<void> {
  const { me } = before
  const channelId = String(data['channel_id'] ?? broadcast.channel_id)
  switch (event) {
    case 'posted': {
      const post = JSON.parse(String(data['post'])) as Post
      if (before.channels[post.channel_id] === undefined) await loadChannel(post.channel_id)
      await loadUsers([post.user_id])
      if (before.posts[post.id] === undefined) announce(post, data)
      return
    }
    case 'direct_added':
    case 'group_added':
    case 'channel_restored':
      await loadChannel(channelId)
      return
    case 'channel_created': {
      const { creator_id } = await loadPreview(channelId)
      // Another window of this user has created it.
      if (creator_id === me) await loadChannel(channelId)
      return
    }
    case 'channel_updated':
      if (data['channel'] === undefined) await loadPreview(channelId)
      return
    case 'user_added':
      if (data['user_id'] === me) await loadChannel(broadcast.channel_id)
      return
    case 'new_user':
      await loadUsers([String(data['user_id'])])
      await loadStatuses([String(data['user_id'])])
      return
    case 'user_updated': {
      const user = data['user'] as { id: string }
      useChat.setState(({ users }) => ({ users: { ...users, [user.id]: { ...users[user.id]!, ...user } } }))
      return
    }
    case 'thread_updated':
    case 'thread_read_changed':
    case 'thread_follow_changed':
      await loadThreads()
      return
    case 'preferences_changed':
    case 'preferences_deleted':
      savedChanged(data['preferences'], event === 'preferences_changed')
      return
    case 'draft_created':
    case 'draft_updated':
    case 'draft_deleted':
      takeDraftEvent(event, data['draft'])
      return
    default:
  }
}

function savedChanged(json: unknown, isChange: boolean) {
  const changed = (JSON.parse(String(json)) as PreferenceType[]).filter(({ category }) => category === SAVED)
  useChat.setState(({ saved }) => {
    const next = { ...saved }
    for (const { name, value } of changed) {
      if (isChange && value === 'true') next[name] = true
      else delete next[name]
    }
    return { saved: next }
  })
}
