import { NAV_NONE, NONE16, NONE32, ROT_NONE, type DynamicColumns } from '@samudra/nautical/ais/columns'
import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import { LineCutter } from '../../../../platform/formats/text-lines.ts'
import type { Sink, TrackReader } from './sink.ts'
import { BARE, sourceOf } from './values.ts'

const UNITS = 600_000

/** Reader of AIS sentences with tag blocks, which state when and by whom each was received. */
export class NmeaReader implements TrackReader {
  readonly dialect = 'NMEA with tag blocks'
  readonly #sink: Sink
  readonly #decoder: AisDecoder
  readonly #lines = new LineCutter((line, number) => this.#take(line, number))
  #line = 0
  #found = 0

  constructor(sink: Sink) {
    this.#sink = sink
    this.#decoder = new AisDecoder({
      // Each row goes out with the line that ended it.
      rows: 1,
      onBatch: (dynamic, statics) => {
        this.#found += dynamic.count + statics.count
        for (let i = 0; i < dynamic.count; i++) this.#row(dynamic, i)
        if (dynamic.count === 0 && statics.count > 0) this.#sink.skip()
      },
    })
  }
  feed(chunk: Uint8Array) {
    this.#lines.feed(chunk)
  }
  end() {
    this.#lines.end()
  }

  #take(line: string, number: number) {
    if (line.trim() === '') return
    this.#line = number
    this.#found = 0
    const { counters } = this.#decoder
    const before = { ...counters }
    this.#decoder.feed(Buffer.from(`${line}\r\n`), 0)
    this.#decoder.flush()
    if (this.#found > 0) return
    if (counters.badChecksum > before.badChecksum) this.#sink.fault(number, '', 'the checksum is wrong')
    else if (counters.malformed > before.malformed)
      this.#sink.fault(number, '', 'not a complete AIS sentence')
    else this.#sink.skip()
  }

  #row(rows: DynamicColumns, i: number) {
    const at = rows.observedAt[i]!
    if (Number.isNaN(at))
      return this.#sink.fault(
        this.#line,
        'time',
        'no time is given; a tag block with c: must precede the sentence',
      )
    const lat = rows.lat[i]!
    const lon = rows.lon[i]!
    if (lat === NONE32 || lon === NONE32) return this.#sink.skip()
    if (Math.abs(lat) > 90 * UNITS || Math.abs(lon) > 180 * UNITS)
      return this.#sink.fault(this.#line, 'position', 'the position is outside the valid range')
    const named = rows.station[i]! < 0 ? '' : (this.#decoder.stations[rows.station[i]!] ?? '')
    const slash = named.indexOf('/')
    const source = slash < 0 ? null : sourceOf(named.slice(0, slash))
    const station = source === null ? named : named.slice(slash + 1)
    const { sog, cog, heading } = rows
    const known = (value: number, scale: number) => (value === NONE16 ? null : value / scale)
    this.#sink.fix(
      {
        ...BARE,
        mmsi: rows.mmsi[i]!,
        at,
        lat: Math.round((lat * 10) / 6) / 1e6,
        lon: Math.round((lon * 10) / 6) / 1e6,
        sog: known(sog[i]!, 10),
        cog: known(cog[i]!, 10),
        heading: known(heading[i]!, 1),
        rot: rows.rot[i] === ROT_NONE ? null : rows.rot[i]!,
        navStatus: rows.navStatus[i] === NAV_NONE ? null : rows.navStatus[i]!,
        type: rows.type[i]!,
        bits: rows.bits[i]!,
        source,
        station: station === '' ? null : station,
      },
      this.#line,
    )
  }
}
