import type { Subscription } from '@samudra/contract/subscriptions'
import { create } from 'zustand'

/** What is to be followed, as it is called here. */
export type Followed = Subscription['target'] & { name: string }

/** What the dialog of subscriptions is open for; null while it is closed. */
export const useFollow = create<{ wanted: Followed | null }>(() => ({ wanted: null }))
export const follow = (wanted: Followed) => useFollow.setState({ wanted })
export const closeFollow = () => useFollow.setState({ wanted: null })
