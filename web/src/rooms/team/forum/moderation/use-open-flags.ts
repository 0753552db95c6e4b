import { forumFlagsChanged } from '@samudra/contract/forum'
import { getForumFlags } from '@samudra/contract/forum-moderation'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

/** Number of open flags that the reader may decide, as it is now; 0 for others than moderators. */
export function useOpenFlags(isModerator: boolean): number {
  const stale = useStale()
  usePush(forumFlagsChanged, () => stale(getForumFlags))
  const { data } = useAnswer(getForumFlags, { limit: 1 }, { enabled: isModerator, keep: true })
  return isModerator ? (data?.total ?? 0) : 0
}
