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
import { clausesOf } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'
import { upload } from '../../../../testing/samples/uploads.ts'

const LIST = { name: 'List', kind: 'STATIC', color: '#1565c0', visibility: 'PRIVATE' } as const
const MEMBERS = Buffer.from('mmsi\n419000070\n')
const FOUND = { kind: 'DYNAMIC', query: { speed: { min: 30 } } } as const
async function aList({ call }: Sea) {
  const { id } = await call(createVesselList, LIST)
  await call(addVesselToList, { id, mmsis: [SHIP, OTHER], reason: 'seen' })
  return { id }
}

export const TRIALS = [
  parameterCase(createVesselList, {
    base: () => ({ ...LIST, ...FOUND }),
    other: { ...clausesOf('query'), kind: 'STATIC', color: '#c62828' },
  }),
  parameterCase(updateVesselList, {
    base: async (sea) => {
      const { id } = await sea.call(createVesselList, { ...LIST, ...FOUND })
      return { id, expected_version: 1 }
    },
    other: { ...clausesOf('query'), color: '#c62828' },
    state: async (sea, { id }) => sea.dataOf(getVesselList, { ids: [id] }),
  }),
  parameterCase(getVesselListHistory, {
    base: aList,
    other: { from: '2099-01-01T00:00:00.000Z', to: '2001-01-01T00:00:00.000Z' },
  }),
  parameterCase(getVesselList, { base: async (sea) => (await aList(sea), {}), other: { kind: 'DYNAMIC' } }),
  parameterCase(addVesselToList, {
    base: async (sea) => ({ ...(await aList(sea)), mmsis: ['419000060'], reason: 'seen' }),
    other: { expires_at: '2099-01-01T00:00:00.000Z' },
    state: async (sea, { id }) => sea.dataOf(getVesselsByVesselList, { id }),
  }),
  parameterCase(checkVesselListImport, {
    base: async (sea) => ({ ...(await aList(sea)), name: 'x.csv', reason: 'seen' }),
    bytes: MEMBERS,
    other: { name: 'y.csv', reason: 'heard' },
    state: async (sea, { id }, told) => {
      await sea.tell(commitVesselListImport, { id: (told.Data as { id: string }).id })
      return sea.dataOf(getVesselsByVesselList, { id })
    },
  }),
  parameterCase(commitVesselListImport, {
    base: async (sea) => {
      const asked = { ...(await aList(sea)), name: 'x.csv', reason: 'seen' }
      const told = await upload(sea.base, sea.token, checkVesselListImport, asked, MEMBERS)
      return { id: (told.Data as { id: string }).id }
    },
  }),
  parameterCase(getListedVessels, {
    base: async (sea) => ({ ids: [(await aList(sea)).id] }),
    other: { ids: ['none'], as_of: '2001-01-01T00:00:00.000Z' },
  }),
  parameterCase(exportVesselList, { base: aList, other: { format: 'geojson' } }),
  parameterCase(getVesselListByMmsi, { base: async (sea) => (await aList(sea), { mmsi: SHIP }) }),
  parameterCase(getVesselsByVesselList, { base: aList, other: { q: 'nothing', sort: '-mmsi' } }),
  parameterCase(deleteVesselList, { base: aList }),
  parameterCase(removeVesselFromList, { base: async (sea) => ({ ...(await aList(sea)), mmsi: SHIP }) }),
]
