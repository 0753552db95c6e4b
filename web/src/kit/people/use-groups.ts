import { tableUpdate } from '@samudra/contract/kind'
import { getGroups, type UserGroup } from '@samudra/contract/roster'
import { usePush } from '../../wire/push.ts'
import { useAnswer, useStale } from '../../wire/use-answer.ts'

const NONE: readonly UserGroup[] = []

/** Groups of users as they are now; empty while they are not known. */
export function useGroups(): readonly UserGroup[] {
  const stale = useStale()
  usePush(tableUpdate, ({ table }) => {
    if (table === 'groups' || table === 'users') stale(getGroups)
  })
  return useAnswer(getGroups, {}, { keep: true }).data?.items ?? NONE
}
