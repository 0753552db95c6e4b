import type { ChatCard } from '@samudra/contract/chat'
import { create } from 'zustand'

/** Object that a user wants to share in the chat; null when no dialog is open. */
export const useShare = create<{ card: ChatCard | null }>(() => ({ card: null }))

/** Opens the dialog that shares an object in the chat. */
export const shareInChat = (card: ChatCard) => useShare.setState({ card })
