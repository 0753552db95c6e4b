import { kml } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { Unreadable } from '../kernel/files/unreadable.ts'
import type { RawFeature } from './geo-reading.ts'

const LARGEST = 48 * 1024 * 1024
/** Folders in folders in folders: no map anybody drew is deeper. */
const DEEPEST = 64

/**
 * The placemarks of a KML document. Documents that declare types or entities are refused unread: KML needs none, and
 * they are how a document reads files or grows without end.
 */
export function* readKml(bytes: Buffer): Generator<RawFeature> {
  if (bytes.length > LARGEST) throw new Unreadable('The KML document is larger than 48 MB. Split it.')
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new Unreadable('The document declares its own types or entities. Save it as plain KML.')
  checkDepth(text)
  let document
  try {
    document = new DOMParser({
      onError: (level, why) => level === 'fatalError' && fail(why),
    }).parseFromString(text, 'text/xml')
  } catch (error) {
    throw new Unreadable(`This is not KML: ${(error as Error).message.split('\n')[0]!}.`)
  }
  if (document.documentElement?.localName !== 'kml') throw new Unreadable('This XML document is not KML.')
  for (const feature of kml(document).features)
    for (const geometry of partsOf(feature.geometry))
      yield { line: null, properties: feature.properties, geometry }
}

function fail(why: string): never {
  throw new Error(why)
}

/** The geometries of a placemark with several, one by one. */
const partsOf = (geometry: { type: string; geometries?: unknown[] } | null): unknown[] =>
  geometry?.type === 'GeometryCollection' ? (geometry.geometries ?? []) : [geometry]

function checkDepth(text: string) {
  let depth = 0
  for (const [tag] of text.matchAll(/<[a-zA-Z][^<>]*>|<\/[^<>]*>/g)) {
    if (tag.startsWith('</')) depth--
    else if (!tag.endsWith('/>') && ++depth > DEEPEST)
      throw new Unreadable('The document is nested too deeply. Save it as plain KML.')
  }
}
