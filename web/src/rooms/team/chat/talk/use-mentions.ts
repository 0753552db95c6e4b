import { useMemo } from 'react'
import type { MentionChoice } from '../../../../kit/messages/mention-search.ts'
import { useChat } from '../state/chat.store.ts'

/** Names that mean everybody in a channel. */
const EVERYBODY: readonly MentionChoice[] = [
  { name: 'all', label: 'all', detail: 'Everybody in this channel' },
  { name: 'here', label: 'here', detail: 'Everybody in this channel who is online' },
]

/** Names that may be mentioned: users and everybody. */
export function useMentionChoices(): readonly MentionChoice[] {
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  return useMemo(
    () => [
      ...Object.values(users)
        .filter(({ id, delete_at }) => id !== me && delete_at === 0)
        .map(({ username, first_name, last_name, nickname, position }) => ({
          name: username,
          label: [first_name, last_name].filter(Boolean).join(' ') || nickname || username,
          ...(position === '' ? {} : { detail: position }),
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ...EVERYBODY,
    ],
    [users, me],
  )
}

const ALL = new Set(['all', 'channel', 'here'])
/** Recognises names in messages, and those that mean the reader. */
export function useNames() {
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  return useMemo(() => {
    const names = new Set(Object.values(users).map(({ username }) => username.toLowerCase()))
    const own = users[me]?.username.toLowerCase()
    return {
      isName: (name: string) => ALL.has(name.toLowerCase()) || names.has(name.toLowerCase()),
      isReader: (name: string) => ALL.has(name.toLowerCase()) || name.toLowerCase() === own,
    }
  }, [users, me])
}
