import type { ChannelNotifyProps } from '@mattermost/types/channels'
import { chatApi } from '../state/chat-client.ts'
import { chatNow, useChat } from '../state/chat.store.ts'

/** Changes how a channel notifies its reader. */
export async function setNotifyProps(channelId: string, props: Partial<ChannelNotifyProps>): Promise<void> {
  const { me } = chatNow()
  await chatApi.updateChannelNotifyProps({ channel_id: channelId, user_id: me, ...props })
  useChat.setState(({ members }) => {
    const member = members[channelId]
    if (member === undefined) return {}
    return {
      members: { ...members, [channelId]: { ...member, notify_props: { ...member.notify_props, ...props } } },
    }
  })
}

/** A muted channel shows nothing unread but mentions, and does not sound. */
export const setMuted = (channelId: string, isMuted: boolean) =>
  setNotifyProps(channelId, { mark_unread: isMuted ? 'mention' : 'all' })

/** Leaves a channel; it goes from the list. */
export async function leaveChannel(channelId: string): Promise<void> {
  const { me } = chatNow()
  await chatApi.removeFromChannel(me, channelId)
  useChat.setState(({ channels, members }) => {
    const { [channelId]: _channel, ...otherChannels } = channels
    const { [channelId]: _member, ...otherMembers } = members
    return { channels: otherChannels, members: otherMembers }
  })
}
