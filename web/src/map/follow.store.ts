import type { Subscription } from '@samudra/contract/subscriptions'
import { create } from 'zustand'

/** Target of a subscription with the name shown here. */
export type Followed = Subscription['target'] & { name: string }

/** Target the subscription dialog is open for; null while it is closed. */
export const useFollow = create<{ wanted: Followed | null }>(() => ({ wanted: null }))
export const follow = (wanted: Followed) => useFollow.setState({ wanted })
export const closeFollow = () => useFollow.setState({ wanted: null })
