import type { Chat } from '../chat.ts'
import { accessTo } from '../channels/channel-access.ts'
import { markUnread } from '../channels/unread.sql.ts'
import { notFound } from '../v4/chat-error.ts'
import { postById } from './posts.sql.ts'

/** Marks a channel as unread from a post on; returns the counts as the model does. */
export async function setUnread(chat: Chat, me: string, postId: string) {
  const post = await postById(chat.db, postId)
  if (post === undefined || post.delete_at > 0) throw notFound('This message')
  const { channel } = await accessTo(chat, post.channel_id, me)
  const isDirect = channel.type === 'D' || channel.type === 'G'
  const member = await markUnread(chat.db, channel.id, me, {
    from: post.create_at,
    isDirect,
    now: chat.clock.now(),
  })
  const counts = {
    team_id: isDirect ? '' : chat.team,
    user_id: me,
    channel_id: channel.id,
    msg_count: member.msg_count,
    msg_count_root: member.msg_count_root,
    mention_count: member.mention_count,
    mention_count_root: member.mention_count_root,
    urgent_mention_count: member.urgent_mention_count,
    last_viewed_at: member.last_viewed_at,
  }
  const { user_id: _user, channel_id: _channel, team_id: _team, ...data } = counts
  chat.publish({
    event: 'post_unread',
    data: { ...data, post_id: postId },
    channel: channel.id,
    users: [me],
    onlyUsers: true,
  })
  chat.countsChanged([me])
  return counts
}
