import { createContext, useContext } from 'react'

/** Part that is open beside a conversation. */
export type Panel =
  | { kind: 'thread'; rootId: string }
  | { kind: 'threads' | 'saved' | 'pins' | 'files' | 'members' | 'channel' }
  | { kind: 'search'; terms: string }

/** Place in which the chat is shown: the screen or the dock, and the ways between its parts. */
export type ChatPlace = {
  /** True in the dock and on a phone: one part is shown at a time. */
  isNarrow: boolean
  channelId: string | null
  openChannel: (channelId: string | null) => void
  openPost: (channelId: string, postId: string) => void
  panel: Panel | null
  setPanel: (panel: Panel | null) => void
}

export const ChatPlaceContext = createContext<ChatPlace | null>(null)

export function useChatPlace(): ChatPlace {
  const place = useContext(ChatPlaceContext)
  if (place === null) throw new Error('The chat is shown outside of a place.')
  return place
}
