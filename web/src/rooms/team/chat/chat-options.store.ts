import { create } from 'zustand'
import { fitting, keepStore } from '../../../store/saved-stores.ts'

type ChatOptions = {
  /** Messages make no sound. */
  isSilent: boolean
  /** Messages are shown outside of the window while it is not in front. */
  isDesktop: boolean
  /** The dock beside the screen is open. */
  isDocked: boolean
  /** Channel shown in the dock; null for the list. */
  docked: string | null
}
const USUAL: ChatOptions = { isSilent: false, isDesktop: false, isDocked: false, docked: null }

/** Choices of a user about the chat in this browser, and an address that is to be opened. */
export const useChatOptions = create<ChatOptions & { wanted: string | null }>(() => ({
  ...USUAL,
  wanted: null,
}))
keepStore(useChatOptions, {
  name: 'chat.options',
  of: 'user',
  read: ({ isSilent, isDesktop, isDocked, docked }) => ({ isSilent, isDesktop, isDocked, docked }),
  restore: (held) => fitting(USUAL, held),
})

/** Opens the dock with a channel, or with the list. */
export const openDock = (channelId: string | null = null) =>
  useChatOptions.setState(({ docked }) => ({ isDocked: true, docked: channelId ?? docked }))
export const closeDock = () => useChatOptions.setState({ isDocked: false })

/** Numbers beside the name of the chat, on every screen. */
export const useChatCounts = create<{ unread: number; mentions: number }>(() => ({ unread: 0, mentions: 0 }))
