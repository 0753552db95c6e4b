import { readCsv } from './csv.ts'
import { readGeoJson } from './geojson.ts'
import { readGeoPackage } from './geopackage.ts'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoFault, GeoFormat, GeoOptions, GeoReading, RawFeatures } from './geo-reading.ts'
import { readKml } from './kml.ts'
import { readShapefiles } from './shapefile.ts'
import { positionsOf, propertiesFrom, shapeFrom } from './shapes.ts'
import { filesIn } from './zip.ts'

const MOST_FAULTS = 500

/** Reads a file of shapes of any known kind; reports what cannot be used, feature by feature. Throws Unreadable. */
export async function readGeo(bytes: Buffer, options: GeoOptions): Promise<GeoReading> {
  const { format, features: raw } = recognise(bytes, options.name)
  const reading: GeoReading = { format, features: [], faults: [], total: 0 }
  let positions = 0
  const fault = (one: GeoFault) => {
    if (reading.faults.length < MOST_FAULTS) reading.faults.push(one)
  }
  for await (const one of raw) {
    const at = ++reading.total
    if (at > options.mostFeatures)
      throw new Unreadable(`The file holds more than ${options.mostFeatures} features. Split the file.`)
    if ('why' in one) {
      fault({ ...one, at })
      continue
    }
    try {
      const geometry = shapeFrom(one.geometry, options)
      positions += positionsOf(geometry)
      reading.features.push({ at, line: one.line, properties: propertiesFrom(one.properties), geometry })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      fault({ at, line: one.line, why: error.message })
    }
    if (positions > options.mostPositions)
      throw new Unreadable(
        `The shapes have more than ${options.mostPositions} corners. Simplify more, or split the file.`,
      )
  }
  return reading
}

/** Recognises a file by its first bytes; a table is recognised by its name. */
function recognise(bytes: Buffer, name: string): { format: GeoFormat; features: RawFeatures } {
  const head = bytes
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  if (head.startsWith('SQLite format 3')) return { format: 'GeoPackage', features: readGeoPackage(bytes) }
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) return packed(filesIn(bytes))
  if (/^\s*[{[]/.test(head)) return { format: 'GeoJSON', features: readGeoJson(bytes) }
  if (/^\s*</.test(head)) return { format: 'KML', features: readKml(bytes) }
  // oxlint-disable-next-line no-control-regex
  const isText = !/[\0-\x08\x0e-\x1f]/.test(head)
  if (isText && /\.(csv|tsv|txt)$/i.test(name)) return { format: 'CSV', features: readCsv(bytes) }
  throw new Unreadable('This is not a supported file. Use GeoJSON, KML, GeoPackage, zipped shapefile or CSV.')
}

/** A shapefile comes as several files in an archive, KML may come packed (KMZ). */
function packed(files: Map<string, () => Buffer>): { format: GeoFormat; features: RawFeatures } {
  const document = [...files].find(([name]) => /\.kml$/i.test(name))
  return document === undefined
    ? { format: 'Shapefile', features: readShapefiles(files) }
    : { format: 'KML', features: readKml(document[1]()) }
}
