import type { Post } from '@mattermost/types/posts'
import { IconBookmarkFilled, IconCornerDownRight, IconMessageReply, IconPinFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { MessageText } from '../../../../kit/messages/MessageText.tsx'
import { PriorityBadge } from '../../../../kit/messages/PriorityMenu.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { cardsOf } from '../../../../map/cards/card.ts'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { useChatPlace } from '../chat-place.ts'
import { isSystem } from '../state/chat-counts.ts'
import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { useNames } from '../talk/ChatNames.tsx'
import { Avatar } from './Avatar.tsx'
import { ClockTime } from './ClockTime.tsx'
import { EditPost } from './EditPost.tsx'
import { openPostDialog, usePostOpen } from './post-open.store.ts'
import { PostAck } from './PostAck.tsx'
import { PostFiles } from './PostFiles.tsx'
import { PostReactions } from './PostReactions.tsx'
import { PostTools } from './PostTools.tsx'

type Props = {
  post: Post
  isFirst: boolean
  isInThread?: boolean
  /** True for the message that a link led to. */
  isFocused?: boolean
  /** Line below: delivered, seen. */
  foot?: ReactNode
}

/** One message with everything that hangs on it. */
export function PostView({ post, isFirst, isInThread = false, isFocused = false, foot }: Props) {
  const name = useChat(({ users }) => userName(users[post.user_id]))
  const isSaved = useChat(({ saved }) => saved[post.id] === true)
  const isEditing = usePostOpen(({ editing }) => editing === post.id)
  if (isSystem(post)) return <SystemLine post={post} />
  const isDeleted = post.delete_at > 0 || post.state === 'DELETED'
  const priority = post.metadata?.priority
  return (
    // A press on a touch screen, or an arrow key, brings the ways to a message.
    <article
      className="post"
      tabIndex={-1}
      data-first={isFirst || undefined}
      data-focused={isFocused || undefined}
      data-priority={priority?.priority || undefined}
      aria-label={`${name}: ${firstWords(post.message)}`}
    >
      <div className="post-gutter">
        {isFirst ? <Avatar userId={post.user_id} hasStatus /> : <ClockTime at={post.create_at} />}
      </div>
      <div className="post-body">
        {!isInThread && post.root_id !== '' && <ReplyLine rootId={post.root_id} />}
        {isFirst && (
          <header className="post-head">
            <b>{name}</b>
            <ClockTime at={post.create_at} />
            {priority !== undefined && (
              <PriorityBadge priority={priority.priority} requestedAck={priority.requested_ack === true} />
            )}
            {post.is_pinned && (
              <span className="post-mark">
                <IconPinFilled size={12} aria-hidden /> Pinned
              </span>
            )}
            {isSaved && (
              <span className="post-mark">
                <IconBookmarkFilled size={12} aria-hidden /> Saved
              </span>
            )}
          </header>
        )}
        {isDeleted && <p className="post-deleted">Message deleted</p>}
        {!isDeleted && isEditing && (
          <EditPost post={post} onClose={() => openPostDialog({ editing: null })} />
        )}
        {!isDeleted && !isEditing && <PostContent post={post} />}
        {!isDeleted && !isInThread && post.root_id === '' && post.reply_count > 0 && (
          <ThreadFoot post={post} />
        )}
        {!isDeleted && foot}
      </div>
      {!isDeleted && !isEditing && <PostTools post={post} isInThread={isInThread} />}
    </article>
  )
}

function PostContent({ post }: { post: Post }) {
  const { isName, isReader } = useNames()
  const forwarded = post.props['forwarded_from']
  return (
    <>
      {typeof forwarded === 'string' && <p className="post-forwarded">Forwarded from {forwarded}</p>}
      {post.message !== '' && (
        <div className="post-message">
          <MessageText text={post.message} isName={isName} isReader={isReader} />
          {post.edit_at > 0 && <span className="post-mark">(edited)</span>}
        </div>
      )}
      <ObjectCards cards={cardsOf(post)} />
      <PostFiles files={post.metadata?.files ?? []} />
      {post.metadata?.priority?.requested_ack === true && <PostAck post={post} />}
      <PostReactions post={post} />
    </>
  )
}

/** Names the message that this one answers; a press opens the thread. */
function ReplyLine({ rootId }: { rootId: string }) {
  const root = useChat(({ posts }) => posts[rootId])
  const name = useChat(({ users }) => (root === undefined ? '' : userName(users[root.user_id])))
  const { setPanel } = useChatPlace()
  const words =
    root === undefined || root.delete_at > 0 ? 'a message' : `${name}: ${firstWords(root.message, 60)}`
  return (
    <button type="button" className="post-reply" onClick={() => setPanel({ kind: 'thread', rootId })}>
      <IconCornerDownRight size={13} aria-hidden /> Reply to {words}
    </button>
  )
}

function ThreadFoot({ post }: { post: Post }) {
  const { setPanel } = useChatPlace()
  return (
    <button
      type="button"
      className="post-thread"
      onClick={() => setPanel({ kind: 'thread', rootId: post.id })}
    >
      <IconMessageReply size={14} aria-hidden /> {countWords(post.reply_count, 'reply', 'replies')}
      {post.last_reply_at !== undefined && post.last_reply_at > 0 && (
        <span className="dim">
          last <ClockTime at={post.last_reply_at} />
        </span>
      )}
    </button>
  )
}

const SystemLine = ({ post }: { post: Post }) => (
  <p className="post-system">
    {post.message} <ClockTime at={post.create_at} />
  </p>
)
