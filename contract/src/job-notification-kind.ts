import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `jobs.ts` lead to. Apart, since the first view needs it alone. */
export const jobNotifications = notificationKind({
  code: 'JOB',
  label: 'Jobs of the server that fail',
  plural: 'Jobs',
})
