import { instantText } from '../../../../platform/kernel/text/instant-text.ts'
import { mmsiText, type PassedFix, type ShipNames } from '../passed-fix.ts'
import { stretchesOf, xmlText } from './lines.ts'

const SCHEMA = `<Schema id="fix">
<gx:SimpleArrayField name="sog" type="float"><displayName>Speed (kn)</displayName></gx:SimpleArrayField>
<gx:SimpleArrayField name="cog" type="float"><displayName>Course</displayName></gx:SimpleArrayField>
<gx:SimpleArrayField name="source" type="string"><displayName>Source</displayName></gx:SimpleArrayField>
</Schema>
`

/** KML 2.2 with time: a placemark a ship, a track a stretch without a gap. */
export async function* writeKml(fixes: AsyncIterable<PassedFix[]>, names: ShipNames): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Tracks</name>
${SCHEMA}`
  let isOpen = false
  for await (const { fixes: points, isNewShip } of stretchesOf(fixes)) {
    if (isNewShip) {
      yield `${isOpen ? '</gx:MultiTrack></Placemark>\n' : ''}${head(points[0]!, names)}`
      isOpen = true
    }
    yield trackOf(points)
  }
  yield `${isOpen ? '</gx:MultiTrack></Placemark>\n' : ''}</Document></kml>\n`
}

function head({ mmsi, split }: PassedFix, names: ShipNames): string {
  const number = mmsiText(mmsi)
  return `<Placemark><name>${xmlText(names(mmsi, split) ?? `MMSI ${number}`)}</name><ExtendedData><Data name="mmsi"><value>${number}</value></Data><Data name="split"><value>${split}</value></Data></ExtendedData><gx:MultiTrack>\n`
}

function trackOf(points: readonly PassedFix[]): string {
  const whens = points.map(({ at }) => `<when>${instantText(at)}</when>`)
  const places = points.map(({ lat, lon }) => `<gx:coord>${lon} ${lat} 0</gx:coord>`)
  const array = (name: 'sog' | 'cog' | 'source') =>
    `<gx:SimpleArrayData name="${name}">${points.map((fix) => `<gx:value>${xmlText(String(fix[name] ?? ''))}</gx:value>`).join('')}</gx:SimpleArrayData>`
  return `<gx:Track>${whens.join('')}\n${places.join('')}\n<ExtendedData><SchemaData schemaUrl="#fix">${array('sog')}${array('cog')}${array('source')}</SchemaData></ExtendedData></gx:Track>\n`
}
