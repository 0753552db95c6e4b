import type { UnreadRoom } from '@samudra/contract/unread'
import { create } from 'zustand'

/** Counts of what this user has not read or taken up, by room. */
export const useUnread = create<{ counts: ReadonlyMap<UnreadRoom, number> }>(() => ({ counts: new Map() }))

export const setUnread = (room: UnreadRoom, count: number) =>
  useUnread.setState(({ counts }) =>
    (counts.get(room) ?? 0) === count ? {} : { counts: new Map(counts).set(room, count) },
  )

/** Sum of the counts; notices repeat what other rooms count. */
export const unreadTotal = (counts: ReadonlyMap<UnreadRoom, number>): number =>
  [...counts].reduce((sum, [room, count]) => sum + (room === 'notices' ? 0 : count), 0)
