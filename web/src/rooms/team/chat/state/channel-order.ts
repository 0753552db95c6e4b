import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { UserProfile } from '@mattermost/types/users'
import { unreadOf } from './chat-counts.ts'

export type Statuses = Readonly<Record<string, string | undefined>>
export type Users = Readonly<Record<string, UserProfile | undefined>>

export const isDirect = ({ type }: Pick<ServerChannel, 'type'>) => type === 'D' || type === 'G'

/** Returns the other user of a direct channel; the reader of a channel with oneself; null for other channels. */
export function teammateOf({ type, name }: Pick<ServerChannel, 'type' | 'name'>, me: string): string | null {
  if (type !== 'D') return null
  const [one = '', other = ''] = name.split('__')
  return one === me ? other : one
}

/** Returns the name of a user, marked when the account is closed. */
export function userName(user: UserProfile | undefined): string {
  if (user === undefined) return 'Unknown user'
  return user.delete_at > 0 ? `${user.username} (deactivated)` : user.username
}

/** Returns the name of a channel as the reader knows it. */
export function channelName(channel: ServerChannel, me: string, users: Users): string {
  const teammate = teammateOf(channel, me)
  if (teammate !== null) return teammate === me ? `${userName(users[me])} (you)` : userName(users[teammate])
  if (channel.type !== 'G') return channel.display_name
  const own = users[me]?.username
  return channel.display_name
    .split(', ')
    .filter((name) => name !== own)
    .join(', ')
}

type Given = { me: string; statuses: Statuses }
/** Orders channels: open ones first, then those with an online user, then by the most recent message. */
export function sortChannels(channels: readonly ServerChannel[], { me, statuses }: Given): ServerChannel[] {
  const rank = (channel: ServerChannel) => {
    if (channel.type === 'O') return 0
    const teammate = teammateOf(channel, me)
    return teammate !== null && teammate !== me && statuses[teammate] === 'online' ? 1 : 2
  }
  return channels.toSorted(
    (a, b) => rank(a) - rank(b) || b.last_post_at - a.last_post_at || (a.id < b.id ? -1 : 1),
  )
}

export type Section = { title: 'Channels' | 'Direct messages'; channels: ServerChannel[] }
/** Divides sorted channels into the sections of the list. */
export function sectionsOf(channels: readonly ServerChannel[], given: Given): Section[] {
  const sorted = sortChannels(channels, given)
  return [
    { title: 'Channels', channels: sorted.filter((one) => !isDirect(one)) },
    { title: 'Direct messages', channels: sorted.filter(isDirect) },
  ]
}

/** Returns the channel above or below an open one; with `isUnread` the nearest that has something new. */
export function neighbourOf(
  channels: readonly ServerChannel[],
  members: Readonly<Record<string, ChannelMembership | undefined>>,
  { from, step, isUnread }: { from: string | null; step: 1 | -1; isUnread: boolean },
): ServerChannel | null {
  const at = channels.findIndex(({ id }) => id === from)
  for (let count = 1; count <= channels.length; count++) {
    const index = (at + step * count + channels.length * (count + 1)) % channels.length
    const channel = channels[index]!
    if (channel.id === from) return null
    if (!isUnread || unreadOf(channel, members[channel.id]) > 0) return channel
  }
  return null
}
