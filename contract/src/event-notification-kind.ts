import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `events.ts` lead to. Apart, since the first view needs it alone. */
export const eventNotifications = notificationKind({
  code: 'EVENT',
  label: 'Events reported by other users',
  plural: 'Events',
  shownMs: 20_000,
})
