import { Modal } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useShare } from '../../../kit/share/share.store.ts'
import { useSession } from '../../../wire/session.ts'
import { useChatCounts, useChatOptions } from './chat-options.store.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { unreadOf } from './state/chat-counts.ts'
import { useChat, type ChatState } from './state/chat.store.ts'
import { linkChat, unlinkChat } from './state/chat-link.ts'
import './chat.css'
import './chat-posts.css'

/** The chat on every screen: its socket, sounds, counts and the dialog that shares something. */
export function ChatBackground() {
  const userId = useSession(({ user }) => user?.id)
  const card = useShare((state) => state.card)
  useEffect(() => {
    if (userId === undefined) return undefined
    void linkChat(userId)
    return unlinkChat
  }, [userId])
  useCounts()
  useWantedAddress()
  const close = () => useShare.setState({ card: null })
  return (
    <Modal opened={card !== null} onClose={close} title="Share in chat" size={480} centered>
      {card !== null && <ShareDialog card={card} onClose={close} />}
    </Modal>
  )
}

/** Keeps the numbers that stand beside the name of the chat. */
function useCounts() {
  const unread = useChat((state) => sum(state, 'unread'))
  const mentions = useChat((state) => sum(state, 'mentions'))
  useEffect(() => useChatCounts.setState({ unread, mentions }), [unread, mentions])
}

function sum({ channels, members }: ChatState, of: 'unread' | 'mentions'): number {
  return Object.values(channels).reduce((total, channel) => {
    const member = members[channel.id]
    if (channel.delete_at > 0 || member === undefined) return total
    return total + (of === 'mentions' ? member.mention_count : unreadOf(channel, member))
  }, 0)
}

/** Opens the conversation of a notification that was clicked. */
function useWantedAddress() {
  const wanted = useChatOptions((state) => state.wanted)
  const navigate = useNavigate()
  useEffect(() => {
    if (wanted === null) return
    useChatOptions.setState({ wanted: null })
    void navigate(wanted)
  }, [wanted, navigate])
}
