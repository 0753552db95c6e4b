import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `mail-calls.ts` lead to. Apart, since the first view needs it alone. */
export const mailNotifications = notificationKind({
  code: 'MAIL',
  label: 'New mail',
  plural: 'Mails',
  isFleeting: true,
  usual: { INFO: ['PAGE'], WARNING: ['PAGE', 'SOUND'] },
})
