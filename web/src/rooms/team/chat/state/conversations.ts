import type { Post, PostList } from '@mattermost/types/posts'
import { chatApi } from './chat-client.ts'
import { chatNow, changeConversation, useChat, withPosts, type Conversation } from './chat.store.ts'
import { afterView, unreadOf } from './chat-counts.ts'
import { loadUsers } from './load-chat.ts'
import { changedUntil, firstUnread, windowOf, withNewer, withOlder, withPost } from './post-window.ts'

const PAGE = 60
const UNREAD_BEFORE = 40
/** Pages that are being loaded, by channel and direction. */
const underway = new Map<string, Promise<void>>()

function once(key: string, work: () => Promise<void>): Promise<void> {
  const before = underway.get(key)
  if (before !== undefined) return before
  const running = work().finally(() => underway.delete(key))
  underway.set(key, running)
  return running
}

/** Takes posts of an answer over, and loads who wrote them. */
export function takePosts(list: Pick<PostList, 'posts'>) {
  const posts = Object.values(list.posts)
  useChat.setState((state) => ({ posts: withPosts(state.posts, posts) }))
  void loadUsers(posts.map(({ user_id }) => user_id)).catch(() => undefined)
}

const putConversation = (channelId: string, conversation: Conversation) =>
  useChat.setState(({ conversations }) => ({
    conversations: { ...conversations, [channelId]: conversation },
  }))
const EMPTY = { ids: [], hasOlder: false, hasNewer: false }

/** Opens a channel at its first unread message, or around the message of a link. */
export const openConversation = (channelId: string, focusId: string | null = null): Promise<void> =>
  once(`open ${channelId} ${focusId ?? ''}`, async () => {
    const { conversations, channels, members, me } = chatNow()
    const known = conversations[channelId]
    if (
      known !== undefined &&
      known.fault === null &&
      (focusId === null || known.window.ids.includes(focusId))
    )
      return
    const [channel, member] = [channels[channelId], members[channelId]]
    const isUnread = channel !== undefined && unreadOf(channel, member) > 0
    const since = isUnread ? (member?.last_viewed_at ?? 0) : Number.POSITIVE_INFINITY
    try {
      const list = await firstPage(channelId, focusId, isUnread)
      takePosts(list)
      const window = windowOf(list)
      const unreadFrom = firstUnread(window, chatNow().posts, { since, me })
      putConversation(channelId, { window, unreadFrom, fault: null })
    } catch (error) {
      putConversation(channelId, { window: EMPTY, unreadFrom: null, fault: error as Error })
    }
  })

async function firstPage(channelId: string, focusId: string | null, isUnread: boolean): Promise<PostList> {
  if (focusId !== null) return around(channelId, focusId)
  if (isUnread) return chatApi.getPostsUnread(channelId, chatNow().me, PAGE, UNREAD_BEFORE)
  return chatApi.getPosts(channelId, 0, PAGE)
}

/** Reads the messages next to one on both sides. */
async function around(channelId: string, postId: string): Promise<PostList> {
  const [post, before, after] = await Promise.all([
    chatApi.getPost(postId),
    chatApi.getPostsBefore(channelId, postId, 0, PAGE / 2),
    chatApi.getPostsAfter(channelId, postId, 0, PAGE / 2),
  ])
  return {
    order: [...after.order, postId, ...before.order],
    posts: { ...before.posts, ...after.posts, [postId]: post },
    next_post_id: after.next_post_id,
    prev_post_id: before.prev_post_id,
    first_inaccessible_post_time: 0,
  }
}

export const loadOlder = (channelId: string): Promise<void> =>
  once(`older ${channelId}`, async () => {
    const window = chatNow().conversations[channelId]?.window
    const [first] = window?.ids ?? []
    if (first === undefined || window?.hasOlder !== true) return
    const list = await chatApi.getPostsBefore(channelId, first, 0, PAGE)
    takePosts(list)
    changeConversation(channelId, ({ window }) => ({ window: withOlder(window, list) }))
  }).catch(() => undefined)

export const loadNewer = (channelId: string): Promise<void> =>
  once(`newer ${channelId}`, async () => {
    const window = chatNow().conversations[channelId]?.window
    const last = window?.ids.at(-1)
    if (last === undefined || window?.hasNewer !== true) return
    const list = await chatApi.getPostsAfter(channelId, last, 0, PAGE)
    takePosts(list)
    changeConversation(channelId, ({ window }) => ({ window: withNewer(window, list) }))
  }).catch(() => undefined)

/** Loads the newest messages in place of older ones. */
export const loadNewest = (channelId: string): Promise<void> =>
  once(`newest ${channelId}`, async () => {
    const list = await chatApi.getPosts(channelId, 0, PAGE)
    takePosts(list)
    changeConversation(channelId, () => ({ window: windowOf(list), unreadFrom: null }))
  }).catch(() => undefined)

/** Reads what changed in loaded channels while the socket was away. */
export async function catchUp(): Promise<void> {
  const { conversations, posts } = chatNow()
  for (const [channelId, { window }] of Object.entries(conversations)) {
    const since = changedUntil(window, posts)
    if (since === 0) {
      await loadNewest(channelId)
      continue
    }
    const list = await chatApi.getPostsSince(channelId, since)
    takePosts(list)
    const added = Object.values(list.posts).toSorted((a: Post, b: Post) => a.create_at - b.create_at)
    changeConversation(channelId, ({ window }) => ({
      window: added.reduce((next, post) => withPost(next, post, chatNow().posts), window),
    }))
  }
}

/** Marks a channel as read here at once, and on the server; the unread line stays until it is left. */
export async function viewChannel(channelId: string): Promise<void> {
  const { channels, members, heldUnread } = chatNow()
  if (heldUnread[channelId] === true) return
  const [channel, member] = [channels[channelId], members[channelId]]
  if (channel === undefined || member === undefined) return
  if (
    unreadOf(channel, member) === 0 &&
    member.mention_count === 0 &&
    channel.total_msg_count <= member.msg_count
  )
    return
  useChat.setState((state) => ({
    members: { ...state.members, [channelId]: afterView({ channel, member }, channel.last_post_at) },
  }))
  await chatApi.viewMyChannel(channelId)
}

const release = (channelId: string) =>
  useChat.setState(({ heldUnread: { [channelId]: _held, ...heldUnread } }) => ({ heldUnread }))

/** Marks a channel as read and takes the unread line away. */
export async function markRead(channelId: string): Promise<void> {
  release(channelId)
  changeConversation(channelId, () => ({ unreadFrom: null }))
  await viewChannel(channelId)
}

/** Marks every channel as read. */
export async function markAllRead(): Promise<void> {
  const { channels, members } = chatNow()
  const unread = Object.values(channels).filter((one) => {
    const member = members[one.id]
    return member !== undefined && one.total_msg_count > member.msg_count
  })
  for (const { id } of unread) changeConversation(id, () => ({ unreadFrom: null }))
  if (unread.length === 0) return
  await chatApi.readMultipleChannels(unread.map(({ id }) => id))
  useChat.setState((state) => ({
    members: {
      ...state.members,
      ...Object.fromEntries(
        unread.map(({ id }) => [
          id,
          afterView(
            { channel: state.channels[id]!, member: state.members[id]! },
            state.channels[id]!.last_post_at,
          ),
        ]),
      ),
    },
  }))
}

/** Marks a channel as open in this tab until the returned function is called. */
export function lookAt(channelId: string): () => void {
  release(channelId)
  useChat.setState(({ open }) => ({ open: [...open, channelId] }))
  return () => {
    useChat.setState(({ open }) => ({ open: open.toSpliced(open.lastIndexOf(channelId), 1) }))
    changeConversation(channelId, () => ({ unreadFrom: null }))
  }
}
