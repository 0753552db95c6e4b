import { DUTY_HANDLES, groupHandle } from '@samudra/contract/roster'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { rosterNames, type MentionName } from '../../../../kit/people/mention-names.ts'
import { useGroups } from '../../../../kit/people/use-groups.ts'
import { usePresence } from '../../../../stored/presence.store.ts'
import { userIdOf } from '../state/chat-ids.ts'
import { useChat } from '../state/chat.store.ts'

type Names = {
  /** Names that are offered behind an @. */
  choices: readonly MentionName[]
  /** True for names that notify. */
  isName: (name: string) => boolean
  /** True for names that mean the reader. */
  isReader: (name: string) => boolean
}
const NO_NAMES: Names = { choices: [], isName: () => false, isReader: () => false }
const NamesContext = createContext(NO_NAMES)

/** Names that messages may mention: users, groups, duties and everybody. */
export const useNames = () => use(NamesContext)

const EVERYBODY: readonly MentionName[] = [
  { kind: 'everybody', name: 'all', label: 'Everybody in this channel' },
  { kind: 'everybody', name: 'here', label: 'Everybody in this channel who is online' },
]

/** Works the names out once for all messages and fields within. */
export function ChatNames({ children }: { children: ReactNode }) {
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  const groups = useGroups()
  const isForeign = useChat((state) => state.isForeign)
  const duties = usePresence((state) => state.users.get(userIdOf(me))?.duties)
  const names = useMemo((): Names => {
    const choices: MentionName[] = [
      ...Object.values(users)
        .filter(({ id, delete_at }) => id !== me && delete_at === 0)
        .map(({ id, username }): MentionName => ({ kind: 'user', name: username, id: userIdOf(id) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      // Groups and duties of the product cannot be notified through another chat server.
      ...(isForeign ? [] : rosterNames(groups)),
      ...EVERYBODY,
    ]
    const own = users[me]?.username.toLowerCase() ?? ''
    const known = new Set(['channel', own, ...choices.map(({ name }) => name.toLowerCase())])
    const mine = new Set([
      'all',
      'channel',
      'here',
      own,
      ...groups.filter(({ members }) => members.includes(userIdOf(me))).map(({ name }) => groupHandle(name)),
      ...[...DUTY_HANDLES]
        .filter(([, role]) => duties?.some((duty) => duty.role === role))
        .map(([name]) => name),
    ])
    return {
      choices,
      isName: (name) => known.has(name.toLowerCase()),
      isReader: (name) => mine.has(name.toLowerCase()),
    }
  }, [users, me, groups, duties, isForeign])
  return <NamesContext value={names}>{children}</NamesContext>
}
