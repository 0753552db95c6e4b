import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `alerts.ts` lead to. Apart, since the first view needs it alone. */
export const alertNotifications = notificationKind({
  code: 'ALERT',
  label: 'Alerts for you to review',
  plural: 'Alerts',
  usual: { WARNING: ['PAGE', 'SOUND'] },
})
