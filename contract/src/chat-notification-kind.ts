import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `chat.ts` lead to. Apart, since the first view needs it alone. */
export const chatNotifications = notificationKind({
  code: 'CHAT',
  label: 'Messages to you and mentions in chat',
  plural: 'Messages',
  usual: { INFO: ['PAGE', 'SOUND'], WARNING: ['PAGE', 'SOUND'] },
})
