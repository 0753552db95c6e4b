import {
  getAisHistoryForTrackBtwInterval,
  getDaysInFiles,
  getRawMessages,
  getTrackForMmsi,
  getTrailData,
} from '@samudra/contract/history'
import { archiveDay, restoreDay } from '@samudra/contract/storage'
import { PERIOD } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { SHIP } from '../../../../testing/parameters/sea.ts'

const RAW = 'server/src/rooms/picture/feeds/reading/raw.test.ts'
const DAYS = 'server/src/rooms/past/history/tiers/days-in-files.test.ts'
const STORAGE = 'server/src/rooms/past/history/storage.test.ts'

export const CASES = [
  parameterCase(archiveDay, { elsewhere: STORAGE }),
  parameterCase(restoreDay, { elsewhere: STORAGE }),
  parameterCase(getTrackForMmsi, { base: () => ({ mmsi: SHIP }), other: { interval: '10 minutes' } }),
  parameterCase(getTrailData, {
    base: () => ({ mmsis: [SHIP], trail_type: 'interval', ...PERIOD }),
    other: { length: '10 minutes' },
  }),
  parameterCase(getAisHistoryForTrackBtwInterval, { base: () => ({ mmsi: SHIP, ...PERIOD }) }),
  parameterCase(getRawMessages, { elsewhere: RAW }),
  parameterCase(getDaysInFiles, { elsewhere: DAYS }),
]
