import type { NewPost } from '@samudra/contract/chat'
import { users } from '../../../../platform/kernel/http/audience.ts'
import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf, newChatId, userIdOf } from '../chat-ids.ts'
import type { ChannelRow } from '../channels/channels.sql.ts'
import { accessTo } from '../channels/channel-access.ts'
import { memberIdsOf } from '../channels/channel-members.sql.ts'
import { attachFiles } from '../files/post-files.ts'
import { presentPost, type PresentedPost } from '../presented.ts'
import { publishThread } from '../threads/thread-events.ts'
import { ChatError, forbidden, invalidBody, notFound } from '../v4/chat-error.ts'
import { mentionedIn } from './mentions.ts'
import type { Author, PostJob } from './post-job.ts'
import { presentPosts } from './post-lists.ts'
import {
  changePost,
  deletePost,
  postById,
  storePosts,
  type NewPostRow,
  type PostRow,
  type StoredPost,
} from './posts.sql.ts'

export const authorOf = ({ userId, username }: Caller): Author => ({ id: chatIdOf(userId), username })

const archived = () =>
  new ChatError(400, 'api.post.create_post.can_not_post_to_deleted.error', 'This channel is archived.')
const isDirect = ({ type }: ChannelRow) => type === 'D' || type === 'G'

/** Stores a post of a member and delivers it. Throws 400, 403, 404. Answered when it is stored. */
export async function createPost(chat: Chat, author: Author, wanted: NewPost): Promise<PresentedPost> {
  const { channel } = await accessTo(chat, wanted.channel_id, author.id)
  if (channel.delete_at > 0) throw archived()
  const fileIds = [...new Set(wanted.file_ids)]
  if (wanted.message.trim() === '' && fileIds.length === 0 && (wanted.props?.cards ?? []).length === 0)
    throw new ChatError(
      400,
      'api.post.create_post.empty.app_error',
      'Write a message, or attach a file or a card.',
    )
  const root = await rootOf(chat, channel, wanted.root_id)
  const { priority, requested_ack } = wanted.metadata?.priority ?? {}
  if (root !== null && ((priority ?? '') !== '' || requested_ack === true))
    throw invalidBody('A reply takes no priority; write a new message.')
  const now = chat.clock.now()
  return storeAndDeliver(chat, author, channel, {
    id: newChatId(now),
    channel_id: channel.id,
    user_id: author.id,
    root_id: root?.id ?? '',
    message: wanted.message,
    type: '',
    props: wanted.props ?? {},
    priority: priority ?? '',
    requested_ack: requested_ack ?? false,
    file_ids: fileIds,
    file_names: '',
    pending_post_id: wanted.pending_post_id,
  })
}

/** Returns the root of a thread that a reply names. Throws 400 for another channel or a message that is a reply itself. */
async function rootOf({ db }: Chat, channel: ChannelRow, rootId: string): Promise<PostRow | null> {
  if (rootId === '') return null
  const root = await postById(db, rootId)
  if (root === undefined || root.channel_id !== channel.id || root.delete_at > 0 || root.root_id !== '')
    throw new ChatError(
      400,
      'api.post.create_post.root_id.app_error',
      'Reply to the first message of a thread in this channel.',
    )
  return root
}

/** Message of the product itself about a channel: a member joined, the header changed. Under one key it is stored once. */
export async function systemPost(
  chat: Chat,
  author: Author,
  channel: ChannelRow,
  {
    type,
    message,
    props = {},
    key = '',
  }: { type: `system_${string}`; message: string; props?: Record<string, unknown>; key?: string },
): Promise<PresentedPost> {
  const now = chat.clock.now()
  return storeAndDeliver(chat, author, channel, {
    id: newChatId(now),
    channel_id: channel.id,
    user_id: author.id,
    root_id: '',
    message,
    type,
    props,
    priority: '',
    requested_ack: false,
    file_ids: [],
    file_names: '',
    pending_post_id: key,
  })
}

type PreparedJob = PostJob & { mentioned: string[]; held: FileRow[] }

const storeAndDeliver = (chat: Chat, author: Author, channel: ChannelRow, row: NewPostRow) =>
  new Promise<PresentedPost>((answer, fail) =>
    chat.lines.add(channel.id, { author, channel, row, answer, fail }),
  )

/** Stores posts that waited for one channel in one transaction, and delivers and answers each. */
export async function storeLot(chat: Chat, lot: readonly PostJob[]): Promise<void> {
  const prepared: PreparedJob[] = []
  for (const job of lot) await prepare(chat, job).then((ready) => prepared.push(ready), job.fail)
  const wanted = prepared.map(({ row, held, channel, mentioned }) => ({
    post: { ...row, file_names: held.map(({ name }) => name).join(' ') },
    mentioned: { userIds: mentioned, everybody: row.type === '' && isDirect(channel) },
  }))
  const stored = await storePosts(chat.db, wanted, chat.clock.now())
  for (const [i, job] of prepared.entries())
    await deliverStored(chat, job, stored[i]!).then(job.answer, job.fail)
}

async function prepare(chat: Chat, job: PostJob): Promise<PreparedJob> {
  const { author, channel, row } = job
  const mentioned = row.type === '' ? await mentionedIn(chat, channel, row.message, author.id) : []
  const held = row.file_ids.length === 0 ? [] : await attachFiles.check(chat, author, channel, row)
  return { ...job, mentioned, held }
}

async function deliverStored(chat: Chat, { author, held }: PreparedJob, stored: StoredPost | null | Error) {
  if (stored instanceof Error) throw stored
  if (stored === null) throw archived()
  if (held.length > 0 && stored.isNew) await attachFiles.attach(chat, stored.post, held)
  // Nothing hangs on a new post but its files.
  const isBare = stored.isNew && stored.post.file_ids.length === 0
  const post = isBare ? presentPost(stored.post) : (await presentPosts(chat, [stored.post]))[0]!
  // Sent again, it may not have been delivered by a server that was killed; clients drop what they have.
  if (post.delete_at === 0) await deliver(chat, author, stored, post)
  return post
}

/** Delivers a stored post, its thread, and the counts it changed. */
async function deliver(chat: Chat, author: Author, stored: StoredPost, post: PresentedPost) {
  const { channel, mentioned, root } = stored
  const direct = isDirect(channel)
  const members = direct ? await memberIdsOf(chat.db, channel.id) : []
  const mentions = direct ? members.filter((one) => one !== author.id) : mentioned
  const followers = root === null ? [] : await publishThread.followersOf(chat, root.id)
  const mimeTypes = (post.metadata.files ?? []).map(({ mime_type }) => mime_type)
  chat.publish({
    event: 'posted',
    data: {
      channel_type: channel.type,
      channel_display_name: channel.display_name,
      channel_name: channel.name,
      sender_name: `@${author.username.toLowerCase()}`,
      team_id: direct ? '' : chat.team,
      set_online: stored.post.type === '',
      ...(mimeTypes.some((type) => type.startsWith('image/')) && { image: 'true' }),
      ...(mimeTypes.length > 0 && { otherFile: 'true' }),
      post: JSON.stringify(post),
    },
    channel: channel.id,
    mentions,
    followers: followers.filter((one) => one !== author.id),
    deliveredAt: stored.post.create_at,
  })
  if (root !== null) await publishThread.updated(chat, root)
  if (stored.isNew) await notifyOfPriority(chat, author, stored)
  chat.countsChanged(stored.post.type === '' && !direct ? mentions : members)
}

/** Notifies members of a message that is urgent or requests an acknowledgement, also outside the chat. */
async function notifyOfPriority(chat: Chat, author: Author, { post, channel }: StoredPost) {
  if (post.priority !== 'urgent' && !post.requested_ack) return
  const members = (await memberIdsOf(chat.db, channel.id)).filter((one) => one !== author.id)
  const queries = post.requested_ack ? ' Acknowledge it.' : ''
  const place = isDirect(channel) ? '' : ` in ${channel.display_name}`
  chat.notify({
    kind: 'CHAT',
    severity: post.priority === 'urgent' ? 'CRITICAL' : 'WARNING',
    text: `${post.priority === 'urgent' ? 'Urgent message' : 'Message'} from ${author.username}${place}.${queries}`,
    link: { kind: 'screen', path: `/home/collaboration/chat/${channel.id}/${post.id}` },
    audience: users(...members.map(userIdOf)),
  })
}

/** Returns a post that is not deleted, of a channel of the caller. Throws 404, 403. */
export async function postFor(
  chat: Chat,
  postId: string,
  userId: string,
): Promise<{ post: PostRow; channel: ChannelRow }> {
  const post = await postById(chat.db, postId)
  if (post === undefined || post.delete_at > 0) throw notFound('This message')
  const { channel } = await accessTo(chat, post.channel_id, userId)
  return { post, channel }
}

/** Changes the text, props or files of an own post. Throws 403 for others than the author, 404. */
export async function editPost(
  chat: Chat,
  postId: string,
  me: Author,
  change: {
    message?: string | null | undefined
    props?: Record<string, unknown> | null | undefined
    file_ids?: string[] | null | undefined
    is_pinned?: boolean | null | undefined
  },
): Promise<PresentedPost> {
  const { post, channel } = await postFor(chat, postId, me.id)
  const isPinOnly = change.message == null && change.props == null && change.file_ids == null
  if (!isPinOnly && post.user_id !== me.id) throw forbidden('Only the author may edit a message.')
  if (post.type !== '' && !isPinOnly) throw forbidden('A message of the system cannot be edited.')
  if (
    change.message != null &&
    change.message.trim() === '' &&
    (change.file_ids ?? post.file_ids).length === 0
  )
    throw invalidBody('Write a message, or delete it.')
  const isChanged = change.message != null && change.message !== post.message
  if (change.file_ids != null && change.file_ids.some((id) => !post.file_ids.includes(id)))
    throw invalidBody('Files cannot be added to a message; send a new one.')
  const row = await changePost(
    chat.db,
    postId,
    {
      ...(isChanged && { message: change.message! }),
      ...(change.props != null && { props: change.props }),
      ...(change.file_ids != null && { file_ids: change.file_ids }),
      ...(change.is_pinned != null && { is_pinned: change.is_pinned }),
    },
    chat.clock.now(),
  )
  if (row === undefined) throw notFound('This message')
  return publishEdited(chat, row, channel)
}

/** Delivers a changed post. */
export async function publishEdited(
  chat: Chat,
  row: PostRow,
  channel: Pick<ChannelRow, 'id'>,
): Promise<PresentedPost> {
  const [post] = await presentPosts(chat, [row])
  chat.publish({ event: 'post_edited', data: { post: JSON.stringify(post) }, channel: channel.id })
  return post!
}

/** Removes the files of deleted posts, except those of users under a legal hold. */
async function forgetFiles({ files, identity }: Chat, posts: readonly PostRow[]) {
  const withFiles = posts.filter(({ file_ids }) => file_ids.length > 0)
  if (withFiles.length === 0) return
  const held = new Set((await identity.heldUsers()).map(chatIdOf))
  const gone = withFiles.filter(({ user_id }) => !held.has(user_id))
  await files.forget(gone.flatMap(({ file_ids }) => file_ids.map((id) => id.toUpperCase())))
}

/** Deletes a post and its replies: of the author, or of an administrator of the channel. */
export async function removePost(chat: Chat, postId: string, me: Author): Promise<void> {
  const { post, channel } = await postFor(chat, postId, me.id)
  const { member } = await accessTo(chat, channel.id, me.id)
  if (post.user_id !== me.id && !member.is_admin)
    throw forbidden('Only the author or an administrator of the channel may delete a message.')
  const deleted = await deletePost(chat.db, postId, me.id, chat.clock.now())
  if (deleted === null) throw notFound('This message')
  await forgetFiles(chat, [deleted.post, ...deleted.replies])
  const presented = await presentPosts(chat, [deleted.post])
  chat.publish({
    event: 'post_deleted',
    data: { post: JSON.stringify(presented[0]), delete_by: me.id },
    channel: channel.id,
  })
  if (deleted.root !== null) await publishThread.updated(chat, deleted.root)
  chat.countsChanged(deleted.unmentioned)
}
