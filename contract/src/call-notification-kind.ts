import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `calls.ts` lead to. Apart, since the first view needs it alone. */
export const callNotifications = notificationKind({
  code: 'CALL',
  label: 'Missed calls',
  plural: 'Missed calls',
  usual: { INFO: ['PAGE'], WARNING: ['PAGE', 'SOUND'] },
})
