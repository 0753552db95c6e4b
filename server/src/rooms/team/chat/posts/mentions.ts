import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { membersOf, memberIdsOf, type MemberRow } from '../channels/members.sql.ts'
import type { ChannelRow } from '../channels/channels.sql.ts'

const NAME = /(?:^|[^\p{L}\p{N}_@.-])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,63})/gu
/** Names that a text takes at most; more are not mentions. */
const MOST_NAMES = 100
const EVERYONE = new Set(['all', 'channel'])

/** Returns the names after @ in a text, in lower case, code left out; also without dots at the end of a sentence. */
export function namesIn(text: string): string[] {
  const plain = text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')
  const names = new Set<string>()
  for (const [, name] of plain.matchAll(NAME)) {
    names.add(name!.toLowerCase())
    names.add(name!.toLowerCase().replace(/[._-]+$/, ''))
    if (names.size >= MOST_NAMES) break
  }
  return [...names].filter((one) => one !== '')
}

/** Returns the members of a channel whom a text mentions, by chat id, without its author. */
export async function mentionedIn(
  chat: Chat,
  channel: ChannelRow,
  text: string,
  authorId: string,
): Promise<string[]> {
  const names = namesIn(text)
  if (names.length === 0) return []
  const found = new Set<string>()
  const named = await chat.identity.accountsByName(names)
  const ids = named.map(({ id }) => chatIdOf(id))
  for (const { user_id } of await membersOf(chat.db, channel.id, { limit: ids.length, ids }))
    found.add(user_id)
  const isForAll = names.some((one) => EVERYONE.has(one))
  if (isForAll || names.includes('here'))
    for (const one of await everybodyIn(chat, channel, isForAll ? 'all' : 'online')) found.add(one)
  found.delete(authorId)
  return [...found]
}

async function everybodyIn(
  { db, presence }: Chat,
  channel: ChannelRow,
  which: 'all' | 'online',
): Promise<string[]> {
  const ids = await memberIdsOf(db, channel.id)
  const members: MemberRow[] = await membersOf(db, channel.id, { limit: ids.length })
  const wanting = members
    .filter(({ notify_props }) => notify_props['ignore_channel_mentions'] !== 'on')
    .map(({ user_id }) => user_id)
  if (which === 'all') return wanting
  const statuses = await presence.statuses(wanting.map(userIdOf))
  return statuses.filter(({ status }) => status === 'online').map(({ userId }) => chatIdOf(userId))
}
