import {
  getNoticeDeliveries,
  getNotices,
  getNoticeSettings,
  NOTICE_KINDS,
  NOTICE_SEVERITIES,
  readNotices,
  testNotice,
  updateNoticeSettings,
} from '@samudra/contract/notifications'
import { getVesselNotifications } from '@samudra/contract/subscriptions'
import { trial } from '../../../../testing/parameters/row.ts'

const NOTICES = 'elsewhere: server/src/rooms/watch/notifications/notices.test.ts'
const SHIPS = 'elsewhere: server/src/rooms/vessels/subscriptions/subscriptions.test.ts'
const row = () => ({ INFO: ['PAGE'], WARNING: ['PAGE'], CRITICAL: ['PAGE'] })
const cells = NOTICE_KINDS.flatMap((kind) =>
  NOTICE_SEVERITIES.map((severity) => `channels.${kind}.${severity}`),
)

export const TRIALS = [
  trial(getNotices, { other: { unread: NOTICES, limit: NOTICES, cursor: NOTICES } }),
  trial(readNotices, { other: { ids: NOTICES, upto: NOTICES, kind: SHIPS } }),
  trial(getNoticeDeliveries, {
    base: async ({ call }) => ({ id: (await call(testNotice, { severity: 'INFO' })).id }),
  }),
  trial(getVesselNotifications, {
    other: Object.fromEntries(
      ['mmsi', 'type', 'severity', 'unread', 'from', 'to', 'limit', 'cursor'].map((name) => [name, SHIPS]),
    ),
  }),
  trial(testNotice, { other: { severity: NOTICES } }),
  trial(updateNoticeSettings, {
    base: async ({ call }) => ({
      channels: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, row()])),
      quiet: { from: '22:00', to: '06:00' },
      breaks: 'CRITICAL',
      digest: { at: '08:00' },
      expected_version: (await call(getNoticeSettings, {})).version,
    }),
    other: {
      ...Object.fromEntries(cells.map((cell) => [cell, ['PAGE', 'SOUND']])),
      'quiet.from': '21:00',
      'quiet.to': '05:00',
      breaks: 'WARNING',
      'digest.at': '09:00',
      'digest.every_h': NOTICES,
      expected_version: 999,
    },
  }),
]
