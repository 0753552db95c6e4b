import type { ForumCategory } from '@samudra/contract/forum'
import { searchForum } from '@samudra/contract/forum-calls'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { usePages } from '../../../../wire/use-pages.ts'
import { CategoryName } from '../CategoryName.tsx'
import { postLink } from '../forum-links.ts'

type Props = { q: string; categories: readonly ForumCategory[]; categoryId: string | null }

/** Posts that match a search, the latest first. */
export function SearchResults({ q, categories, categoryId }: Props) {
  const query = { q, ...(categoryId !== null && { category_id: categoryId }) }
  const { table } = usePages(searchForum, query, { rowKey: ({ cid }) => cid })
  const { rows, isWaiting, error, onRetry, hasMore, onMore } = table
  const byId = new Map(categories.map((one) => [one.id, one]))
  if (error != null && rows.length === 0) return <Failed error={error} onRetry={onRetry} />
  if (isWaiting) return <Waiting />
  if (rows.length === 0)
    return (
      <Nothing
        title="Nothing found"
        hint="Operators: in:category from:user tag:word is:open, locked, answered, unread, liked, mine, before:2026-01-31 after:2026-01-01 has:file"
      />
    )
  return (
    <ol className="forum-results">
      {rows.map((hit) => {
        const category = byId.get(hit.category_id)
        return (
          <li key={hit.cid}>
            <Link to={postLink({ id: hit.topic_id, slug: hit.topic_slug }, hit.cid)}>
              {hit.locked && <IconLock size={13} aria-label="Locked" />}
              {hit.answered && <IconCheck size={14} aria-label="Answered" />}
              <b>{hit.topic_title}</b> <span className="dim">#{hit.number}</span>
            </Link>
            <p>{hit.excerpt}</p>
            <p className="dim">
              {category !== undefined && <CategoryName category={category} />} {hit.author.username},{' '}
              <When at={hit.created_at} />
            </p>
          </li>
        )
      })}
      {hasMore && (
        <li>
          <button type="button" className="link-button" onClick={onMore}>
            More
          </button>
        </li>
      )}
    </ol>
  )
}
