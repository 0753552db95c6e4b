import { useEffect, useState } from 'react'
import { userName } from '../state/channel-order.ts'
import { useChat, type Typist } from '../state/chat.store.ts'

const NONE: readonly Typist[] = []

/** Names the users who are typing in a conversation. */
export function TypingLine({ of }: { of: string }) {
  const typists = useChat((state) => state.typists[of]) ?? NONE
  const users = useChat((state) => state.users)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (typists.length === 0) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [typists])
  const names = typists.filter(({ until }) => until > now).map(({ userId }) => userName(users[userId]))
  if (names.length === 0) return null
  return (
    <span role="status">
      {names.length > 3
        ? 'Several people are typing…'
        : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} typing…`}
    </span>
  )
}
