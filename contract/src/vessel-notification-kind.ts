import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `subscriptions.ts` lead to. Apart, since the first view needs it alone. */
export const vesselNotifications = notificationKind({
  code: 'VESSEL',
  label: 'Vessels, lists, areas and ports you follow',
  plural: 'Vessels',
  usual: { WARNING: ['PAGE', 'SOUND'] },
})
