import { deleteAisFilter, getAisFilters, saveAisFilter } from '@samudra/contract/filter'
import {
  addToBlacklist,
  aisFieldsAutocomplete,
  explainHidden,
  filterAisData,
  getAisDetailsByVessel,
  getAisIndicative,
  getBlacklist,
  getAisUtils,
  getSightOfUser,
  getVesselData,
  getVesselStats,
  removeFromBlacklist,
} from '@samudra/contract/picture'
import { changing, someone, WIDE } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

const aFilter = async ({ call }: Sea) =>
  (await call(saveAisFilter, { name: 'x', visibility: 'CENTRE', filter: {} })).id

/** Between what arrived by then and what was observed by then there is a difference. */
const THEN = { as_of: noon(1.75) }

export const CASES = [
  parameterCase(getAisFilters, { base: async (sea) => (await aFilter(sea), {}) }),
  parameterCase(saveAisFilter, { base: changing(aFilter, { name: 'x', visibility: 'CENTRE', filter: {} }) }),
  parameterCase(deleteAisFilter, { base: async (sea) => ({ id: await aFilter(sea) }) }),
  parameterCase(getSightOfUser, { base: someone }),
  parameterCase(getAisDetailsByVessel, {
    base: () => ({ mmsi: SHIP, split_id: 0, ...THEN }),
    other: { as_of: noon(-20) },
  }),
  parameterCase(getVesselData, { base: () => THEN, other: { since: '999999999' } }),
  parameterCase(filterAisData, { base: () => ({ filter: {}, ...THEN }) }),
  parameterCase(explainHidden, {
    base: () => ({ mmsi: SHIP, split_id: 0, filter: { speed: { min: 30 } }, ...THEN }),
    other: { as_of: noon(-20) },
  }),
  parameterCase(getVesselStats, { base: () => ({ by: 'source', ...THEN }) }),
  parameterCase(aisFieldsAutocomplete, { base: () => ({ field: 'any', q: 'matsya' }) }),
  parameterCase(getAisIndicative, { base: () => ({ bbox: WIDE, zoom: 9, ...THEN }) }),
  parameterCase(getAisUtils, {
    other: {
      since_version: async (_: Sea, base: object, ask: (input: object) => Promise<{ Data: unknown }>) =>
        ((await ask(base)).Data as { version: string }).version,
    },
  }),
  parameterCase(addToBlacklist, {
    base: () => ({ mmsi: '419000050', reason: 'a reason' }),
    state: (sea) => sea.dataOf(getBlacklist, {}),
  }),
  parameterCase(removeFromBlacklist, { base: () => ({ mmsi: OTHER }), other: { mmsi: 'none' } }),
]
