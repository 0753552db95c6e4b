import { getSystemUtils } from '@samudra/contract/system'
import { trial } from '../../testing/parameters/row.ts'

export const TRIALS = [
  trial(getSystemUtils, {
    base: (sea) => {
      sea.wait(90_000)
      return {}
    },
    other: { window_min: 1 },
  }),
]
