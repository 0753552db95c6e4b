import { StringDecoder } from 'node:string_decoder'
import { Misread } from '../../../../platform/formats/named-table.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'
import type { Sink, TrackReader } from './sink.ts'
import {
  BARE,
  cogOf,
  degreesOf,
  headingOf,
  mmsiOf,
  numberOf,
  rotAisOf,
  sogOf,
  sourceOf,
  statusOf,
  timeOf,
  typeOf,
} from './values.ts'

/** A feature longer than this is not read into memory. */
const LONGEST = 32 * 1024 * 1024
const TIMES = ['observed_at', 'time', 'timestamp', 'BaseDateTime', 't']
type Feature = {
  type?: unknown
  geometry?: { type?: unknown; coordinates?: unknown } | null
  properties?: Record<string, unknown> | null
}

/** Features of a collection, one after the other: points with a time, and lines with a time for each point. */
export class GeoJsonReader implements TrackReader {
  readonly dialect = 'GeoJSON'
  readonly #sink: Sink
  readonly #decoder = new StringDecoder('utf8')
  #line = 1
  /** Brackets open around the sign at hand; features stand in the list of the collection, at depth 2. */
  #depth = 0
  #inText = false
  #isEscaped = false
  #feature = ''
  #startLine = 1
  #isInside = false
  #count = 0

  constructor(sink: Sink) {
    this.#sink = sink
  }

  feed(chunk: Uint8Array) {
    this.#take(this.#decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)))
  }
  end() {
    this.#take(this.#decoder.end())
    if (this.#depth !== 0 || this.#inText) throw new Unreadable('The GeoJSON ends too early.')
    if (this.#count === 0)
      throw new Unreadable('There is no feature in the GeoJSON; tracks are a FeatureCollection.')
  }

  /** Cuts out what lies between the braces of a feature; only brackets and texts are looked at. */
  #take(text: string) {
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const sign = text.charCodeAt(i)
      if (sign === 10) this.#line++
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (sign === 92) this.#isEscaped = true
        else if (sign === 34) this.#inText = false
      } else if (sign === 34) this.#inText = true
      else if (sign === 123 || sign === 91) {
        this.#depth++
        if (sign === 123 && this.#depth === 3 && !this.#isInside) {
          this.#isInside = true
          this.#startLine = this.#line
          from = i
        }
      } else if (sign === 125 || sign === 93) {
        this.#depth--
        if (sign === 125 && this.#depth === 2 && this.#isInside) {
          this.#hand(this.#feature + text.slice(from, i + 1))
          this.#feature = ''
          this.#isInside = false
        }
      }
    }
    if (!this.#isInside) return
    this.#feature += text.slice(from)
    if (this.#feature.length > LONGEST)
      throw new Unreadable(`The feature of line ${this.#startLine} does not end.`)
  }

  #hand(text: string) {
    let feature: Feature
    try {
      feature = JSON.parse(text) as Feature
    } catch {
      return this.#sink.fault(this.#startLine, '', 'not valid JSON')
    }
    if (feature.type !== 'Feature') return
    this.#count++
    try {
      this.#read(feature)
    } catch (error) {
      if (!(error instanceof Misread)) throw error
      this.#sink.fault(this.#startLine, error.field, error.message)
    }
  }

  #read({ geometry, properties }: Feature) {
    const words = properties ?? {}
    if (geometry === null || geometry === undefined) return this.#sink.skip()
    const mmsi = mmsiOf(textOf(words['mmsi'] ?? words['MMSI']))
    if (geometry.type === 'Point')
      return this.#point(mmsi, geometry.coordinates as unknown[], words, timeIn(words))
    if (geometry.type !== 'LineString')
      throw new Misread('geometry', `a ${textOf(geometry.type)} is no track; tracks are points or lines`)
    const times = words['coordTimes'] ?? words['times'] ?? words['coordinateProperties']
    const places = geometry.coordinates as unknown[][]
    if (!Array.isArray(times) || times.length !== places.length)
      throw new Misread('coordTimes', 'a line needs a list coordTimes with one time per point')
    for (const [i, place] of places.entries()) this.#point(mmsi, place, words, timeOf(textOf(times[i])))
  }

  #point(mmsi: number, place: unknown[], words: Record<string, unknown>, at: number) {
    const lon = degreesOf('longitude', textOf(place[0]))
    const lat = degreesOf('latitude', textOf(place[1]))
    if (lat === null || lon === null) return this.#sink.skip()
    const text = (...names: string[]) =>
      textOf(names.map((name) => words[name]).find((value) => value !== undefined))
    const station = text('station')
    const type = typeOf(text('msg_type'))
    this.#sink.fix(
      {
        ...BARE,
        mmsi,
        at,
        lat,
        lon,
        sog: sogOf(text('sog', 'speed'), type),
        cog: cogOf(text('cog', 'course')),
        heading: headingOf(text('true_heading', 'heading')),
        rot: rotAisOf(text('rot_ais')),
        navStatus: statusOf(text('nav_status')),
        type,
        bits: (numberOf('bits', text('bits')) ?? 0) & 255,
        split: Math.min(255, Math.max(0, numberOf('split', text('split')) ?? 0)),
        source: sourceOf(text('source')),
        station: station === '' ? null : station.slice(0, 60),
      },
      this.#startLine,
    )
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const timeIn = (words: Record<string, unknown>) =>
  timeOf(textOf(TIMES.map((name) => words[name]).find((value) => value !== undefined && value !== null)))
