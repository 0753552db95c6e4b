import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that runs of reports lead to. Apart, since the first view needs it alone. */
export const reportNotifications = notificationKind({
  code: 'REPORT',
  label: 'Reports that are ready or failed',
  plural: 'Reports',
})
