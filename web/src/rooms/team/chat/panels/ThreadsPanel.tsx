import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { useChatPlace } from '../chat-place.ts'
import { Avatar } from '../post/Avatar.tsx'
import { ClockTime } from '../post/ClockTime.tsx'
import { attempt } from '../post/post-actions.ts'
import { chatApi } from '../state/chat-client.ts'
import { channelName, userName } from '../state/channel-order.ts'
import { chatNow, useChat } from '../state/chat.store.ts'
import { loadThreads } from '../state/load-chat.ts'
import { PanelFrame } from './PanelFrame.tsx'

const readAll = async () => {
  const { me, teamId } = chatNow()
  await chatApi.updateThreadsReadForUser(me, teamId)
  await loadThreads()
}

/** Threads that the user follows, those with new replies first. */
export function ThreadsPanel() {
  const { setPanel } = useChatPlace()
  const threads = useChat((state) => state.threads)
  const { channels, users, me } = useChat()
  const list = (threads?.list ?? []).toSorted(
    (a, b) =>
      Number(b.unread_replies > 0) - Number(a.unread_replies > 0) || b.last_reply_at - a.last_reply_at,
  )
  const unread = threads?.total_unread_threads ?? 0
  return (
    <PanelFrame
      title="Threads"
      detail={unread === 0 ? 'Nothing new' : `${countWords(unread, 'thread')} with new replies`}
      actions={
        unread > 0 && (
          <button type="button" className="link-button" onClick={() => attempt(readAll())}>
            Mark all as read
          </button>
        )
      }
    >
      {list.length === 0 && (
        <Nothing title="No threads" hint="Threads you write in, or follow, appear here." />
      )}
      <ul className="panel-list">
        {list.map(({ id, post, reply_count, unread_replies, unread_mentions, last_reply_at }) => {
          const channel = channels[post.channel_id]
          return (
            <li key={id}>
              <button
                type="button"
                data-unread={unread_replies > 0 || undefined}
                onClick={() => setPanel({ kind: 'thread', rootId: id })}
              >
                <Avatar userId={post.user_id} size={28} />
                <span className="panel-words">
                  <span className="dim">{channel === undefined ? '' : channelName(channel, me, users)}</span>
                  <b>{userName(users[post.user_id])}</b>
                  <span>{firstWords(post.message, 120) || 'File'}</span>
                  <span className="dim">
                    {countWords(reply_count, 'reply', 'replies')}, last <ClockTime at={last_reply_at} />
                  </span>
                </span>
                {unread_replies > 0 && (
                  <span className="count-badge" data-mention={unread_mentions > 0 || undefined}>
                    {unread_replies}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}
