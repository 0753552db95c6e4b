import { Menu } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconBlockquote,
  IconBookmark,
  IconChecks,
  IconDots,
  IconEdit,
  IconLink,
  IconMailOpened,
  IconMessageReply,
  IconMoodPlus,
  IconPin,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { quotation } from '../../../../kit/messages/message-markdown.ts'
import { SignPicker } from '../../../../kit/messages/SignPicker.tsx'
import { QUICK_SIGNS, signOf } from '../../../../kit/messages/signs.ts'
import { useChatPlace } from '../chat-place.ts'
import { userName } from '../state/channel-order.ts'
import { chatNow, useChat } from '../state/chat.store.ts'
import { write } from '../state/drafts.ts'
import { attempt, copyLink, markUnread, togglePin, toggleReaction, toggleSaved } from './post-actions.ts'
import { openPostDialog } from './post-open.store.ts'

/** Buttons over a message: quick reactions, reply, and a menu with the rest. */
export function PostTools({ post, isInThread }: { post: Post; isInThread: boolean }) {
  const [isPicking, setPicking] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { setPanel } = useChatPlace()
  const rootId = post.root_id === '' ? post.id : post.root_id
  return (
    <div className="post-tools-place" data-open={isPicking || isMenuOpen || undefined}>
      <div className="post-tools" role="toolbar" aria-label="Message">
        {QUICK_SIGNS.slice(0, 3).map((name) => (
          <button
            key={name}
            type="button"
            className="icon-button quick-sign"
            aria-label={`React: ${name.replaceAll('_', ' ')}`}
            title={name.replaceAll('_', ' ')}
            onClick={() => attempt(toggleReaction(post, name))}
          >
            <span className="sign" aria-hidden>
              {signOf(name)}
            </span>
          </button>
        ))}
        <SignPicker
          isOpen={isPicking}
          onClose={() => setPicking(false)}
          onPick={(name) => attempt(toggleReaction(post, name))}
        >
          <button
            type="button"
            className="icon-button"
            aria-label="React"
            title="React"
            onClick={() => setPicking(!isPicking)}
          >
            <IconMoodPlus size={16} stroke={1.6} aria-hidden />
          </button>
        </SignPicker>
        {!isInThread && (
          <button
            type="button"
            className="icon-button"
            aria-label="Reply"
            title="Reply in a thread"
            onClick={() => setPanel({ kind: 'thread', rootId })}
          >
            <IconMessageReply size={16} stroke={1.6} aria-hidden />
          </button>
        )}
        <Menu
          opened={isMenuOpen}
          onChange={setMenuOpen}
          position="bottom-end"
          shadow="md"
          width={230}
          withinPortal
          returnFocus
        >
          <Menu.Target>
            <button type="button" className="icon-button" aria-label="More" title="More">
              <IconDots size={16} stroke={1.6} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>{isMenuOpen && <PostMenu post={post} isInThread={isInThread} />}</Menu.Dropdown>
        </Menu>
      </div>
    </div>
  )
}

const icon = (Icon: typeof IconEdit) => <Icon size={15} stroke={1.6} aria-hidden />

function PostMenu({ post, isInThread }: { post: Post; isInThread: boolean }) {
  const isOwn = useChat(({ me }) => me === post.user_id)
  const isSaved = useChat(({ saved }) => saved[post.id] === true)
  const isForeign = useChat((state) => state.isForeign)
  const quote = () => {
    const author = userName(chatNow().users[post.user_id])
    const rootId = isInThread ? post.root_id || post.id : ''
    write(post.channel_id, rootId, ({ text }) => ({ text: quotation(author, post.message) + text }))
  }
  return (
    <>
      <Menu.Item leftSection={icon(IconBlockquote)} onClick={quote}>
        Quote
      </Menu.Item>
      <Menu.Item leftSection={icon(IconArrowForwardUp)} onClick={() => openPostDialog({ forwarding: post })}>
        Forward…
      </Menu.Item>
      <Menu.Item leftSection={icon(IconLink)} onClick={() => void copyLink(post)}>
        Copy link
      </Menu.Item>
      <Menu.Item leftSection={icon(IconAlertTriangle)} onClick={() => openPostDialog({ attaching: post })}>
        Attach to an alert…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={icon(IconBookmark)} onClick={() => attempt(toggleSaved(post.id))}>
        {isSaved ? 'Remove from saved' : 'Save'}
      </Menu.Item>
      <Menu.Item leftSection={icon(IconPin)} onClick={() => attempt(togglePin(post))}>
        {post.is_pinned ? 'Unpin' : 'Pin to the channel'}
      </Menu.Item>
      <Menu.Item leftSection={icon(IconMailOpened)} onClick={() => attempt(markUnread(post))}>
        Mark as unread
      </Menu.Item>
      {isForeign ? (
        <p className="menu-note">This chat server does not report who has seen a message.</p>
      ) : (
        <Menu.Item leftSection={icon(IconChecks)} onClick={() => openPostDialog({ receiptsOf: post })}>
          Seen by…
        </Menu.Item>
      )}
      {isOwn && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={icon(IconEdit)} onClick={() => openPostDialog({ editing: post.id })}>
            Edit
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={icon(IconTrash)}
            onClick={() => openPostDialog({ deleting: post })}
          >
            Delete…
          </Menu.Item>
        </>
      )}
    </>
  )
}
