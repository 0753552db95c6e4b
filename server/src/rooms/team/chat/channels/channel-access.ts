import type { Chat } from '../chat.ts'
import { isChatId } from '../chat-ids.ts'
import { forbidden, notFound } from '../v4/chat-error.ts'
import { channelById, type ChannelRow } from './channels.sql.ts'
import { memberOf, type MemberRow } from './channel-members.sql.ts'

export type Access = { channel: ChannelRow; member: MemberRow }

/**
 * Returns a channel of the caller with the membership. Administrators of the product have no access to channels they
 * are not members of. Throws 404 when the channel does not exist, 403 for others than members.
 */
export async function accessTo({ db }: Pick<Chat, 'db'>, channelId: string, userId: string): Promise<Access> {
  const [channel, member] = isChatId(channelId)
    ? await Promise.all([channelById(db, channelId), memberOf(db, channelId, userId)])
    : []
  if (channel === undefined) throw notFound('This channel')
  if (member === undefined) throw forbidden('You are not a member of this channel.')
  return { channel, member }
}

/** The same for reading an open channel, which every user may do; `member` is undefined for others than members. */
export async function readableChannel(
  { db }: Pick<Chat, 'db'>,
  channelId: string,
  userId: string,
): Promise<{ channel: ChannelRow; member: MemberRow | undefined }> {
  const channel = await channelById(db, channelId)
  if (channel === undefined) throw notFound('This channel')
  const member = await memberOf(db, channelId, userId)
  if (member === undefined && channel.type !== 'O') throw forbidden('You are not a member of this channel.')
  return { channel, member }
}
