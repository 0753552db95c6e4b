import {
  getNoticeDeliveries,
  getNotices,
  getNoticeSettings,
  NOTIFICATION_KINDS,
  NOTIFICATION_SEVERITIES,
  readNotices,
  testNotice,
  updateNoticeSettings,
} from '@samudra/contract/notifications'
import { getVesselNotifications } from '@samudra/contract/subscriptions'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const NOTICES = 'server/src/rooms/watch/notifications/notifications.test.ts'
const SHIPS = 'server/src/rooms/vessels/subscriptions/subscriptions.test.ts'
const row = () => ({ INFO: ['PAGE'], WARNING: ['PAGE'], CRITICAL: ['PAGE'] })
const cells = NOTIFICATION_KINDS.flatMap((kind) =>
  NOTIFICATION_SEVERITIES.map((severity) => `channels.${kind}.${severity}`),
)

export const CASES = [
  parameterCase(getNotices, { elsewhere: NOTICES }),
  parameterCase(readNotices, { elsewhere: { ids: NOTICES, upto: NOTICES, kind: SHIPS } }),
  parameterCase(getNoticeDeliveries, {
    base: async ({ call }) => ({ id: (await call(testNotice, { severity: 'INFO' })).id }),
  }),
  parameterCase(getVesselNotifications, { elsewhere: SHIPS }),
  parameterCase(testNotice, { elsewhere: NOTICES }),
  parameterCase(updateNoticeSettings, {
    base: async ({ call }) => ({
      channels: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, row()])),
      quiet: { from: '22:00', to: '06:00' },
      breaks: 'CRITICAL',
      digest: { at: '08:00' },
      expected_version: (await call(getNoticeSettings, {})).version,
    }),
    other: Object.fromEntries(cells.map((cell) => [cell, ['PAGE', 'SOUND']])),
    elsewhere: { 'digest.every_h': NOTICES },
  }),
]
