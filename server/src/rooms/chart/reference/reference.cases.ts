import {
  addEez,
  checkEezImport,
  commitEezImport,
  deleteEez,
  getEez,
  getMarineBoundaries,
  getWatersAt,
  updateEez,
} from '@samudra/contract/reference'
import { geoJsonOf } from '../../../../testing/samples/geo-files.ts'
import { changing, copied, idIn } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { HERE, type Sea } from '../../../../testing/parameters/sea.ts'

const BOUNDARY = {
  name: 'Waters',
  country: 'PAK',
  kind: '12NM',
  geometry: HERE,
  source: 'a test',
  edition: '1',
  disputed: false,
  claimants: [] as string[],
}
const aBoundary = async ({ call }: Sea) => (await call(addEez, copied(BOUNDARY))).id
const boundaries = (MRGID = 1) =>
  geoJsonOf([
    {
      rings: [
        [
          [70, 8],
          [72, 8.001],
          [74, 8],
          [74, 12],
          [70, 12],
          [70, 8],
        ],
      ],
      properties: {
        MRGID,
        GEONAME: `A ${MRGID}`,
        POL_TYPE: '12NM',
        ISO_TER1: 'MDV',
        SOVEREIGN1: 'MDV',
        id2: 2,
        name2: 'B',
        kind2: '24NM',
        iso2: 'LKA',
      },
    },
  ])
let made = 0
/** Checks a file with one boundary, of another number each time. */
const checked = async (sea: Sea) => {
  const query = { name: 'x.geojson', source: 'x' }
  return { id: idIn(await sea.answerTo(checkEezImport, query, boundaries(++made))) }
}

export const CASES = [
  parameterCase(getMarineBoundaries, {
    base: async (sea) => (await aBoundary(sea), { kinds: ['12NM'], bbox: [70, 8, 74, 12] }),
  }),
  parameterCase(getWatersAt, { base: async (sea) => (await aBoundary(sea), { lat: 10, lon: 72 }) }),
  parameterCase(addEez, { base: () => structuredClone(BOUNDARY) }),
  parameterCase(getEez, { base: async (sea) => (await aBoundary(sea), { country: 'PAK' }) }),
  parameterCase(updateEez, { base: changing(aBoundary, {}) }),
  parameterCase(deleteEez, { base: async (sea) => ({ id: await aBoundary(sea) }) }),
  parameterCase(checkEezImport, {
    base: () => ({ name: 'x.geojson', source: 'x', edition: '1' }),
    bytes: boundaries(),
    state: async (sea, _, answer) => {
      await sea.answerTo(commitEezImport, { id: idIn(answer) })
      return sea.dataOf(getEez, { country: 'MDV', kind: '12NM' })
    },
  }),
  parameterCase(commitEezImport, { base: checked }),
]
