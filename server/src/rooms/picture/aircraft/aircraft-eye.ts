import { squawkText, addressText, categoryText, SOURCE_TYPES } from '@samudra/nautical/adsb/adsb-columns'
import { stateOfAddress } from '@samudra/nautical/adsb/country'
import { AIRCRAFT_STALE_MIN, type AdsbRecord, type AircraftFilter } from '@samudra/contract/aircraft'
import type { AircraftRow } from '@samudra/contract/wire/aircraft-frame'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { FeedNames } from '../../../sea/names.ts'
import { NONE, UNKNOWN, type AircraftStore } from './store.ts'

/** A report stays in play while its place is at most this much older than the newest one of any source. */
const IN_PLAY_MS = 15_000
export type Box = readonly [west: number, south: number, east: number, north: number]

/** View of one caller on the sky: every answer and every push passes through it. */
export class AircraftEye {
  readonly #store: AircraftStore
  readonly #names: FeedNames
  readonly #visibility: CallerVisibility

  constructor(store: AircraftStore, names: FeedNames, visibility: CallerVisibility) {
    this.#store = store
    this.#names = names
    this.#visibility = visibility
  }

  /** The row to show of an aircraft, ANONYMOUS when the caller may see none. */
  shown(first: number): number {
    const { rows } = this.#store
    // Most aircraft have reports from one source.
    if (rows.next[first] === NONE) return this.#may(first) ? first : NONE
    let newest = -Infinity
    for (let row = first; row !== NONE; row = rows.next[row]!)
      if (rows.placedAt[row]! > newest && this.#may(row)) newest = rows.placedAt[row]!
    let best = NONE
    for (let row = first; row !== NONE; row = rows.next[row]!)
      if (newest - rows.placedAt[row]! <= IN_PLAY_MS && this.#may(row) && this.#ranks(row, best)) best = row
    return best
  }

  #may(row: number): boolean {
    if (this.#visibility.all) return true
    const { rows } = this.#store
    const hasPlace = rows.placedAt[row] !== 0
    return this.#visibility.row(
      this.#names.sourceCode(rows.source[row]!),
      hasPlace ? rows.lat[row]! : null,
      hasPlace ? rows.lon[row]! : null,
    )
  }

  /** Among reports in play: the better rank of the feed, then the aircraft's own word, trust, and the newer place. */
  #ranks(row: number, best: number): boolean {
    if (best === NONE) return true
    const { rows } = this.#store
    const [one, other] = [rows.feed[row]!, rows.feed[best]!]
    const difference =
      this.#names.priority(other) - this.#names.priority(one) ||
      rows.sourceType[best]! - rows.sourceType[row]! ||
      this.#names.trust(one) - this.#names.trust(other) ||
      rows.placedAt[row]! - rows.placedAt[best]!
    return difference > 0
  }

  matches(row: number, filter: AircraftFilter | undefined): boolean {
    if (filter === undefined) return true
    const { rows } = this.#store
    const { source_types: types, sources, on_ground: ground, alt_from_ft: from, alt_to_ft: to } = filter
    if (types !== undefined && !types.includes(SOURCE_TYPES[rows.sourceType[row]!]!)) return false
    if (sources !== undefined && !sources.includes(this.#names.sourceCode(rows.source[row]!))) return false
    if (ground !== undefined && rows.onGround[row] !== (ground ? 1 : 0)) return false
    const altitude = rows.altitude[row]!
    if (from !== undefined && (altitude === UNKNOWN || altitude < from)) return false
    if (to !== undefined && (altitude === UNKNOWN || altitude > to)) return false
    return filter.q === undefined || filter.q === '' || this.#isNamed(row, filter.q.toUpperCase())
  }

  #isNamed(row: number, part: string): boolean {
    const { rows, callSign } = this.#store
    const squawk = rows.squawk[row]!
    return (
      (callSign[row] ?? '').includes(part) ||
      addressText(rows.address[row]!).toUpperCase().includes(part) ||
      (squawk !== UNKNOWN && squawkText(squawk).includes(part))
    )
  }

  isIn(row: number, [west, south, east, north]: Box): boolean {
    const { rows } = this.#store
    const lat = rows.lat[row]!
    const lon = rows.lon[row]!
    if (rows.placedAt[row] === 0 || lat < south || lat > north) return false
    return west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
  }

  record(row: number, now: number): AdsbRecord {
    const { rows, callSign } = this.#store
    const hasPlace = rows.placedAt[row] !== 0
    const known = (value: number, scale = 1) => (value === UNKNOWN ? null : value / scale)
    const [squawk, category, ground] = [rows.squawk[row]!, rows.category[row]!, rows.onGround[row]!]
    return {
      icao24: addressText(rows.address[row]!),
      callsign: callSign[row] ?? null,
      country: stateOfAddress(rows.address[row]!)?.name ?? null,
      lat: hasPlace ? rows.lat[row]! : null,
      lon: hasPlace ? rows.lon[row]! : null,
      alt_ft: known(rows.altitude[row]!),
      gs_kn: known(rows.groundSpeed[row]!, 10),
      track: known(rows.track[row]!, 10),
      vrate: known(rows.verticalRate[row]!),
      squawk: squawk === UNKNOWN ? null : squawkText(squawk),
      on_ground: ground === UNKNOWN ? null : ground === 1,
      category: category === UNKNOWN ? null : categoryText(category),
      source_type: SOURCE_TYPES[rows.sourceType[row]!]!,
      observed_at: hasPlace ? new Date(rows.placedAt[row]!).toISOString() : null,
      rec_time: new Date(rows.recTime[row]!).toISOString(),
      source: this.#names.sourceCode(rows.source[row]!),
      stale: hasPlace && now - rows.placedAt[row]! > AIRCRAFT_STALE_MIN * 60_000,
    }
  }

  frameRow(row: number): AircraftRow {
    const { rows, callSign } = this.#store
    const known = (value: number, scale = 1) => (value === UNKNOWN ? null : value / scale)
    const ground = rows.onGround[row]!
    return {
      address: rows.address[row]!,
      lat: rows.lat[row]!,
      lon: rows.lon[row]!,
      placedAt: rows.placedAt[row]!,
      recTime: rows.recTime[row]!,
      altitude: known(rows.altitude[row]!),
      groundSpeed: known(rows.groundSpeed[row]!, 10),
      track: known(rows.track[row]!, 10),
      verticalRate: known(rows.verticalRate[row]!),
      squawk: known(rows.squawk[row]!),
      onGround: ground === UNKNOWN ? null : ground === 1,
      category: known(rows.category[row]!),
      sourceType: rows.sourceType[row]!,
      source: this.#names.sourceCode(rows.source[row]!),
      callSign: callSign[row] ?? null,
    }
  }
}
