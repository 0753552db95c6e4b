import { addAoi } from '@samudra/contract/areas'
import {
  computeLog,
  getAoiHistoryByVessel,
  getAoiLogs,
  getEezHistoryByVessel,
  getEezLogs,
} from '@samudra/contract/visits'
import { until } from '../../../../testing/servers/a-server.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { AREA, HERE, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

/** An area with ships in it, once its past is computed. */
async function watchedArea({ call }: Sea) {
  const { id } = await call(addAoi, { ...AREA, geometry: HERE })
  const isWatched = async () => (await call(getAoiLogs, { id })).log.state === 'WATCHED'
  await until(isWatched, 'the past of the area is computed')
  return { id }
}
const waters = async ({ call }: Sea) => {
  const isKnown = async () => (await call(getEezHistoryByVessel, { mmsi: SHIP })).total > 0
  await until(isKnown, 'the past of the boundaries is computed')
  return (await call(getEezHistoryByVessel, { mmsi: SHIP })).items[0]!
}

export const CASES = [
  parameterCase(computeLog, { base: watchedArea }),
  parameterCase(getAoiLogs, { base: watchedArea }),
  parameterCase(getEezLogs, { base: async (sea) => ({ id: (await waters(sea)).zone_id }) }),
  parameterCase(getEezHistoryByVessel, { base: async (sea) => (await waters(sea), { mmsi: SHIP }) }),
  parameterCase(getAoiHistoryByVessel, {
    base: async (sea) => (await watchedArea(sea), await watchedArea(sea), { mmsi: SHIP }),
  }),
]
