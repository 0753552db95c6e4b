import {
  getVesselReport,
  getVesselDetails,
  getVesselDetailsV2,
  getVessels,
  joinVessels,
  undoVesselJoin,
} from '@samudra/contract/vessels'
import {
  cancelRegisterImport,
  checkRegisterImport,
  commitRegisterImport,
  getRegisterImports,
  undoRegisterImport,
} from '@samudra/contract/vessel-imports'
import {
  getVesselImage,
  getVesselImageFile,
  getVesselImg,
  removeVesselImage,
  uploadVesselImage,
} from '@samudra/contract/vessel-images'
import { aPng } from '../../../../testing/samples/pictures.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { idIn } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { NOON, OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'
import { keepClaims } from './claims.sql.ts'
import { searchedName, type Claim } from './claim.ts'

const aClaim = (mmsi: string, name: string, shipType: number): Claim => ({
  mmsi: Number(mmsi),
  split: 0,
  source: 1,
  form: 5,
  hash: BigInt(mmsi),
  name,
  plain: searchedName(name),
  callSign: null,
  imo: null,
  country: 'India',
  shipType,
  length: null,
  beam: null,
  owner: null,
  first: { at: NOON, place: null },
  last: { at: NOON, place: null },
  knownFrom: NOON,
})
const found = ({ database }: Sea) =>
  keepClaims(database.db, [aClaim(SHIP, 'MATSYA ONE', 70), aClaim(OTHER, 'MATSYA TWO', 80)])
const idOf = async ({ call }: Sea, mmsi: string) => (await call(getVesselDetailsV2, { mmsi })).id

/** Two ships that are not joined. */
async function apart(sea: Sea) {
  await found(sea)
  const { joins } = await sea.call(getVesselDetailsV2, { mmsi: SHIP })
  for (const { id, ended_at } of joins)
    if (ended_at === null) await sea.call(undoVesselJoin, { id, reason: 'apart' })
  return { id: await idOf(sea, SHIP), other_id: await idOf(sea, OTHER), reason: 'one hull' }
}

const TABLE = Buffer.from('imo,name\n9074729,MATSYA ONE\n')
const checked = async ({ answerTo }: Sea) => {
  return { id: idIn(await answerTo(checkRegisterImport, { name: 'ships.csv', source: 'LLOYD' }, TABLE)) }
}
async function stored(sea: Sea) {
  const { id } = await checked(sea)
  await sea.call(commitRegisterImport, { id })
  const state = async () => (await sea.call(getRegisterImports, {})).items.find((one) => one.id === id)!.state
  await until(async () => (await state()) === 'STORED', 'the table is stored')
  return { id, reason: 'an old edition' }
}

const PIXEL = aPng(2, 2)
const BROUGHT = {
  name: 'bow.png',
  licence: 'CC BY 4.0',
  source: 'harbour master',
  author: 'Asha',
  taken_at: null,
}
async function pictured(sea: Sea) {
  await apart(sea)
  return { mmsi: SHIP, id: idIn(await sea.answerTo(uploadVesselImage, { mmsi: SHIP, ...BROUGHT }, PIXEL)) }
}

export const CASES = [
  parameterCase(uploadVesselImage, {
    base: async (sea) => (await apart(sea), { mmsi: SHIP, ...BROUGHT }),
    bytes: PIXEL,
  }),
  parameterCase(getVesselImage, {
    base: async (sea) => (await pictured(sea), { mmsi: (await pictured(sea)).mmsi }),
  }),
  parameterCase(getVesselImg, { base: async (sea) => ({ id: (await pictured(sea)).mmsi }) }),
  parameterCase(getVesselImageFile, { base: pictured }),
  parameterCase(removeVesselImage, { base: async (sea) => ({ ...(await pictured(sea)), reason: 'x' }) }),
  parameterCase(checkRegisterImport, { base: () => ({ name: 'ships.csv', source: 'LLOYD' }), bytes: TABLE }),
  parameterCase(commitRegisterImport, { base: checked }),
  parameterCase(cancelRegisterImport, { base: checked }),
  parameterCase(undoRegisterImport, { base: stored }),
  parameterCase(getVessels, { base: async (sea) => (await apart(sea), {}) }),
  parameterCase(getVesselDetails, { base: async (sea) => ({ id: (await apart(sea)).id }) }),
  parameterCase(getVesselDetailsV2, { base: async (sea) => (await apart(sea), { mmsi: SHIP }) }),
  parameterCase(getVesselReport, {
    base: async (sea) => (await apart(sea), { mmsi: SHIP, as_of: '2099-01-01T00:00:00.000Z' }),
  }),
  parameterCase(joinVessels, { base: apart }),
  parameterCase(undoVesselJoin, {
    base: async (sea) => {
      const { joins } = await sea.call(joinVessels, await apart(sea))
      return { id: joins[0]!.id, reason: 'two hulls' }
    },
  }),
]
