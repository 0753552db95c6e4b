import {
  getAisHistoryForTrackBtwInterval,
  getDaysInFiles,
  getRawMessages,
  getTrackForMmsi,
  getTrailData,
} from '@samudra/contract/history'
import { archiveDay, restoreDay } from '@samudra/contract/storage'
import { PERIOD, SHIFTED } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, OTHER, SHIP } from '../../../../testing/parameters/sea.ts'

const RAW = 'elsewhere: server/src/rooms/picture/feeds/reading/raw.test.ts'
const DAYS = 'elsewhere: server/src/rooms/past/history/tiers/days-in-files.test.ts'
const STORAGE = 'elsewhere: server/src/rooms/past/history/storage.test.ts'

export const TRIALS = [
  parameterCase(archiveDay, { other: { day: STORAGE, remove: STORAGE, reason: STORAGE } }),
  parameterCase(restoreDay, { other: { day: STORAGE } }),
  parameterCase(getTrackForMmsi, {
    base: () => ({ mmsi: SHIP }),
    other: { split_id: 1, ...SHIFTED, interval: '10 minutes', max_points: 2 },
  }),
  parameterCase(getTrailData, {
    base: () => ({ mmsis: [SHIP], trail_type: 'interval', ...PERIOD }),
    other: { mmsis: [OTHER], trail_type: 'length', length: '10 minutes', ...SHIFTED, as_of: noon(10) },
  }),
  parameterCase(getAisHistoryForTrackBtwInterval, {
    base: () => ({ mmsi: SHIP, ...PERIOD }),
    other: { mmsi: OTHER, ...SHIFTED, by: 'ARRIVAL', as_of: noon(0) },
  }),
  parameterCase(getRawMessages, { other: { fix_id: RAW, mmsi: RAW } }),
  parameterCase(getDaysInFiles, { other: { from: DAYS, to: DAYS } }),
]
