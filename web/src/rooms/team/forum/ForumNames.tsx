import { DUTY_HANDLES, groupHandle } from '@samudra/contract/roster'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { rosterNames, userNames, type MentionName } from '../../../kit/people/mention-names.ts'
import { useGroups } from '../../../kit/people/use-groups.ts'
import { usePresence } from '../../../stored/presence.store.ts'
import { useSession } from '../../../wire/session.ts'

type Names = {
  /** Names that are offered behind an @. */
  choices: readonly MentionName[]
  /** True for names that notify. */
  isName: (name: string) => boolean
  /** True for names that mean the reader. */
  isReader: (name: string) => boolean
}
const NamesContext = createContext<Names>({ choices: [], isName: () => false, isReader: () => false })
export const useForumNames = () => use(NamesContext)

/** Works out the names that posts may mention, once for all posts and fields within. */
export function ForumNames({ children }: { children: ReactNode }) {
  const users = useSession((state) => state.allUsersList)
  const own = useSession((state) => state.user)
  const groups = useGroups()
  const duties = usePresence((state) => state.users.get(own?.id ?? '')?.duties)
  const names = useMemo((): Names => {
    const choices = [...userNames(users, own?.id), ...rosterNames(groups)]
    const me = own?.username.toLowerCase() ?? ''
    const known = new Set([me, ...choices.map(({ name }) => name.toLowerCase())])
    const mine = new Set([
      me,
      ...groups.filter(({ members }) => members.includes(own?.id ?? '')).map(({ name }) => groupHandle(name)),
      ...[...DUTY_HANDLES]
        .filter(([, role]) => duties?.some((duty) => duty.role === role))
        .map(([name]) => name),
    ])
    return {
      choices,
      isName: (name) => known.has(name.toLowerCase()),
      isReader: (name) => mine.has(name.toLowerCase()),
    }
  }, [users, own, groups, duties])
  return <NamesContext value={names}>{children}</NamesContext>
}
