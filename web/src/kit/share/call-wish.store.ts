import type { CallKind, CallSubject } from '@samudra/contract/calls'
import { create } from 'zustand'

/** Call that a user wants to make: of these people, or of some that are chosen in a dialog. */
export type CallWish = {
  kind: CallKind
  userIds: readonly string[]
  channelId?: string
  /** Object that the call is about. */
  subject?: CallSubject
}
export const useCallWish = create<{ wish: CallWish | null }>(() => ({ wish: null }))

/** Calls users; without any, a dialog lets the user choose them. */
export const wishCall = (wish: CallWish) => useCallWish.setState({ wish })
