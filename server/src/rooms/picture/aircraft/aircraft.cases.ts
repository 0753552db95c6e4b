import { getAdsbData, getPastSky } from '@samudra/contract/aircraft'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon } from '../../../../testing/parameters/sea.ts'

export const CASES = [
  parameterCase(getAdsbData, { other: { since: '2099-01-01T00:00:00Z', 'filter.q': 'FLY1' } }),
  parameterCase(getPastSky, {
    base: ({ skyAt }) => ({ as_of: skyAt, bbox: [60, -30, 90, 40] }),
    other: { bbox: [60, -30, 90, 20], as_of: noon(0), 'filter.q': 'FLY1' },
  }),
]
