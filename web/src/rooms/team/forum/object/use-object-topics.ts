import { forumTopicChanged, type ForumLink } from '@samudra/contract/forum'
import { getForumTopicsOfObject } from '@samudra/contract/forum-calls'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

/** Most topics of an object that are listed; the search of the forum finds others. */
const MOST = 50

/** Topics of the forum about an object, as they are now. */
export function useObjectTopics({ type, id }: Pick<ForumLink, 'type' | 'id'>) {
  const stale = useStale()
  usePush(forumTopicChanged, () => stale(getForumTopicsOfObject))
  return useAnswer(getForumTopicsOfObject, { type, id, limit: MOST })
}
