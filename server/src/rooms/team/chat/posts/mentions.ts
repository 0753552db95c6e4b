import { withoutCode } from '@samudra/contract/roster'
import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { memberIdsOf, membersOf } from '../channels/channel-members.sql.ts'
import type { ChannelRow } from '../channels/channels.sql.ts'

const ALL = /(?:^|[^\p{L}\p{N}_@.-])@(?:all|channel)(?![\p{L}\p{N}_-])/iu
const HERE = /(?:^|[^\p{L}\p{N}_@.-])@here(?![\p{L}\p{N}_-])/iu

/**
 * Returns the members of a channel whom a text mentions by name, group, duty role, or all of them, by chat id, without
 * its author.
 */
export async function mentionedIn(
  { db, identity, presence }: Chat,
  channel: ChannelRow,
  message: string,
  authorId: string,
): Promise<string[]> {
  const text = withoutCode(message)
  if (!text.includes('@')) return []
  const found = new Set<string>()
  const named = await identity.mentionedIn(text, userIdOf(authorId))
  const ids = named.map(({ userId }) => chatIdOf(userId))
  for (const { user_id } of await membersOf(db, channel.id, { limit: ids.length, ids })) found.add(user_id)
  const isForAll = ALL.test(text)
  if (isForAll || HERE.test(text)) {
    const members = await wantingMembers(db, channel.id)
    const statuses = isForAll ? [] : await presence.statuses(members.map(userIdOf))
    const online = statuses.filter(({ status }) => status === 'online').map(({ userId }) => chatIdOf(userId))
    for (const one of isForAll ? members : online) found.add(one)
  }
  found.delete(authorId)
  return [...found]
}

/** Members who do not ignore mentions of everybody. */
async function wantingMembers(db: Chat['db'], channelId: string): Promise<string[]> {
  const { length } = await memberIdsOf(db, channelId)
  const members = await membersOf(db, channelId, { limit: length })
  return members.flatMap(({ user_id, notify_props }) =>
    notify_props['ignore_channel_mentions'] === 'on' ? [] : [user_id],
  )
}
