import {
  addPort,
  checkPortImport,
  commitPortImport,
  deletePort,
  getPortDetails,
  getPorts,
  getPortVersions,
  undoPortImport,
  updatePort,
} from '@samudra/contract/ports'
import { changing, copied } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { HERE, type Sea } from '../../../../testing/parameters/sea.ts'
import { upload } from '../../../../testing/samples/uploads.ts'

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
/** A port nobody knows, and one of the release elsewhere, which is moved when that is asked. */
const LIST = 'Main Port Name,Country Code,Latitude,Longitude\nHaven Zero,MV,5,66\nMina Saud,KW,28.8,48.4\n'
const unknown = async (sea: Sea) => {
  for (const { id } of (await sea.call(getPorts, { q: 'Haven Zero' })).items)
    await sea.call(deletePort, { id, reason: 'once more' })
  return { name: 'x.csv', source: 'x' }
}
let made = 0
/** Each is of another port. */
const checked = async (sea: Sea) => {
  const one = `Main Port Name,Country Code,Latitude,Longitude\nHaven ${++made},MV,${made / 10},66\n`
  const told = await upload(
    sea.base,
    sea.token,
    checkPortImport,
    { name: 'x.csv', source: 'x' },
    Buffer.from(one),
  )
  return { id: (told.Data as { id: string }).id }
}
const aPort = async ({ call }: Sea) => (await call(addPort, copied(PORT))).id

export const TRIALS = [
  parameterCase(getPorts, {
    base: async (sea) => (await aPort(sea), { country: 'IN' }),
    other: { country: 'LK', shapes: false },
  }),
  parameterCase(getPortDetails, { base: async (sea) => ({ id: await aPort(sea) }) }),
  parameterCase(addPort, { base: () => structuredClone(PORT), other: portFields }),
  parameterCase(updatePort, {
    base: changing(aPort, { anchorages: PORT.anchorages, contacts: PORT.contacts }),
    other: portFields,
  }),
  parameterCase(deletePort, { base: async (sea) => ({ id: await aPort(sea) }) }),
  parameterCase(checkPortImport, {
    base: unknown,
    bytes: Buffer.from(LIST),
    state: async (sea, _, told) => {
      await sea.tell(commitPortImport, { id: (told.Data as { id: string }).id })
      return sea.dataOf(getPorts, { q: 'Haven Zero' })
    },
    other: { name: 'y.csv', source: 'y', move: true },
  }),
  parameterCase(commitPortImport, { base: checked }),
  parameterCase(undoPortImport, {
    base: async (sea) => {
      const { id } = await checked(sea)
      await sea.call(commitPortImport, { id })
      return { id, reason: 'the wrong file' }
    },
  }),
  parameterCase(getPortVersions, { base: async (sea) => ({ id: await aPort(sea) }) }),
]
