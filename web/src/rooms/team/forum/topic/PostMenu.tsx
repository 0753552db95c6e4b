import type { ForumPost } from '@samudra/contract/forum'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { copyText } from '../../../../kit/text/copy-text.ts'
import { useSession } from '../../../../wire/session.ts'
import { postLink } from '../forum-links.ts'
import { markAnswer, removePost, restorePost } from './post-changes.ts'
import { useTopic } from './topic-context.ts'

/** Menu of a post: address, change, deletion, answer, flag. */
export function PostMenu({ post }: { post: ForumPost }) {
  const { topic, open, answer, show } = useTopic()
  const own = useSession((state) => state.user?.id)
  const button = useRef<HTMLButtonElement>(null)
  const isOwn = post.author.id === own
  const isDeleted = post.deleted_at !== null
  const mayChange = isOwn || topic.can_moderate
  if (isDeleted && !mayChange) return null
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={210}
      // The field of a change takes the focus while the menu closes.
      returnFocus={false}
      onExitTransitionEnd={() => requestAnimationFrame(() => focusIfLost(() => button.current))}
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className="forum-action"
          aria-label={`More about post ${post.number}`}
          title="More"
        >
          <IconDots size={15} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isDeleted ? (
          <Menu.Item onClick={() => void restorePost(open, post)}>Restore</Menu.Item>
        ) : (
          <>
            <Menu.Item onClick={() => void copyText(window.location.origin + postLink(topic, post.cid))}>
              Copy link
            </Menu.Item>
            {post.edits.length > 0 && (
              <Menu.Item onClick={() => show({ kind: 'EDITS', post })}>Show the changes</Menu.Item>
            )}
            {topic.can_mark_answer && post.number > 1 && (
              <Menu.Item onClick={() => void markAnswer(post)}>
                {post.is_answer ? 'Not the answer' : 'Mark as the answer'}
              </Menu.Item>
            )}
            {mayChange && <Menu.Item onClick={() => answer({ kind: 'edit', post })}>Edit</Menu.Item>}
            {mayChange && post.number > 1 && (
              <Menu.Item onClick={() => void removePost(open, post)}>Delete</Menu.Item>
            )}
            {!isOwn && (
              <Menu.Item onClick={() => show({ kind: 'FLAG', post })}>Flag for a moderator</Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
