import { IconBellOff, IconLock, IconPencil, IconUsers, IconWorld } from '@tabler/icons-react'
import { useChatPlace } from '../chat-place.ts'
import { StatusDot } from '../post/Avatar.tsx'
import { isMuted, unreadOf } from '../state/chat-counts.ts'
import { channelName, teammateOf } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { isEmpty, useDrafts } from '../state/drafts.ts'

/** A channel in the list: bold while unread, with the count of mentions. A folded section shows unread ones only. */
export function ChannelEntry({ channelId, isFolded }: { channelId: string; isFolded: boolean }) {
  const { channelId: open, openChannel } = useChatPlace()
  const channel = useChat(({ channels }) => channels[channelId])
  const member = useChat(({ members }) => members[channelId])
  const me = useChat((state) => state.me)
  const users = useChat((state) => state.users)
  const hasDraft = useDrafts(({ byKey }) => byKey[channelId] !== undefined && !isEmpty(byKey[channelId]))
  if (channel === undefined) return null
  const unread = unreadOf(channel, member)
  const mentions = member?.mention_count ?? 0
  const isUnread = unread > 0 || mentions > 0
  if (isFolded && !isUnread && channelId !== open) return null
  const name = channelName(channel, me, users)
  const teammate = teammateOf(channel, me)
  return (
    <li>
      <button
        type="button"
        className="channel-entry"
        data-unread={isUnread || undefined}
        data-muted={isMuted(member) || undefined}
        aria-current={channelId === open ? 'page' : undefined}
        onClick={() => openChannel(channelId)}
      >
        {teammate === null ? <ChannelSign type={channel.type} /> : <StatusDot userId={teammate} />}
        <span className="channel-entry-name">{name}</span>
        {hasDraft && channelId !== open && <IconPencil size={13} stroke={1.6} aria-label="Draft" />}
        {isMuted(member) && <IconBellOff size={13} stroke={1.6} aria-label="Muted" />}
        <Count mentions={mentions} unread={unread} />
      </button>
    </li>
  )
}

function Count({ mentions, unread }: { mentions: number; unread: number }) {
  if (mentions === 0 && unread === 0) return null
  const [count, words] =
    mentions > 0 ? [mentions, mentions === 1 ? 'mention' : 'mentions'] : [unread, 'unread']
  return (
    <span className="count-badge" data-mention={mentions > 0 || undefined}>
      {count > 99 ? '99+' : count} <span className="visually-hidden">{words}</span>
    </span>
  )
}

function ChannelSign({ type }: { type: string }) {
  const Sign = type === 'P' ? IconLock : type === 'G' ? IconUsers : IconWorld
  return <Sign size={15} stroke={1.6} aria-hidden />
}
