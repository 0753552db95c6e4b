import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { Misread } from '../../../../platform/formats/named-table.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'
import type { Sink, TrackReader } from './sink.ts'
import { BARE, cogOf, degreesOf, headingOf, mmsiOf, sogOf, sourceOf, statusOf, timeOf } from './values.ts'

const LONGEST_TEXT = 1_000_000
const MOST_POINTS = 500_000
/** Data of the track that is being read. */
type Track = { mmsi: string; split: string; name: string }
const NO_TRACK: Track = { mmsi: '', split: '', name: '' }
const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** Elements of a file, one after the other, with the text inside each; a document type is refused. */
abstract class XmlReader implements TrackReader {
  abstract readonly dialect: string
  protected readonly sink: Sink
  protected text = ''
  readonly #parser = new SaxesParser({ xmlns: false, position: true })
  readonly #decoder = new StringDecoder('utf8')

  constructor(sink: Sink) {
    this.sink = sink
    const parser = this.#parser
    parser.on('error', (error) => {
      throw new Unreadable(`The file is not valid XML: ${error.message}.`)
    })
    parser.on('doctype', () => {
      throw new Unreadable('The file has a document type; tracks have none.')
    })
    parser.on('opentag', (tag) => {
      this.text = ''
      this.begin(bare(tag.name), tag)
    })
    const take = (text: string) => {
      if (this.text.length < LONGEST_TEXT) this.text += text
    }
    parser.on('text', take)
    parser.on('cdata', take)
    parser.on('closetag', (tag) => this.tried(() => this.close(bare(tag.name), this.text.trim())))
  }
  feed(chunk: Uint8Array) {
    this.#parser.write(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
  }
  end() {
    this.#parser.write(this.#decoder.end())
    this.#parser.close()
  }

  protected get line() {
    return this.#parser.line
  }
  protected abstract begin(name: string, tag: SaxesTagPlain): void
  protected abstract close(name: string, text: string): void
  protected tried(act: () => void) {
    try {
      act()
    } catch (error) {
      if (!(error instanceof Misread)) throw error
      this.sink.fault(this.line, error.field, error.message)
    }
  }
}

/** By its own field, else nine digits in the name of the track. */
function shipOf({ mmsi, name }: Track): number {
  const text = mmsi === '' ? (/(?<!\d)\d{9}(?!\d)/.exec(name)?.[0] ?? '') : mmsi
  if (text === '')
    throw new Misread('mmsi', `no MMSI for the track “${name.slice(0, 40)}”; put the MMSI into its name`)
  return mmsiOf(text)
}
const splitOf = ({ split }: Track) => (/^\d{1,2}$/.test(split) ? Number(split) : 0)

/** GPX: points of tracks; speed, course and source where we wrote them. */
export class GpxReader extends XmlReader {
  readonly dialect = 'GPX'
  #track = NO_TRACK
  #point: Record<string, string> | null = null

  protected begin(name: string, tag: SaxesTagPlain) {
    if (name === 'trk') this.#track = { ...NO_TRACK }
    else if (name === 'trkpt')
      this.#point = { lat: tag.attributes['lat'] ?? '', lon: tag.attributes['lon'] ?? '' }
  }

  protected close(name: string, text: string) {
    if (name === 'trkpt') {
      const point = this.#point
      this.#point = null
      if (point !== null) this.#take(point)
    } else if (this.#point !== null) this.#point[name] = text
    else if (name === 'mmsi' || name === 'split') this.#track[name] = text
    else if (name === 'name' && this.#track.name === '') this.#track.name = text
  }

  #take(point: Record<string, string>) {
    const lat = degreesOf('latitude', point['lat'])
    const lon = degreesOf('longitude', point['lon'])
    const fix = {
      ...BARE,
      mmsi: shipOf(this.#track),
      split: splitOf(this.#track),
      at: timeOf(point['time'] ?? ''),
    }
    if (lat === null || lon === null) return this.sink.skip()
    this.sink.fix(
      {
        ...fix,
        lat,
        lon,
        sog: sogOf(point['sog']),
        cog: cogOf(point['cog'] ?? point['course']),
        heading: headingOf(point['heading']),
        navStatus: statusOf(point['navStatus']),
        source: sourceOf(point['source']),
      },
      this.line,
    )
  }
}

/** KML with time: tracks of times and places; speed, course and source where we wrote them. */
export class KmlReader extends XmlReader {
  readonly dialect = 'KML'
  #track = NO_TRACK
  #data = ''
  #array = ''
  #whens: { text: string; line: number }[] = []
  #coords: string[] = []
  #values: Record<string, string[]> = {}

  protected begin(name: string, tag: SaxesTagPlain) {
    if (name === 'Placemark') this.#track = { ...NO_TRACK }
    else if (name === 'Data') this.#data = tag.attributes['name'] ?? ''
    else if (name === 'SimpleArrayData') this.#values[(this.#array = tag.attributes['name'] ?? '')] = []
    else if (name === 'Track') {
      this.#whens = []
      this.#coords = []
      this.#values = {}
    }
    if (this.#whens.length > MOST_POINTS)
      throw new Unreadable(`A track has more than ${MOST_POINTS} points; divide it.`)
  }

  protected close(name: string, text: string) {
    if (name === 'when') this.#whens.push({ text, line: this.line })
    else if (name === 'coord') this.#coords.push(text)
    else if (name === 'value' && this.#array !== '') this.#values[this.#array]?.push(text)
    else if (name === 'value' && (this.#data === 'mmsi' || this.#data === 'split'))
      this.#track[this.#data] = text
    else if (name === 'SimpleArrayData') this.#array = ''
    else if (name === 'name' && this.#track.name === '') this.#track.name = text
    else if (name === 'Track') this.#end()
  }

  #end() {
    const mmsi = shipOf(this.#track)
    const split = splitOf(this.#track)
    if (this.#whens.length !== this.#coords.length)
      throw new Misread(
        'coord',
        `the track has ${this.#whens.length} times and ${this.#coords.length} places`,
      )
    for (const [i, { text, line }] of this.#whens.entries())
      this.tried(() => {
        const [lonText, latText] = this.#coords[i]!.split(/\s+/)
        const lat = degreesOf('latitude', latText)
        const lon = degreesOf('longitude', lonText)
        const at = timeOf(text)
        if (lat === null || lon === null) return this.sink.skip()
        const value = (name: string) => this.#values[name]?.[i]
        this.sink.fix(
          {
            ...BARE,
            mmsi,
            split,
            at,
            lat,
            lon,
            sog: sogOf(value('sog')),
            cog: cogOf(value('cog')),
            source: sourceOf(value('source')),
          },
          line,
        )
      })
    this.#whens = []
  }
}
