import { getUnread, type Unread } from '@samudra/contract/unread'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { SamudraQueries } from '../../../sea/topics.ts'

/** Counts of all rooms, requested of each. */
export const unreadOps = ({ queries }: { queries: SamudraQueries }): Handled[] => [
  handle(getUnread, async ({ caller }) => {
    const items: Unread[] = (await queries.request('unread', caller)).flat()
    const total = items.reduce((sum, { room, count }) => sum + (room === 'notices' ? 0 : count), 0)
    return { items, total }
  }),
]
