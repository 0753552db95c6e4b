import { forumCategoriesChanged, forumPost, forumRead, forumTopicChanged } from '@samudra/contract/forum'
import { getForumCategories } from '@samudra/contract/forum-calls'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

/** Categories that the reader sees, with their counts, as they are now. */
export function useCategories() {
  const stale = useStale()
  const again = () => stale(getForumCategories)
  usePush(forumCategoriesChanged, again)
  usePush(forumPost, again)
  usePush(forumTopicChanged, again)
  usePush(forumRead, again)
  return useAnswer(getForumCategories, {}, { keep: true })
}
