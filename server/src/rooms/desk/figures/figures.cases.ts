import { getAbnormalNormalData, getAnomalies, getBrief, getFigure } from '@samudra/contract/figures'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const elsewhere = 'server/src/rooms/desk/figures/figure-counts.test.ts'
export const CASES = [
  parameterCase(getFigure, { elsewhere }),
  parameterCase(getAnomalies, { elsewhere }),
  parameterCase(getAbnormalNormalData, { elsewhere }),
  parameterCase(getBrief, { elsewhere }),
]
