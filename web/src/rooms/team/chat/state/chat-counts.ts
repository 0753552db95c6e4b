import type { ChannelMembership, ServerChannel } from '@mattermost/types/channels'
import type { Post } from '@mattermost/types/posts'

type Counted = { channel: ServerChannel; member: ChannelMembership }

/** Messages that are not counted: joining, leaving and changes of a channel. */
export const isSystem = ({ type }: Pick<Post, 'type'>) => type.startsWith('system_')
export const isMuted = (member: ChannelMembership | undefined) =>
  member?.notify_props.mark_unread === 'mention'

/** Unread messages of a channel; a muted one has none. */
export function unreadOf(channel: ServerChannel, member: ChannelMembership | undefined): number {
  if (member === undefined || isMuted(member)) return 0
  return Math.max(0, channel.total_msg_count - member.msg_count)
}

type Arrival = { post: Post; me: string; isMention: boolean }
/** Counts a new message: one's own marks the channel as viewed, of others a mention adds 1. */
export function afterPost({ channel, member }: Counted, { post, me, isMention }: Arrival): Counted {
  if (isSystem(post)) return { channel, member }
  const total = channel.total_msg_count + 1
  const counted = {
    ...channel,
    total_msg_count: total,
    last_post_at: Math.max(channel.last_post_at, post.create_at),
  }
  if (post.user_id === me) return { channel: counted, member: viewed(member, total, post.create_at) }
  const mention_count = member.mention_count + (isMention ? 1 : 0)
  return { channel: counted, member: { ...member, mention_count } }
}

/** Takes an unread mention back when its message is deleted, never below 0. */
export function afterDelete(member: ChannelMembership, post: Post, isMention: boolean): ChannelMembership {
  if (!isMention || post.create_at <= member.last_viewed_at) return member
  return { ...member, mention_count: Math.max(0, member.mention_count - 1) }
}

/** Clears the counts of a channel. */
export const afterView = ({ channel, member }: Counted, at: number): ChannelMembership =>
  viewed(member, channel.total_msg_count, at)

const viewed = (member: ChannelMembership, total: number, at: number): ChannelMembership => ({
  ...member,
  msg_count: total,
  mention_count: 0,
  urgent_mention_count: 0,
  last_viewed_at: Math.max(member.last_viewed_at, at),
})
