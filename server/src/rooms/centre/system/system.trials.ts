import { cancelJob, retryJob } from '@samudra/contract/jobs'
import { getSystemUtils } from '@samudra/contract/system'
import { trial } from '../../../../testing/parameters/row.ts'

const JOBS = 'elsewhere: server/src/rooms/centre/system/jobs.test.ts'

export const TRIALS = [
  trial(retryJob, { other: { id: JOBS } }),
  trial(cancelJob, { other: { id: JOBS } }),
  trial(getSystemUtils, {
    base: (sea) => {
      sea.wait(90_000)
      return {}
    },
    other: { window_min: 1 },
  }),
]
