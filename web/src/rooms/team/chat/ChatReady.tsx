import { useEffect, type ReactNode } from 'react'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { useSession } from '../../../wire/session.ts'
import { ChatNames } from './talk/ChatNames.tsx'
import { isNotLinked } from './state/chat-client.ts'
import { LinkAccount } from './LinkAccount.tsx'
import { useChat } from './state/chat.store.ts'
import { linkChat, relinkChat } from './state/chat-link.ts'
import './chat.css'
import './chat-posts.css'

/** Shows the chat once it is loaded; until then that it loads, or why it does not. */
export function ChatReady({ children }: { children: ReactNode }) {
  const userId = useSession(({ user }) => user?.id)
  const stage = useChat((state) => state.stage)
  const fault = useChat((state) => state.fault)
  useEffect(() => {
    if (userId !== undefined) void linkChat(userId)
  }, [userId])
  if (stage === 'ready') return <ChatNames>{children}</ChatNames>
  if (stage === 'failed' && isNotLinked(fault)) return <LinkAccount />
  if (stage === 'failed' && fault !== null) return <Failed error={fault} onRetry={relinkChat} />
  return <Waiting />
}
