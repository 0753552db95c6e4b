import {
  addVesselEventsAndDisasters,
  getEventFile,
  getEventFilePreview,
  getEventFileThumbnail,
  getVesselEventsAndDisasters,
  removeVesselEventsAndDisasters,
  uploadEventFile,
} from '@samudra/contract/events'
import { box, geoJsonOf } from '../../../../testing/samples/geo-files.ts'
import { aPng } from '../../../../testing/samples/pictures.ts'
import { changing, copied } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

const EVENT = {
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY',
  title: 'Skiff alongside',
  text: 'Two skiffs.',
  severity: 'HIGH',
  status: 'DETECTED',
  visibility: 'CENTRE',
  start_at: noon(-30),
  end_at: noon(30),
  geometry: { type: 'Point', coordinates: [72, 10] },
  mmsis: [SHIP],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [],
} as const
const anEvent = async ({ call }: Sea) => (await call(addVesselEventsAndDisasters, copied(EVENT))).id
const MAP = geoJsonOf([{ rings: [box(70, 8, 74, 12)], properties: { name: 'Box' } }])
let file: Promise<string> | undefined
const aFile = (sea: Sea) => (file ??= brought(sea))
const brought = async (sea: Sea, bytes: Uint8Array = MAP) => {
  const answer = await sea.answerTo(uploadEventFile, { name: 'x.geojson' }, bytes)
  return (answer.Data as { file_id: string }).file_id
}

export const CASES = [
  parameterCase(addVesselEventsAndDisasters, {
    base: changing(anEvent, { ...EVENT, revision: { why: 'early', late_fix_id: null } }),
    other: { type: 'SUSPICIOUS_APPROACH', file_ids: async (sea: Sea) => [await aFile(sea)] },
  }),
  parameterCase(getVesselEventsAndDisasters, {
    base: async (sea) => (await anEvent(sea), await anEvent(sea), {}),
  }),
  parameterCase(removeVesselEventsAndDisasters, {
    base: async (sea) => ({ id: await anEvent(sea), reason: 'none' }),
  }),
  parameterCase(uploadEventFile, { elsewhere: 'server/src/rooms/watch/events/files.test.ts' }),
  parameterCase(getEventFile, { base: async (sea) => ({ id: await aFile(sea) }) }),
  parameterCase(getEventFileThumbnail, { base: async (sea) => ({ id: await brought(sea, aPng(4, 3)) }) }),
  parameterCase(getEventFilePreview, { base: async (sea) => ({ id: await aFile(sea) }) }),
]
