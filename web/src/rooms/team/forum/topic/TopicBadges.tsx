import type { ForumTopic } from '@samudra/contract/forum'
import { IconCheck, IconLock, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { FORUM } from '../forum-links.ts'

/** State and tags of a topic. */
export function TopicBadges({ topic }: { topic: ForumTopic }) {
  return (
    <span className="forum-badges">
      {topic.pinned !== 'NONE' && <IconPinFilled size={15} aria-label="Pinned" />}
      {topic.locked && <IconLock size={15} aria-label="Locked" />}
      {topic.answer_post_id !== null && (
        <IconCheck className="forum-answered" size={16} aria-label="Answered" />
      )}
      {topic.deleted_at !== null && <IconTrash size={15} aria-label="Deleted" />}
      {topic.tags.map((tag) => (
        <Link key={tag} className="forum-tag" to={`${FORUM}?tag=${encodeURIComponent(tag)}`}>
          {tag}
        </Link>
      ))}
    </span>
  )
}
