import { forumCategoriesChanged } from '@samudra/contract/forum'
import { getForumTopicDetails } from '@samudra/contract/forum-calls'
import { useParams } from 'react-router'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { Refused } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'
import { ForumNames } from './ForumNames.tsx'
import { ForumLists } from './list/ForumLists.tsx'
import { useCategories } from './list/use-categories.ts'
import { TopicScreen } from './topic/TopicScreen.tsx'
import './forum.css'

/** A category with its topics, or a topic with its posts, by the id of the address; of a post the topic around it. */
export function Component() {
  const { id = '', cid = null } = useParams()
  const categories = useCategories()
  const category = categories.data?.find((one) => one.id === id)
  const isKnown = categories.data !== undefined || categories.isError
  const topic = useAnswer(getForumTopicDetails, { id }, { enabled: isKnown && category === undefined })
  const stale = useStale()
  usePush(forumCategoriesChanged, () => stale(getForumTopicDetails))
  if (category !== undefined) return <ForumLists key={id} category={category} />
  const isGone = topic.error instanceof Refused && topic.error.code === 'NOT_FOUND'
  if (topic.data === undefined || isGone)
    return (
      <Page title="Forum">
        {topic.isError ? <Failed error={topic.error} onRetry={() => topic.refetch()} /> : <Waiting />}
      </Page>
    )
  return (
    <ForumNames>
      <TopicScreen key={topic.data.id} topic={topic.data} categories={categories.data ?? []} cid={cid} />
    </ForumNames>
  )
}
