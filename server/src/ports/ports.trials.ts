import {
  addPort,
  deletePort,
  getPortDetails,
  getPorts,
  getPortVersions,
  updatePort,
} from '@samudra/contract/ports'
import { changing, copied } from '../../testing/parameters/common.ts'
import { trial } from '../../testing/parameters/row.ts'
import { HERE, type Sea } from '../../testing/parameters/sea.ts'

const PORT = {
  name: 'Harbour',
  locode: '',
  country: 'IN',
  lat: 10,
  lon: 72,
  alias: [] as string[],
  geometry: HERE,
  anchorages: [{ name: 'Roads', geometry: HERE }],
  radius_nm: 1,
  time_zone: 'Asia/Kolkata',
  facilities: [] as string[],
  contacts: [{ who: 'Port control', how: 'VHF 12' }],
  source: 'a test',
}
const portFields = {
  locode: 'LKZZZ',
  country: 'LK',
  lat: 9,
  lon: 73,
  alias: ['Haven'],
  radius_nm: 2,
  time_zone: 'Asia/Colombo',
  facilities: ['Containers'],
  'contacts.0.who': 'Pilots',
  'contacts.0.how': 'VHF 14',
  source: 'another test',
}
const aPort = async ({ call }: Sea) => (await call(addPort, copied(PORT))).id

export const TRIALS = [
  trial(getPorts, {
    base: async (sea) => (await aPort(sea), { country: 'IN' }),
    other: { country: 'LK', shapes: false },
  }),
  trial(getPortDetails, { base: async (sea) => ({ id: await aPort(sea) }) }),
  trial(addPort, { base: () => structuredClone(PORT), other: portFields }),
  trial(updatePort, {
    base: changing(aPort, { anchorages: PORT.anchorages, contacts: PORT.contacts }),
    other: portFields,
  }),
  trial(deletePort, { base: async (sea) => ({ id: await aPort(sea) }) }),
  trial(getPortVersions, { base: async (sea) => ({ id: await aPort(sea) }) }),
]
