import { IconWifiOff } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { messageRows } from '../../../../kit/messages/message-rows.ts'
import { MessageList } from '../../../../kit/messages/MessageList.tsx'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { dayText } from '../../../../kit/text/when-text.ts'
import { OutgoingView } from '../post/OutgoingView.tsx'
import { PostReceipts } from '../post/PostReceipts.tsx'
import { PostView } from '../post/PostView.tsx'
import { channelName, isDirect } from '../state/channel-order.ts'
import { unreadOf } from '../state/chat-counts.ts'
import { useChat } from '../state/chat.store.ts'
import {
  loadNewer,
  loadNewest,
  loadOlder,
  lookAt,
  openConversation,
  viewChannel,
} from '../state/conversations.ts'
import { useOutbox } from '../state/outbox.ts'
import { Beginning } from './Beginning.tsx'
import { ChannelHeader } from './ChannelHeader.tsx'
import { ChatComposer } from './ChatComposer.tsx'
import { conversationItems } from './conversation-items.ts'
import { JoinBar } from './JoinBar.tsx'

type Props = { channelId: string; focusId?: string | null; hasFocus?: boolean }

/** One channel: its head, its messages and the field for a new one. */
export function Conversation({ channelId, focusId = null, hasFocus = true }: Props) {
  const channel = useChat(({ channels }) => channels[channelId])
  const isMember = useChat(({ members }) => members[channelId] !== undefined)
  const me = useChat((state) => state.me)
  const users = useChat((state) => state.users)
  if (channel === undefined) return null
  const name = channelName(channel, me, users)
  return (
    <section className="conversation" aria-label={name}>
      <ChannelHeader channel={channel} name={name} />
      <LinkLine />
      <Messages key={channelId} channelId={channelId} focusId={focusId} name={name} />
      {isMember && channel.delete_at === 0 ? (
        <ChatComposer channelId={channelId} name={name} hasFocus={hasFocus} />
      ) : (
        <JoinBar channel={channel} isMember={isMember} />
      )}
    </section>
  )
}

/** Shows that messages wait for the connection. */
function LinkLine() {
  const isLost = useChat(({ link }) => link === 'lost')
  if (!isLost) return null
  return (
    <p className="link-line" role="status">
      <IconWifiOff size={15} aria-hidden /> No connection to the chat. It is tried again every 5 seconds; your
      messages are sent then.
    </p>
  )
}

function Messages({ channelId, focusId, name }: { channelId: string; focusId: string | null; name: string }) {
  const conversation = useChat(({ conversations }) => conversations[channelId])
  const channel = useChat(({ channels }) => channels[channelId])!
  const [isAtEnd, setAtEnd] = useState(true)
  const sent = useChat((state) => state.sent[channelId]) ?? 0
  const isForeign = useChat((state) => state.isForeign)
  const open = useCallback(() => openConversation(channelId, focusId), [channelId, focusId])
  useEffect(() => void open(), [open])
  useEffect(() => lookAt(channelId), [channelId])
  useViewed(channelId, conversation !== undefined && isAtEnd)
  const rows = useRows(channelId)
  const older = useCallback(() => void loadOlder(channelId), [channelId])
  const newer = useCallback(() => void loadNewer(channelId), [channelId])
  const lastOwn = useLastOwn(channelId)
  const unread = useChat(({ members }) => unreadOf(channel, members[channelId]))
  if (conversation === undefined) return <Waiting />
  if (conversation.fault !== null && conversation.window.ids.length === 0)
    return <Failed error={conversation.fault} onRetry={open} />
  const { hasOlder, hasNewer } = conversation.window
  return (
    <MessageList
      label={`Messages in ${name}`}
      rows={rows}
      focusId={focusId}
      hasOlder={hasOlder}
      hasNewer={hasNewer}
      onOlder={older}
      onNewer={newer}
      unread={unread}
      onNewest={() => void loadNewest(channelId)}
      onAtEnd={setAtEnd}
      sent={sent}
      beginning={<Beginning channel={channel} name={name} />}
      renderMessage={(item, isFirst) =>
        'post' in item ? (
          <PostView
            post={item.post}
            isFirst={isFirst}
            isFocused={item.id === focusId}
            foot={
              item.id === lastOwn &&
              !hasNewer &&
              !isForeign &&
              isDirect(channel) && <PostReceipts post={item.post} />
            }
          />
        ) : (
          <OutgoingView message={item.outgoing} isFirst={isFirst} />
        )
      }
    />
  )
}

function useRows(channelId: string) {
  const conversation = useChat(({ conversations }) => conversations[channelId])
  const posts = useChat((state) => state.posts)
  const me = useChat((state) => state.me)
  const waiting = useOutbox((state) => state.waiting)
  const settings = useSettings()
  return useMemo(() => {
    if (conversation === undefined) return []
    const { window, unreadFrom } = conversation
    const outgoing = window.hasNewer ? [] : waiting.filter((one) => one.channelId === channelId)
    const items = conversationItems(window.ids, posts, outgoing, { me, isInThread: false })
    return messageRows(items, {
      dayOf: (at) => dayText(at, settings),
      unreadFrom,
      isWhole: !window.hasOlder,
    })
  }, [conversation, posts, me, waiting, channelId, settings])
}

/** Returns the newest message when the reader wrote it. */
function useLastOwn(channelId: string): string | null {
  return useChat(({ conversations, posts, me }) => {
    const last = conversations[channelId]?.window.ids.findLast((id) => (posts[id]?.delete_at ?? 1) === 0)
    return last !== undefined && posts[last]?.user_id === me ? last : null
  })
}

/** Marks the channel as read while its end is visible to the user. */
function useViewed(channelId: string, isInSight: boolean) {
  const unread = useChat(({ channels, members }) => {
    const [channel, member] = [channels[channelId], members[channelId]]
    if (channel === undefined || member === undefined) return 0
    return Math.max(0, channel.total_msg_count - member.msg_count) + member.mention_count
  })
  useEffect(() => {
    if (!isInSight || unread === 0) return undefined
    const view = () => {
      if (document.visibilityState === 'visible' && document.hasFocus())
        viewChannel(channelId).catch(() => undefined)
    }
    view()
    window.addEventListener('focus', view)
    document.addEventListener('visibilitychange', view)
    return () => {
      window.removeEventListener('focus', view)
      document.removeEventListener('visibilitychange', view)
    }
  }, [channelId, isInSight, unread])
}
