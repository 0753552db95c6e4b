import { getPastSky } from '@samudra/contract/aircraft'
import { parameterCase } from '../../../../testing/parameters/row.ts'

export const CASES = [
  parameterCase(getPastSky, { base: ({ skyAt }) => ({ as_of: skyAt, bbox: [60, -30, 90, 40] }) }),
]
