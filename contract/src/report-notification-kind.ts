import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that runs of reports lead to. Apart, since the first view needs it alone. */
export const reportNotifications = notificationKind({
  code: 'REPORT',
  label: 'Finished and failed reports',
  plural: 'Reports',
})
