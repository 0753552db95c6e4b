import { GROUP_MEMBERS } from '@samudra/contract/chat'
import type { ChatLine } from '../../../../sea/topics.ts'
import { openDirect, openGroup } from '../channels/channel-changes.ts'
import { channelById, type ChannelRow } from '../channels/channels.sql.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf } from '../chat-ids.ts'
import { systemPost } from './posting.ts'

/** Posts a line of the product; nothing when the channel is archived, or there is none for these users. */
export async function postLine(chat: Chat, line: ChatLine): Promise<void> {
  const by = chatIdOf(line.by.userId)
  const channel = await channelOf(chat, line, by)
  if (channel === undefined || channel.delete_at > 0) return
  await systemPost(chat, { id: by, username: line.by.username }, channel, line)
}

async function channelOf(
  chat: Chat,
  { channelId, userIds }: ChatLine,
  by: string,
): Promise<ChannelRow | undefined> {
  if (channelId !== null) return channelById(chat.db, channelId)
  const others = userIds.map(chatIdOf).filter((id) => id !== by)
  if (others.length === 1) return openDirect(chat, by, others[0]!)
  const isGroup = others.length + 1 >= GROUP_MEMBERS.least && others.length + 1 <= GROUP_MEMBERS.most
  return isGroup ? openGroup(chat, by, others) : undefined
}
