import { addZone, deleteZone, getZones, updateZone } from '@samudra/contract/zones'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { HERE } from '../../../../testing/parameters/sea.ts'

let zones = 0
const aZone = () => ({ name: `Zone ${++zones}`, geometry: HERE })

export const CASES = [
  parameterCase(getZones, {
    base: async ({ call }) => (
      await call(addZone, { name: 'One', geometry: HERE }),
      await call(addZone, { name: 'Two', geometry: HERE }),
      {}
    ),
  }),
  parameterCase(addZone, { base: aZone, other: { name: '' } }),
  parameterCase(updateZone, {
    base: async ({ call }) => ({ id: (await call(addZone, aZone())).id, expected_version: 1 }),
    other: { name: '' },
  }),
  parameterCase(deleteZone, { base: async ({ call }) => ({ id: (await call(addZone, aZone())).id }) }),
]
