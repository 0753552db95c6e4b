import type { FORUM_FLAG_STATES } from '@samudra/contract/forum'
import { getForumFlags } from '@samudra/contract/forum-moderation'
import { useEffect } from 'react'
import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { ForumPage } from '../ForumPage.tsx'
import { useCategories } from '../list/use-categories.ts'
import { FlagCard } from './FlagCard.tsx'
import { groupFlags } from './flag-groups.ts'
import { useOpenFlags } from './use-open-flags.ts'

type FlagState = (typeof FORUM_FLAG_STATES)[number]
const STATES: readonly { value: FlagState; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'UPHELD', label: 'Upheld' },
  { value: 'DISMISSED', label: 'Dismissed' },
]
const EMPTY: Record<FlagState, { title: string; hint: string }> = {
  OPEN: { title: 'No open flags', hint: 'Flagged posts appear here for a decision.' },
  UPHELD: { title: 'No upheld flags', hint: 'Flags that moderators agreed with appear here.' },
  DISMISSED: { title: 'No dismissed flags', hint: 'Flags that moderators did not agree with appear here.' },
}

/** Flagged posts of the categories that the reader moderates, with their decisions. */
export function Component() {
  const categories = useCategories().data
  const isModerator = categories?.some(({ can_moderate }) => can_moderate) ?? false
  const open = useOpenFlags(isModerator)
  return (
    <ForumPage title="Flagged posts" subtitle={isModerator ? countWords(open, 'open flag') : ''}>
      {categories !== undefined && !isModerator ? (
        <Nothing title="Nothing to moderate" hint="Moderators of a category decide its flags here." />
      ) : (
        <Flags />
      )}
    </ForumPage>
  )
}

function Flags() {
  const { valueOf, put } = useAddress()
  const state = STATES.find(({ value }) => value === valueOf('state'))?.value ?? 'OPEN'
  return (
    <>
      <div className="forum-filters">
        <Segments
          label="State"
          value={state}
          data={STATES}
          onChange={(value) => put('state', value === 'OPEN' ? '' : value)}
        />
      </div>
      <FlagList key={state} state={state} />
    </>
  )
}

function FlagList({ state }: { state: FlagState }) {
  const categories = useCategories().data ?? []
  const { table } = usePages(getForumFlags, { state }, { rowKey: ({ id }) => id })
  const { rows, isWaiting, error, onRetry, hasMore, onMore } = table
  // A decided flag leaves the list with the focus in it.
  const shown = isWaiting ? null : rows
  useEffect(() => {
    if (shown === null) return
    focusIfLost(() => elementAt('.forum-decision input') ?? elementAt('.forum-filters input:checked'))
  }, [shown])
  if (error != null && rows.length === 0) return <Failed error={error} onRetry={onRetry} />
  if (isWaiting) return <Waiting />
  if (rows.length === 0) return <Nothing title={EMPTY[state].title} hint={EMPTY[state].hint} />
  return (
    <ol className="forum-cards" aria-label="Flagged posts">
      {groupFlags(rows).map(({ flags }) => (
        <FlagCard
          key={flags[0].id}
          flags={flags}
          category={categories.find(({ id }) => id === flags[0].category_id)}
        />
      ))}
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
