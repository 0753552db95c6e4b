import { cancelJob, retryJob } from '@samudra/contract/jobs'
import { getSystemUtils } from '@samudra/contract/system'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const JOBS = 'elsewhere: server/src/rooms/centre/system/jobs.test.ts'

export const TRIALS = [
  parameterCase(retryJob, { other: { id: JOBS } }),
  parameterCase(cancelJob, { other: { id: JOBS } }),
  parameterCase(getSystemUtils, {
    base: (sea) => {
      sea.wait(90_000)
      return {}
    },
    other: { window_min: 1 },
  }),
]
