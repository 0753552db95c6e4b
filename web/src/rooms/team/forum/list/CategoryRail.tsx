import type { ForumCategory } from '@samudra/contract/forum'
import { IconBellOff, IconEye, IconEyeOff, IconFlag, IconLock, IconMessages } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { categoryLink, FLAGS, FORUM } from '../forum-links.ts'
import { useOpenFlags } from '../moderation/use-open-flags.ts'

/** Categories of the forum with what is unread and new in each. */
export function CategoryRail({ categories }: { categories: readonly ForumCategory[] }) {
  const unread = categories.reduce((sum, one) => sum + one.unread, 0)
  const isModerator = categories.some(({ can_moderate }) => can_moderate)
  const flags = useOpenFlags(isModerator)
  return (
    <nav className="forum-rail" aria-label="Categories">
      <NavLink className="forum-rail-entry" to={FORUM} end>
        <IconMessages size={15} aria-hidden />
        <span>All topics</span>
        <Counts unread={unread} fresh={0} />
      </NavLink>
      {categories.map((category) => (
        <NavLink key={category.id} className="forum-rail-entry" to={categoryLink(category)}>
          <span className="forum-swatch" style={{ background: category.color }} />
          <span>{category.name}</span>
          {!category.can_read && <IconEyeOff size={13} aria-label="You do not see its topics" />}
          {category.visibility !== 'ALL' && <IconLock size={13} aria-label="Not visible to all" />}
          {category.level === 'MUTED' && <IconBellOff size={13} aria-label="Muted" />}
          {category.level === 'WATCHING' && <IconEye size={13} aria-label="Watching" />}
          <Counts unread={category.unread} fresh={category.new_topics} />
        </NavLink>
      ))}
      {isModerator && (
        <NavLink className="forum-rail-entry forum-rail-apart" to={FLAGS}>
          <IconFlag size={15} aria-hidden />
          <span>Flagged posts</span>
          <span className="forum-counts">
            {flags > 0 && (
              <b className="forum-unread" title={countWords(flags, 'open flag')}>
                {countText(flags)}
              </b>
            )}
          </span>
        </NavLink>
      )}
    </nav>
  )
}

function Counts({ unread, fresh }: { unread: number; fresh: number }) {
  return (
    <span className="forum-counts">
      {unread > 0 && (
        <b className="forum-unread" title={`${countText(unread)} topics with unread posts`}>
          {countText(unread)}
        </b>
      )}
      {fresh > 0 && (
        <span className="forum-fresh" title={`${countText(fresh)} new topics`}>
          {countText(fresh)} new
        </span>
      )}
    </span>
  )
}
