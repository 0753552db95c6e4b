import { getNotices, getNoticeSettings, readNotices, updateNoticeSettings } from '@samudra/contract/notices'
import { trial } from '../../testing/parameters/row.ts'

const NOTICES = 'elsewhere: server/src/notices/notices.test.ts'
const BY_PAGE = ['PAGE']

export const TRIALS = [
  trial(getNotices, { other: { unread: NOTICES, limit: NOTICES, cursor: NOTICES } }),
  trial(readNotices, { other: { ids: NOTICES, upto: NOTICES } }),
  trial(updateNoticeSettings, {
    base: async ({ call }) => ({
      channels: { EVENT: BY_PAGE, AREA: BY_PAGE, IMPORT: BY_PAGE, JOB: BY_PAGE },
      quiet: { from: '22:00', to: '06:00' },
      breaks: 'CRITICAL',
      expected_version: (await call(getNoticeSettings, {})).version,
    }),
    other: {
      'channels.EVENT': [],
      'channels.AREA': [],
      'channels.IMPORT': [],
      'channels.JOB': [],
      'quiet.from': '21:00',
      'quiet.to': '05:00',
      breaks: 'WARNING',
      expected_version: 999,
    },
  }),
]
