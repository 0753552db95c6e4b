import { rotRaw } from '@samudra/nautical/ais/rate-of-turn'
import { NamedTable, type Places } from '../../../../platform/formats/named-table.ts'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'
import type { Sink, TrackReader } from './sink.ts'
import {
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

/** Names of columns as others write them, in lower case with underscores for blanks. */
const NAMES = {
  mmsi: ['mmsi'],
  time: [
    'observed_at',
    'basedatetime',
    'base_date_time',
    '_timestamp',
    'timestamp',
    'time',
    'datetime',
    'date_time',
    't',
  ],
  lat: ['latitude', 'lat', 'y'],
  lon: ['longitude', 'lon', 'lng', 'long', 'x'],
  sog: ['sog', 'speed_over_ground', 'speed'],
  cog: ['cog', 'course_over_ground', 'course'],
  heading: ['true_heading', 'heading', 'hdg'],
  rotRaw: ['rot_ais'],
  rot: ['rot'],
  status: ['nav_status', 'navigational_status', 'status', 'navstatus'],
  type: ['msg_type', 'type_of_mobile', 'transceiverclass', 'transceiver_class', 'transceiver'],
  bits: ['bits'],
  split: ['split'],
  receivedAt: ['received_at'],
  source: ['source'],
  station: ['station'],
} as const
type Column = keyof typeof NAMES
const NEEDED = ['mmsi', 'time', 'lat', 'lon'] as const
const MOST_SPLIT = 255
const ALL_BITS = 255

/** Tables with a row a fix: ours, MarineCadastre, the Danish Maritime Authority, and what names its columns alike. */
export class CsvReader implements TrackReader {
  dialect = 'CSV'
  readonly #sink: Sink
  readonly #table = new NamedTable<Column>(NAMES, {
    header: (_, plain, at) => this.#header(plain, at),
    row: (cells, at, line) => this.#row(cells, at, line),
    fault: (line, field, why) => this.#sink.fault(line, field, why),
  })

  constructor(sink: Sink) {
    this.#sink = sink
  }
  feed(chunk: Uint8Array) {
    this.#table.feed(chunk)
  }
  end() {
    this.#table.end()
  }

  #header(names: readonly string[], at: Places<Column>) {
    const missing = NEEDED.filter((column) => at[column] < 0)
    if (missing.length > 0)
      throw new Unreadable(
        `The first line names no column for ${missing.join(', ')}; name them mmsi, observed_at, latitude and longitude.`,
      )
    this.dialect = names.includes('type_of_mobile')
      ? 'CSV of the Danish Maritime Authority'
      : names.some((name) => name === 'basedatetime' || name === 'base_date_time')
        ? 'CSV of MarineCadastre'
        : names.includes('rot_ais')
          ? 'CSV of Samudra'
          : 'CSV'
  }

  #row(cells: readonly string[], at: Places<Column>, line: number) {
    const lat = degreesOf('latitude', cells[at.lat])
    const lon = degreesOf('longitude', cells[at.lon])
    const mmsi = mmsiOf(cells[at.mmsi] ?? '')
    const time = timeOf(cells[at.time] ?? '')
    if (lat === null || lon === null) return this.#sink.skip()
    const turning = numberOf('rot', cells[at.rot])
    const type = typeOf(cells[at.type])
    // Written out whole: millions of these are made.
    this.#sink.fix(
      {
        mmsi,
        split: Math.min(MOST_SPLIT, Math.max(0, numberOf('split', cells[at.split]) ?? 0)),
        at: time,
        receivedAt: null,
        lat,
        lon,
        sog: sogOf(cells[at.sog], type),
        cog: cogOf(cells[at.cog]),
        heading: headingOf(cells[at.heading]),
        rot: rotAisOf(cells[at.rotRaw]) ?? (turning === null ? null : rotRaw(turning)),
        navStatus: statusOf(cells[at.status]),
        type,
        bits: (numberOf('bits', cells[at.bits]) ?? 0) & ALL_BITS,
        source: sourceOf(cells[at.source]),
        station: textOf(cells[at.station]),
      },
      line,
    )
  }
}

const textOf = (text: string | undefined) => {
  const trimmed = text?.trim().slice(0, 60) ?? ''
  return trimmed === '' ? null : trimmed
}
