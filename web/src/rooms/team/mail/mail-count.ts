import { keepStore } from '../../../store/saved-stores.ts'
import { setUnread, useUnread } from '../../../stored/unread.store.ts'

const countNow = () => useUnread.getState().counts.get('mail') ?? 0

/** Sets the mail count: unread mails of the inbox. */
export const setMailCount = (count: number) => setUnread('mail', Math.max(0, count))
export const incrementMailCount = () => setMailCount(countNow() + 1)
/** Resets the mail count to 0; a logout does so too, since it ends the page. */
export const resetMailCount = () => setMailCount(0)

keepStore(useUnread, {
  name: 'mail.count',
  of: 'user',
  read: ({ counts }) => ({ count: counts.get('mail') ?? 0 }),
  restore: ({ count }) => {
    // Later counts of the server are newer.
    if (typeof count === 'number' && countNow() === 0) setMailCount(count)
    return {}
  },
})
