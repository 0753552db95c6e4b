import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `exchange.ts` lead to. Apart, since the first view needs it alone. */
export const importNotifications = notificationKind({
  code: 'IMPORT',
  label: 'Finished file imports',
  plural: 'Files',
})
