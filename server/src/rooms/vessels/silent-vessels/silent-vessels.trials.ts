import { getSilentVessels } from '@samudra/contract/silent-vessels'
import { parameterCase } from '../../../../testing/parameters/row.ts'

export const TRIALS = [
  parameterCase(getSilentVessels, {
    base: () => ({ min_silent_min: 1 }),
    other: {
      min_silent_min: 5000,
      max_silent_min: 30,
      ship_type: 'Tanker',
      source: 'SATX',
      confidence: 'HIGH',
      under_way: true,
      sort: 'silent',
    },
  }),
]
