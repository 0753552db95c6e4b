import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `jobs.ts` lead to. Apart, since the first view needs it alone. */
export const jobNotifications = notificationKind({
  code: 'JOB',
  label: 'Failed server jobs',
  plural: 'Jobs',
})
