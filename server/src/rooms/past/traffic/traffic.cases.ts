import { getTrafficCounts } from '@samudra/contract/traffic'
import { parameterCase } from '../../../../testing/parameters/row.ts'

export const CASES = [
  parameterCase(getTrafficCounts, { elsewhere: 'server/src/rooms/past/traffic/traffic.test.ts' }),
]
