import { instantText } from '../../../../platform/kernel/text/instant-text.ts'
import { mmsiText, type PassedFix, type ShipNames } from '../passed-fix.ts'
import { stretchesOf, xmlText } from './lines.ts'

/** The namespace of what GPX has no element for. */
export const GPX_NAMESPACE = 'urn:samudra:gpx:1'

/** GPX 1.1: a track a ship, a segment a stretch without a gap. */
export async function* writeGpx(fixes: AsyncIterable<PassedFix[]>, names: ShipNames): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Samudra" xmlns="http://www.topografix.com/GPX/1/1" xmlns:samudra="${GPX_NAMESPACE}">
`
  let isOpen = false
  for await (const { fixes: points, isNewShip } of stretchesOf(fixes)) {
    if (isNewShip) {
      yield `${isOpen ? '</trk>\n' : ''}${head(points[0]!, names)}`
      isOpen = true
    }
    yield `<trkseg>\n${points.map(pointOf).join('')}</trkseg>\n`
  }
  yield `${isOpen ? '</trk>\n' : ''}</gpx>\n`
}

function head({ mmsi, split }: PassedFix, names: ShipNames): string {
  const number = mmsiText(mmsi)
  return `<trk><name>${xmlText(names(mmsi, split) ?? `MMSI ${number}`)}</name><extensions><samudra:mmsi>${number}</samudra:mmsi><samudra:split>${split}</samudra:split></extensions>\n`
}

function pointOf({ lat, lon, at, sog, cog, heading, navStatus, source }: PassedFix): string {
  const more = Object.entries({ sog, cog, heading, navStatus, source })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<samudra:${name}>${xmlText(String(value))}</samudra:${name}>`)
  const time = instantText(at)
  return `<trkpt lat="${lat}" lon="${lon}"><time>${time}</time><extensions>${more.join('')}</extensions></trkpt>\n`
}
