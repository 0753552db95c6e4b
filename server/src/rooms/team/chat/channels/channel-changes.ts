import { GROUP_MEMBERS } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { DEFAULT_CHANNELS } from '../chat.ts'
import { chatIdOf, directName, groupName, newChatId, userIdOf } from '../chat-ids.ts'
import { presentChannel } from '../presented.ts'
import type { Author } from '../posts/post-job.ts'
import { systemPost } from '../posts/posting.ts'
import { ChatError, forbidden, invalidBody, notFound } from '../v4/chat-error.ts'
import { accessTo } from './channel-access.ts'
import {
  changeChannel,
  channelByName,
  channelsOf,
  insertChannel,
  type ChannelChange,
  type ChannelRow,
} from './channels.sql.ts'
import { membershipsOf } from './channel-members.sql.ts'

const nameTaken = () =>
  new ChatError(
    400,
    'store.sql_channel.save_channel.exists.app_error',
    'A channel with this name exists already.',
  )
/** Channels of the team that one user is in at most. */
const MOST_CHANNELS = 2000

export type ChannelWanted = {
  name: string
  display_name: string
  type: 'O' | 'P'
  header?: string | undefined
  purpose?: string | undefined
  props?: Record<string, unknown>
}

/** Opens a channel of the team; its creator administers it. Throws 400 when the name is taken. */
export async function openNew(chat: Chat, author: Author, wanted: ChannelWanted): Promise<ChannelRow> {
  const now = chat.clock.now()
  const channel = await insertChannel(
    chat.db,
    {
      id: newChatId(now),
      type: wanted.type,
      name: wanted.name,
      display_name: wanted.display_name,
      header: wanted.header ?? '',
      purpose: wanted.purpose ?? '',
      creator_id: author.id,
      props: wanted.props ?? {},
    },
    [{ userId: author.id, isAdmin: true }],
    now,
  )
  if (channel === null) throw nameTaken()
  const data = { channel_id: channel.id, team_id: chat.team }
  if (channel.type === 'O') chat.publish({ event: 'channel_created', data, isForAll: true })
  else chat.publish({ event: 'channel_created', data, users: [author.id] })
  return channel
}

/** Returns the direct channel of two users, opened when there is none. Throws 400 when a user does not exist. */
export async function openDirect(chat: Chat, me: string, other: string): Promise<ChannelRow> {
  const name = directName(me, other)
  const existing = await channelByName(chat.db, name)
  if (existing !== undefined) return existing
  await mustExist(chat, [other])
  const members = [...new Set([me, other])]
  const made = await insertDirect(chat, { type: 'D', name, display_name: '' }, members, me)
  if (made.isNew)
    chat.publish({
      event: 'direct_added',
      data: { creator_id: me, teammate_id: other },
      channel: made.channel.id,
    })
  return made.channel
}

/** Returns the group channel of some users, opened when there is none. Throws 400 for too few or too many. */
export async function openGroup(chat: Chat, me: string, ids: readonly string[]): Promise<ChannelRow> {
  const members = [...new Set([...ids, me])]
  const { least, most } = GROUP_MEMBERS
  if (members.length < least || members.length > most)
    throw invalidBody(`A group has ${least} to ${most} members, you included; open a channel for more.`)
  const name = groupName(members)
  const existing = await channelByName(chat.db, name)
  if (existing !== undefined) return existing
  const accounts = await mustExist(chat, members)
  const display = accounts
    .map(({ username }) => username.toLowerCase())
    .toSorted()
    .join(', ')
  const { channel, isNew } = await insertDirect(chat, { type: 'G', name, display_name: display }, members, me)
  const others = members.filter((one) => one !== me)
  if (isNew)
    chat.publish({
      event: 'group_added',
      data: { teammate_ids: JSON.stringify(others) },
      channel: channel.id,
    })
  return channel
}

async function insertDirect(
  chat: Chat,
  { type, name, display_name }: Pick<ChannelRow, 'type' | 'name' | 'display_name'>,
  members: readonly string[],
  me: string,
): Promise<{ channel: ChannelRow; isNew: boolean }> {
  const now = chat.clock.now()
  const made = await insertChannel(
    chat.db,
    { id: newChatId(now), type, name, display_name, header: '', purpose: '', creator_id: me, props: {} },
    members.map((userId) => ({ userId, isAdmin: false })),
    now,
  )
  if (made !== null) return { channel: made, isNew: true }
  // Another call opened it at the same time.
  return { channel: (await channelByName(chat.db, name))!, isNew: false }
}

async function mustExist({ identity }: Chat, ids: readonly string[]) {
  const accounts = await identity.accountsById(ids.map(userIdOf))
  const missing = ids.filter(
    (id) => !accounts.some((one) => chatIdOf(one.id) === id && one.status !== 'DELETED'),
  )
  if (missing.length > 0) throw invalidBody(`No user has the id ${missing[0]}.`)
  return accounts
}

const isDefault = ({ name }: ChannelRow) => DEFAULT_CHANNELS.some((one) => one.name === name)

/** Changes a channel: header and purpose by each member, name and type by administrators of the channel. */
export async function change(
  chat: Chat,
  id: string,
  author: Author,
  wanted: ChannelChange,
): Promise<ChannelRow> {
  const { channel, member } = await accessTo(chat, id, author.id)
  if (channel.delete_at > 0) throw forbidden('This channel is archived.')
  const isNamed = wanted.name !== undefined || wanted.display_name !== undefined || wanted.type !== undefined
  if (isNamed && !member.is_admin)
    throw forbidden('Only an administrator of the channel may rename it or change who may join.')
  if (isNamed && (channel.type === 'D' || channel.type === 'G'))
    throw invalidBody('A direct channel has no name of its own.')
  if (wanted.type === 'P' && isDefault(channel)) throw invalidBody('This channel is for everybody.')
  const changed = await changeChannel(chat.db, id, wanted, chat.clock.now())
  if (changed === null) throw nameTaken()
  if (changed === undefined) throw notFound('This channel')
  publishChannel(chat, 'channel_updated', changed)
  if (wanted.header !== undefined && wanted.header !== channel.header)
    await systemPost(chat, author, changed, {
      type: 'system_header_change',
      message: `${author.username} changed the header to: ${wanted.header}`,
    })
  if (wanted.display_name !== undefined && wanted.display_name !== channel.display_name)
    await systemPost(chat, author, changed, {
      type: 'system_displayname_change',
      message: `${author.username} renamed the channel from ${channel.display_name} to ${wanted.display_name}`,
    })
  return changed
}

export function publishChannel(chat: Chat, event: string, row: ChannelRow) {
  const data = {
    channel: JSON.stringify(presentChannel(row, chat.team)),
    channel_id: row.id,
    delete_at: row.delete_at,
  }
  if (row.type === 'O') chat.publish({ event, data, isForAll: true, team: chat.team })
  else chat.publish({ event, data, channel: row.id })
}

/** Archives a channel: it stays readable for its members. Throws 403 for others than its administrators. */
export async function archive(chat: Chat, id: string, author: Author): Promise<void> {
  const { channel, member } = await accessTo(chat, id, author.id)
  if (channel.type === 'D' || channel.type === 'G') throw invalidBody('A direct channel cannot be archived.')
  if (isDefault(channel)) throw invalidBody('This channel is for everybody and cannot be archived.')
  if (!member.is_admin) throw forbidden('Only an administrator of the channel may archive it.')
  if (channel.delete_at > 0) return
  const now = chat.clock.now()
  await systemPost(chat, author, channel, {
    type: 'system_channel_deleted',
    message: `${author.username} archived the channel.`,
  })
  const archived = await changeChannel(chat.db, id, { delete_at: now }, now)
  if (archived) publishChannel(chat, 'channel_deleted', archived)
}
export async function restore(chat: Chat, id: string, author: Author): Promise<ChannelRow> {
  const { member } = await accessTo(chat, id, author.id)
  if (!member.is_admin) throw forbidden('Only an administrator of the channel may restore it.')
  const restored = await changeChannel(chat.db, id, { delete_at: 0 }, chat.clock.now())
  if (!restored) throw notFound('This channel')
  publishChannel(chat, 'channel_restored', restored)
  return restored
}

/** Returns the channels of a user, each with the mentions that wait there; the specification's list of team channels. */
export async function teamChannels(chat: Chat, userId: string) {
  const [channels, members] = await Promise.all([
    channelsOf(chat.db, userId),
    membershipsOf(chat.db, userId, { limit: MOST_CHANNELS }),
  ])
  const mentions = new Map(members.map(({ channel_id, mention_count }) => [channel_id, mention_count]))
  return channels.map((row) => ({
    ...presentChannel(row, chat.team),
    mention_count: mentions.get(row.id) ?? 0,
  }))
}
