import type { Post } from '@mattermost/types/posts'
import { copyText } from '../../../../kit/text/copy-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { postLink } from '../chat-links.ts'
import { chatApi, chatCall, isNotLinked } from '../state/chat-client.ts'
import { afterEvent } from '../state/chat-events.ts'
import { chatNow, useChat, withPosts } from '../state/chat.store.ts'
import { SAVED } from '../state/load-chat.ts'

/** Runs a change; why it was refused is shown as a message. */
export const attempt = (work: Promise<unknown>) =>
  void work.catch((error: unknown) => {
    if (isNotLinked(error)) useChat.setState({ stage: 'failed', fault: error as Error })
    else toast((error as Error).message, 'bad')
  })

/** Applies a change of this user at once, as the socket will report it. */
const apply = (event: string, data: Record<string, unknown>, channelId = '') =>
  useChat.setState((state) =>
    afterEvent(state, { event, data, broadcast: { channel_id: channelId, user_id: state.me } }, Date.now()),
  )

/** Adds the reader's reaction, or takes it back. */
export async function toggleReaction(post: Post, name: string): Promise<void> {
  const { me } = chatNow()
  const reactions = chatNow().posts[post.id]?.metadata?.reactions ?? []
  const isMine = reactions.some((one) => one.user_id === me && one.emoji_name === name)
  const reaction = { user_id: me, post_id: post.id, emoji_name: name, create_at: Date.now() }
  const json = JSON.stringify(reaction)
  apply(isMine ? 'reaction_removed' : 'reaction_added', { reaction: json })
  try {
    if (isMine) await chatApi.removeReaction(me, post.id, name)
    else await chatApi.addReaction(me, post.id, name)
  } catch (error) {
    apply(isMine ? 'reaction_added' : 'reaction_removed', { reaction: json })
    throw error
  }
}

export async function editPost(post: Post, message: string): Promise<void> {
  const next = await chatApi.patchPost({ id: post.id, message })
  useChat.setState(({ posts }) => ({ posts: withPosts(posts, [next]) }))
}

export async function deletePost(post: Post): Promise<void> {
  await chatApi.deletePost(post.id)
  apply('post_deleted', { post: JSON.stringify({ ...post, delete_at: Date.now() }) })
}

export async function togglePin(post: Post): Promise<void> {
  if (post.is_pinned) await chatApi.unpinPost(post.id)
  else await chatApi.pinPost(post.id)
  useChat.setState(({ posts }) => ({
    posts: { ...posts, [post.id]: { ...(posts[post.id] ?? post), is_pinned: !post.is_pinned } },
  }))
}

export async function toggleSaved(postId: string): Promise<void> {
  const { me, saved } = chatNow()
  const preference = { user_id: me, category: SAVED, name: postId, value: 'true' }
  if (saved[postId] === true) {
    await chatApi.deletePreferences(me, [preference])
    useChat.setState(({ saved: { [postId]: _gone, ...rest } }) => ({ saved: rest }))
  } else {
    await chatApi.savePreferences(me, [preference])
    useChat.setState(({ saved }) => ({ saved: { ...saved, [postId]: true } }))
  }
}

/** Marks a message and all after it as unread. */
export async function markUnread(post: Post): Promise<void> {
  const unread = await chatApi.markPostAsUnread(chatNow().me, post.id)
  useChat.setState(({ heldUnread }) => ({ heldUnread: { ...heldUnread, [post.channel_id]: true } }))
  apply('post_unread', { ...unread, post_id: post.id }, post.channel_id)
}

/** Confirms that the reader has taken note of a message, or takes that back. */
export async function acknowledge(post: Post, isTaken: boolean): Promise<void> {
  const { me } = chatNow()
  const path = `/users/${me}/posts/${post.id}/ack`
  const acknowledgement = JSON.stringify({ user_id: me, post_id: post.id, acknowledged_at: Date.now() })
  if (isTaken) await chatApi.acknowledgePost(post.id, me)
  else await chatCall(path, { method: 'delete' })
  apply(isTaken ? 'post_acknowledgement_added' : 'post_acknowledgement_removed', { acknowledgement })
}

export const copyLink = ({ channel_id, id }: Post) =>
  copyText(`${window.location.origin}${postLink(channel_id, id)}`)

/** Users who received and saw a message, and who has not acknowledged it. */
export type Receipts = {
  delivered: readonly string[]
  seen: readonly { user_id: string; at: number }[]
  missing_ack: readonly string[]
}
export const readReceipts = (postId: string) => chatCall<Receipts>(`/posts/${postId}/receipts`)
