import { notificationKind } from './notification-kind.ts'

/** Kind of the notifications that the operations of `areas.ts` lead to. Apart, since the first view needs it alone. */
export const areaNotifications = notificationKind({
  code: 'AREA',
  label: 'Shared areas',
  plural: 'Areas',
})
