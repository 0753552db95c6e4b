import { cancelJob, retryJob } from '@samudra/contract/jobs'
import { getSystemUtils } from '@samudra/contract/system'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const JOBS = 'server/src/rooms/centre/system/jobs.test.ts'

export const CASES = [
  parameterCase(retryJob, { elsewhere: JOBS }),
  parameterCase(cancelJob, { elsewhere: JOBS }),
  parameterCase(getSystemUtils, {
    base: (sea) => {
      sea.wait(90_000)
      return {}
    },
  }),
]
