import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { ForumNames } from './ForumNames.tsx'
import { CategoryRail } from './list/CategoryRail.tsx'
import { useCategories } from './list/use-categories.ts'
import './forum.css'

const NARROW = '(max-width: 859px)'
type Props = { title: string; subtitle?: string; actions?: ReactNode; children: ReactNode }

/** Screen of the forum beside the rail of its categories; above its parts on a narrow window. */
export function ForumPage({ children, ...head }: Props) {
  const answer = useCategories()
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches, {
    getInitialValueInEffect: false,
  })
  const categories = answer.data
  return (
    <ForumNames>
      <Page {...head}>
        {categories === undefined ? (
          answer.isError ? (
            <Failed error={answer.error} onRetry={() => answer.refetch()} />
          ) : (
            <Waiting />
          )
        ) : (
          <div className="forum" data-narrow={isNarrow || undefined}>
            <CategoryRail categories={categories} />
            <div className="forum-main">{children}</div>
          </div>
        )}
      </Page>
    </ForumNames>
  )
}
