import { addAoi, deleteAoi, getAois, getAoiVersions, updateAoi } from '@samudra/contract/areas'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { AREA, type Sea } from '../../../../testing/parameters/sea.ts'

const circle = { shape: 'circle', center: [72, 10], radius_nm: 3 }
const anArea = async ({ call }: Sea) => ({ id: (await call(addAoi, AREA)).id })

export const CASES = [
  parameterCase(addAoi, { base: () => structuredClone(AREA), other: { shape: circle } }),
  parameterCase(getAois, { base: async (sea) => (await anArea(sea), {}) }),
  parameterCase(updateAoi, {
    base: async (sea) => ({ ...(await anArea(sea)), expected_version: 1 }),
    other: { shape: circle },
  }),
  parameterCase(deleteAoi, { base: anArea }),
  parameterCase(getAoiVersions, { base: anArea }),
]
