import { addZone, deleteZone, getZones, updateZone } from '@samudra/contract/zones'
import { trial } from '../../../../testing/parameters/row.ts'
import { HERE } from '../../../../testing/parameters/sea.ts'

let zones = 0
const aZone = () => ({ name: `Zone ${++zones}`, geometry: HERE })

export const TRIALS = [
  trial(getZones, {
    base: async ({ call }) => (
      await call(addZone, { name: 'One', geometry: HERE }),
      await call(addZone, { name: 'Two', geometry: HERE }),
      {}
    ),
  }),
  trial(addZone, { base: aZone, other: { name: '' } }),
  trial(updateZone, {
    base: async ({ call }) => ({ id: (await call(addZone, aZone())).id, expected_version: 1 }),
    other: { name: '' },
  }),
  trial(deleteZone, { base: async ({ call }) => ({ id: (await call(addZone, aZone())).id }) }),
]
