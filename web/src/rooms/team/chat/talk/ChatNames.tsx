import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { DUTY_HANDLES, groupHandle } from '@samudra/contract/roster'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { MentionChoice } from '../../../../kit/messages/mention-search.ts'
import { useGroups } from '../../../../kit/people/use-groups.ts'
import { usePresence } from '../../../../kept/presence.store.ts'
import { userIdOf } from '../state/chat-ids.ts'
import { useChat } from '../state/chat.store.ts'

type Names = {
  /** Names that are offered behind an @. */
  choices: readonly MentionChoice[]
  /** True for names that notify. */
  isName: (name: string) => boolean
  /** True for names that mean the reader. */
  isReader: (name: string) => boolean
}
const NO_NAMES: Names = { choices: [], isName: () => false, isReader: () => false }
const NamesContext = createContext(NO_NAMES)

/** Names that messages may mention: users, groups, duties and everybody. */
export const useNames = () => use(NamesContext)

const EVERYBODY: readonly MentionChoice[] = [
  { kind: 'everybody', name: 'all', label: 'Everybody in this channel' },
  { kind: 'everybody', name: 'here', label: 'Everybody in this channel who is online' },
]

/** Works the names out once for all messages and fields within. */
export function ChatNames({ children }: { children: ReactNode }) {
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  const ownGroups = useGroups()
  const isForeign = useChat((state) => state.isForeign)
  const duties = usePresence((state) => state.users.get(userIdOf(me))?.duties)
  const names = useMemo((): Names => {
    // Groups and duties of the product notify nobody through another chat server.
    const [groups, handles] = isForeign ? [[], []] : [ownGroups, [...DUTY_HANDLES]]
    const choices: MentionChoice[] = [
      ...Object.values(users)
        .filter(({ id, delete_at }) => id !== me && delete_at === 0)
        .map(({ id, username }): MentionChoice => ({ kind: 'user', name: username, id: userIdOf(id) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ...groups.map(({ name, color, members }): MentionChoice => {
        return { kind: 'group', name: groupHandle(name), label: name, color, count: members.length }
      }),
      ...handles.map(([name, role]): MentionChoice => {
        return { kind: 'duty', name, label: DUTY_ROLE_LABELS[role] }
      }),
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
      ...handles.filter(([, role]) => duties?.some((duty) => duty.role === role)).map(([name]) => name),
    ])
    return {
      choices,
      isName: (name) => known.has(name.toLowerCase()),
      isReader: (name) => mine.has(name.toLowerCase()),
    }
  }, [users, me, ownGroups, duties, isForeign])
  return <NamesContext value={names}>{children}</NamesContext>
}
