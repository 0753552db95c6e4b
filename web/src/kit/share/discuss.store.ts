import type { ChatCard } from '@samudra/contract/chat'
import { create } from 'zustand'

/** Object whose topics of the forum a user wants to see; null when no dialog is open. */
export const useDiscuss = create<{ card: ChatCard | null }>(() => ({ card: null }))

/** Opens the dialog with the topics of the forum about an object. */
export const discuss = (card: ChatCard) => useDiscuss.setState({ card })
