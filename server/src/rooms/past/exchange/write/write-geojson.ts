import { instantText } from '../../../../platform/kernel/text/instant-text.ts'
import { mmsiText, type PassedFix, type ShipNames } from '../passed-fix.ts'

/** One point a fix, one feature a line, so that a file of any length can be written and read in pieces. */
export async function* writeGeoJson(
  fixes: AsyncIterable<PassedFix[]>,
  names: ShipNames,
): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[\n'
  let isFirst = true
  for await (const batch of fixes) {
    if (batch.length === 0) continue
    yield (isFirst ? '' : ',\n') + batch.map((fix) => featureOf(fix, names)).join(',\n')
    isFirst = false
  }
  yield '\n]}\n'
}

function featureOf(fix: PassedFix, names: ShipNames): string {
  const { mmsi, at, receivedAt, lat, lon, heading, rot, navStatus, type, ...rest } = fix
  return JSON.stringify({
    type: 'Feature',
    geometry: lat === null || lon === null ? null : { type: 'Point', coordinates: [lon, lat] },
    properties: {
      mmsi: mmsiText(mmsi),
      name: names(mmsi, fix.split),
      observed_at: instantText(at),
      received_at: receivedAt === null ? null : instantText(receivedAt),
      true_heading: heading,
      rot_ais: rot,
      nav_status: navStatus,
      msg_type: type,
      ...rest,
    },
  })
}
