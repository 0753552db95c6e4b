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
import { changing, copied, idIn } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { HERE, type Sea } from '../../../../testing/parameters/sea.ts'

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
/** A new port, and one of the release, elsewhere: `move` moves it. */
const LIST = 'Main Port Name,Country Code,Latitude,Longitude\nHaven Zero,MV,5,66\nMina Saud,KW,28.8,48.4\n'
const unknown = async (sea: Sea) => {
  for (const { id } of (await sea.call(getPorts, { q: 'Haven Zero' })).items)
    await sea.call(deletePort, { id, reason: 'once more' })
  return { name: 'x.csv', source: 'x' }
}
let made = 0
/** Checks a list with one port, another one each time. */
const checked = async (sea: Sea) => {
  const one = `Main Port Name,Country Code,Latitude,Longitude\nHaven ${++made},MV,${made / 10},66\n`
  return { id: idIn(await sea.answerTo(checkPortImport, { name: 'x.csv', source: 'x' }, Buffer.from(one))) }
}
const aPort = async ({ call }: Sea) => (await call(addPort, copied(PORT))).id

export const CASES = [
  parameterCase(getPorts, { base: async (sea) => (await aPort(sea), { country: 'IN' }) }),
  parameterCase(getPortDetails, { base: async (sea) => ({ id: await aPort(sea) }) }),
  parameterCase(addPort, { base: () => structuredClone(PORT) }),
  parameterCase(updatePort, {
    base: changing(aPort, { anchorages: PORT.anchorages, contacts: PORT.contacts }),
  }),
  parameterCase(deletePort, { base: async (sea) => ({ id: await aPort(sea) }) }),
  parameterCase(checkPortImport, {
    base: unknown,
    bytes: Buffer.from(LIST),
    state: async (sea, _, answer) => {
      await sea.answerTo(commitPortImport, { id: idIn(answer) })
      return sea.dataOf(getPorts, { q: 'Haven Zero' })
    },
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
