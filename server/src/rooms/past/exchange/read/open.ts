import type { TrackFormat } from '@samudra/contract/exchange'
import { CsvReader } from './read-csv.ts'
import { GeoJsonReader } from './read-geojson.ts'
import { NmeaReader } from './read-nmea.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'
import type { Sink, TrackReader } from './sink.ts'
import { GpxReader, KmlReader } from './xml.ts'

/** Number of bytes at the beginning by which a format is recognized. */
export const HEAD_BYTES = 4096

const READERS: Record<TrackFormat, new (sink: Sink) => TrackReader> = {
  CSV: CsvReader,
  GEOJSON: GeoJsonReader,
  KML: KmlReader,
  GPX: GpxReader,
  NMEA: NmeaReader,
}

/** Returns the format of a file by its beginning, whatever its name is. */
export function formatOf(head: Uint8Array): TrackFormat {
  if (head[0] === 0x1f && head[1] === 0x8b)
    throw new Unreadable('The file is packed with gzip; unpack it first.')
  if (head[0] === 0x50 && head[1] === 0x4b)
    throw new Unreadable('The file is a ZIP archive; unpack it first.')
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (text === '') throw new Unreadable('The file is empty.')
  if (text.startsWith('<')) {
    if (/<(\w+:)?gpx\b/i.test(text)) return 'GPX'
    if (/<(\w+:)?kml\b/i.test(text)) return 'KML'
    throw new Unreadable('The XML file is neither GPX nor KML.')
  }
  if (text.startsWith('{')) return 'GEOJSON'
  if (/^(\\[^\r\n]*\\)?[!$]\w{2,5}/.test(text)) return 'NMEA'
  if (/\bmmsi\b/i.test(text.split(/[\r\n]/, 1)[0]!)) return 'CSV'
  throw new Unreadable(
    'This is no file of tracks; CSV with a column mmsi, GeoJSON, KML, GPX and NMEA sentences are read.',
  )
}

export const readerOf = (format: TrackFormat, sink: Sink): TrackReader => new READERS[format](sink)
