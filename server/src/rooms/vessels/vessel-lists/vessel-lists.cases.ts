import {
  addVesselToList,
  checkVesselListImport,
  commitVesselListImport,
  createVesselList,
  deleteVesselList,
  exportVesselList,
  getListedVessels,
  getVesselList,
  getVesselListByMmsi,
  getVesselListHistory,
  getVesselsByVesselList,
  removeVesselFromList,
  updateVesselList,
} from '@samudra/contract/vessel-lists'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'
import { idIn } from '../../../../testing/parameters/common.ts'

const LIST = { name: 'List', kind: 'STATIC', color: '#1565c0', visibility: 'PRIVATE' } as const
const MEMBERS = Buffer.from('mmsi\n419000070\n')
const FOUND = { kind: 'DYNAMIC', query: { speed: { min: 30 } } } as const
async function aList({ call }: Sea) {
  const { id } = await call(createVesselList, LIST)
  await call(addVesselToList, { id, mmsis: [SHIP, OTHER], reason: 'seen' })
  return { id }
}

export const CASES = [
  parameterCase(createVesselList, { base: () => ({ ...LIST, ...FOUND }) }),
  parameterCase(updateVesselList, {
    base: async (sea) => {
      const { id } = await sea.call(createVesselList, { ...LIST, ...FOUND })
      return { id, expected_version: 1 }
    },
    state: async (sea, { id }) => sea.dataOf(getVesselList, { ids: [id] }),
  }),
  parameterCase(getVesselListHistory, { base: aList }),
  parameterCase(getVesselList, { base: async (sea) => (await aList(sea), {}) }),
  parameterCase(addVesselToList, {
    base: async (sea) => ({ ...(await aList(sea)), mmsis: ['419000060'], reason: 'seen' }),
    state: async (sea, { id }) => sea.dataOf(getVesselsByVesselList, { id }),
  }),
  parameterCase(checkVesselListImport, {
    base: async (sea) => ({ ...(await aList(sea)), name: 'x.csv', reason: 'seen' }),
    bytes: MEMBERS,
    state: async (sea, { id }, answer) => {
      await sea.answerTo(commitVesselListImport, { id: idIn(answer) })
      return sea.dataOf(getVesselsByVesselList, { id })
    },
  }),
  parameterCase(commitVesselListImport, {
    base: async (sea) => {
      const request = { ...(await aList(sea)), name: 'x.csv', reason: 'seen' }
      return { id: idIn(await sea.answerTo(checkVesselListImport, request, MEMBERS)) }
    },
  }),
  parameterCase(getListedVessels, { base: async (sea) => ({ ids: [(await aList(sea)).id] }) }),
  parameterCase(exportVesselList, { base: aList }),
  parameterCase(getVesselListByMmsi, { base: async (sea) => (await aList(sea), { mmsi: SHIP }) }),
  parameterCase(getVesselsByVesselList, { base: aList }),
  parameterCase(deleteVesselList, { base: aList }),
  parameterCase(removeVesselFromList, { base: async (sea) => ({ ...(await aList(sea)), mmsi: SHIP }) }),
]
