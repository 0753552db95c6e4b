import { getSilentVessels } from '@samudra/contract/silent-vessels'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const SILENT = 'server/src/rooms/vessels/silent-vessels/silent-vessels.test.ts'

export const CASES = [parameterCase(getSilentVessels, { elsewhere: { under_way: SILENT } })]
