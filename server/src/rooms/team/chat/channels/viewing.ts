import type { Chat } from '../chat.ts'
import { channelsById } from './channels.sql.ts'
import { markViewed } from './channel-members.sql.ts'

/**
 * Marks channels as read by a user; returns the time up to which each is read, epoch ms, without channels the user is
 * not a member of. Other members of direct and group channels learn how far the user has read.
 */
export async function viewChannel(
  chat: Chat,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const id of new Set(ids)) {
    const at = await markViewed(chat.db, id, userId, chat.clock.now())
    if (at !== null) times.set(id, at)
  }
  if (times.size === 0) return times
  chat.publish({
    event: 'multiple_channels_viewed',
    data: { channel_times: Object.fromEntries(times) },
    users: [userId],
  })
  for (const { id, type } of await channelsById(chat.db, [...times.keys()]))
    if ((type === 'D' || type === 'G') && chat.settings.flag('chat.show_seen'))
      chat.publish({
        event: 'channel_seen',
        data: { channel_id: id, user_id: userId, last_viewed_at: times.get(id)! },
        channel: id,
        omit: [userId],
      })
  chat.countsChanged([userId])
  return times
}
