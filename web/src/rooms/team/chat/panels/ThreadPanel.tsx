import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { messageRows } from '../../../../kit/messages/message-rows.ts'
import { MessageList } from '../../../../kit/messages/MessageList.tsx'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { dayText } from '../../../../kit/text/when-text.ts'
import { OutgoingView } from '../post/OutgoingView.tsx'
import { attempt } from '../post/post-actions.ts'
import { PostView } from '../post/PostView.tsx'
import { chatApi } from '../state/chat-client.ts'
import { channelName } from '../state/channel-order.ts'
import { chatNow, conversationKey, useChat } from '../state/chat.store.ts'
import { takePosts } from '../state/conversations.ts'
import { loadThreads } from '../state/load-chat.ts'
import { useOutbox } from '../state/outbox.ts'
import { ChatComposer } from '../talk/ChatComposer.tsx'
import { conversationItems } from '../talk/conversation-items.ts'
import { PanelFrame } from './PanelFrame.tsx'

const none = () => undefined

/** A message and its replies, with a field for another. */
export function ThreadPanel({ rootId }: { rootId: string }) {
  const root = useChat(({ posts }) => posts[rootId])
  const { error, refetch, isPending } = useQuery({
    queryKey: ['chat thread', rootId],
    queryFn: async () => {
      const list = await chatApi.getPostThread(rootId)
      takePosts(list)
      return list.order.length
    },
    retry: 1,
    staleTime: 0,
  })
  const rows = useThreadRows(rootId)
  const channel = useChat(({ channels }) => (root === undefined ? undefined : channels[root.channel_id]))
  const me = useChat((state) => state.me)
  const users = useChat((state) => state.users)
  const key = conversationKey(root?.channel_id ?? '', rootId)
  const sent = useChat((state) => state.sent[key]) ?? 0
  useRead(rootId)
  const detail = channel === undefined ? {} : { detail: channelName(channel, me, users) }
  return (
    <PanelFrame title="Thread" {...detail} actions={<Follow rootId={rootId} />}>
      {root === undefined && isPending && <Waiting />}
      {root === undefined && error !== null && <Failed error={error} onRetry={refetch} />}
      {root !== undefined && (
        <>
          <MessageList
            label="Messages of the thread"
            rows={rows}
            hasOlder={false}
            hasNewer={false}
            onOlder={none}
            onNewer={none}
            onNewest={none}
            sent={sent}
            renderMessage={(item, isFirst) =>
              'post' in item ? (
                <PostView post={item.post} isFirst={isFirst} isInThread />
              ) : (
                <OutgoingView message={item.outgoing} isFirst={isFirst} />
              )
            }
          />
          {root.delete_at === 0 && (
            <ChatComposer channelId={root.channel_id} rootId={rootId} name="thread" hasFocus />
          )}
        </>
      )}
    </PanelFrame>
  )
}

function useThreadRows(rootId: string) {
  const posts = useChat((state) => state.posts)
  const me = useChat((state) => state.me)
  const waiting = useOutbox((state) => state.waiting)
  const settings = useSettings()
  return useMemo(() => {
    const ids = Object.values(posts)
      .filter((post) => post.id === rootId || post.root_id === rootId)
      .toSorted((a, b) => a.create_at - b.create_at)
      .map(({ id }) => id)
    const outgoing = waiting.filter((one) => one.rootId === rootId)
    const items = conversationItems(ids, posts, outgoing, { me, isInThread: true })
    return messageRows(items, { dayOf: (at) => dayText(at, settings), unreadFrom: null })
  }, [posts, me, waiting, rootId, settings])
}

/** Marks a followed thread as read while it is open. */
function useRead(rootId: string) {
  const unread = useChat(({ threads }) => {
    const thread = threads?.list.find(({ id }) => id === rootId)
    return thread === undefined ? 0 : thread.unread_replies + thread.unread_mentions
  })
  useEffect(() => {
    if (unread === 0) return
    const { me, teamId } = chatNow()
    chatApi
      .updateThreadReadForUser(me, teamId, rootId, Date.now())
      .then(loadThreads)
      .catch(() => undefined)
  }, [rootId, unread])
}

/** Follows a thread, or stops to. */
function Follow({ rootId }: { rootId: string }) {
  const isFollowed = useChat(({ threads }) => threads?.list.some(({ id }) => id === rootId) ?? false)
  const toggle = async () => {
    const { me, teamId } = chatNow()
    await chatApi.updateThreadFollowForUser(me, teamId, rootId, !isFollowed)
    await loadThreads()
  }
  const Icon = isFollowed ? IconBell : IconBellOff
  const label = isFollowed ? 'Following. Press to unfollow' : 'Follow this thread'
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isFollowed}
      aria-label={label}
      title={label}
      onClick={() => attempt(toggle())}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
    </button>
  )
}
