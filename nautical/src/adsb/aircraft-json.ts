import {
  CALL_SIGN_LENGTH,
  FROM_ADSB,
  FROM_MLAT,
  FROM_MODES,
  FROM_TISB,
  HAS_ALTITUDE,
  HAS_CALL_SIGN,
  HAS_CATEGORY,
  HAS_GROUND_BIT,
  HAS_GROUND_SPEED,
  HAS_PLACE,
  HAS_SQUAWK,
  HAS_TRACK,
  HAS_VERTICAL_RATE,
  IS_GEOMETRIC,
  NOT_ICAO,
  type AircraftColumns,
} from './adsb-columns.ts'
import { newAdsbCounters, Rows, type AdsbCounters } from './rows.ts'

/** Maximum deviation of a receiver's clock, behind or ahead; a clock farther off is ignored. */
const MOST_AGE_S = 600
const FUTURE_MS = 60_000

/**
 * The `aircraft.json` of readsb, tar1090 and dump1090: one object an aircraft with what is known of it now. A key
 * that is missing is unknown. A place counts from `now - seen_pos`.
 */
export class AircraftJsonReader {
  readonly counters: AdsbCounters = newAdsbCounters()
  readonly #rows: Rows
  /** Time of each address's last report, so that an unchanged aircraft is not returned again. */
  readonly #seenAt = new Map<number, number>()

  constructor(options: { onBatch: (columns: AircraftColumns) => void; rows?: number }) {
    this.#rows = new Rows(options.rows ?? 1024, options.onBatch)
  }

  /** Reads one answer; null when it is one, else what is wrong with it. */
  read(text: string, receivedAt: number): string | null {
    const answer = aircraftIn(text)
    if (typeof answer === 'string') return answer
    // readsb gives seconds, some services milliseconds.
    const { now, list } = answer
    const words = now === null ? receivedAt : Math.round(now > 1e11 ? now : now * 1000)
    const reported = words - receivedAt > FUTURE_MS ? receivedAt : words
    for (const one of list)
      if (isRecord(one)) this.#aircraft(one, reported)
      else this.counters.malformed++
    this.#rows.flush()
    this.#forget(reported)
    return null
  }

  #aircraft(one: Record<string, unknown>, reported: number) {
    const address = addressIn(one['hex'])
    if (address < 0) {
      this.counters.malformed++
      return
    }
    const seen = ageIn(one, 'seen')
    const observedAt = Math.round(reported - seen * 1000)
    const before = this.#seenAt.get(address)
    // Ages are rounded to 0.1 s, so the same message may seem a little younger next time.
    if (seen > MOST_AGE_S || (before !== undefined && observedAt <= before + 200)) return
    this.#seenAt.set(address, observedAt)
    this.counters.messages++
    this.#fill(one, address, observedAt, reported)
  }

  #fill(one: Record<string, unknown>, address: number, observedAt: number, reported: number) {
    const { columns } = this.#rows
    const row = this.#rows.begin(address, sourceTypeOf(one), observedAt)
    let has = placeOf(one, columns, row)
    if (has & HAS_PLACE) {
      this.counters.positions++
      this.counters.places++
      if ('seen_pos' in one) columns.observedAt[row] = Math.round(reported - ageIn(one, 'seen_pos') * 1000)
    }
    has |= motionOf(one, columns, row) | namesOf(one, columns, row)
    columns.has[row] = has
    this.#rows.end()
  }

  #forget(reported: number) {
    if (this.#seenAt.size < 10_000) return
    for (const [address, at] of this.#seenAt)
      if (reported - at > MOST_AGE_S * 1000) this.#seenAt.delete(address)
    if (this.#seenAt.size > 100_000) this.#seenAt.clear()
  }
}

/** The list in an answer and its time, or what is wrong with it. */
export function aircraftIn(text: string): { now: number | null; list: unknown[] } | string {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return 'the answer is no JSON; check the address'
  }
  const list = isRecord(answer) ? (answer['aircraft'] ?? answer['ac']) : null
  if (!isRecord(answer) || !Array.isArray(list))
    return 'the JSON holds no list of aircraft; check the address'
  return { now: numberIn(answer, 'now'), list }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function numberIn(one: Record<string, unknown>, key: string): number | null {
  const value = one[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Returns the seconds since a reception; a missing or senseless value counts as now. */
function ageIn(one: Record<string, unknown>, key: string): number {
  const value = numberIn(one, key)
  return value === null || value < 0 ? 0 : value
}

function addressIn(hex: unknown): number {
  const found = typeof hex === 'string' ? /^(~?)([0-9a-f]{6})$/i.exec(hex.trim()) : null
  if (found === null) return -1
  return parseInt(found[2]!, 16) | (found[1] === '~' ? NOT_ICAO : 0)
}

function sourceTypeOf(one: Record<string, unknown>): number {
  const lists = (key: string) => Array.isArray(one[key]) && (one[key] as unknown[]).includes('lat')
  const type = typeof one['type'] === 'string' ? one['type'] : ''
  if (type === 'mlat' || lists('mlat')) return FROM_MLAT
  if (type.startsWith('tisb') || lists('tisb')) return FROM_TISB
  if (type === 'mode_s' || type === 'mode_ac' || type === 'other') return FROM_MODES
  // ADS-R and ADS-C carry the aircraft's own reports.
  if (type !== '') return FROM_ADSB
  return numberIn(one, 'lat') === null ? FROM_MODES : FROM_ADSB
}

function placeOf(one: Record<string, unknown>, columns: AircraftColumns, row: number): number {
  const lat = numberIn(one, 'lat')
  const lon = numberIn(one, 'lon')
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return 0
  if (ageIn(one, 'seen_pos') > MOST_AGE_S) return 0
  columns.lat[row] = Math.round(lat * 1e6)
  columns.lon[row] = Math.round(lon * 1e6)
  return HAS_PLACE
}

function motionOf(one: Record<string, unknown>, columns: AircraftColumns, row: number): number {
  let has = 0
  const take = (value: number | null, least: number, most: number) =>
    value !== null && value >= least && value <= most ? value : null
  const isGrounded = one['alt_baro'] === 'ground' || one['altitude'] === 'ground'
  const pressure = take(numberIn(one, 'alt_baro') ?? numberIn(one, 'altitude'), -5000, 200_000)
  const altitude = pressure ?? take(numberIn(one, 'alt_geom'), -5000, 200_000)
  if (altitude !== null) {
    columns.altitude[row] = Math.round(altitude)
    has |= HAS_ALTITUDE | (pressure === null ? IS_GEOMETRIC : 0)
  }
  if (isGrounded || altitude !== null) {
    columns.onGround[row] = isGrounded ? 1 : 0
    has |= HAS_GROUND_BIT
  }
  const speed = take(numberIn(one, 'gs') ?? numberIn(one, 'speed'), 0, 5000)
  if (speed !== null) {
    columns.groundSpeed[row] = Math.round(speed * 10)
    has |= HAS_GROUND_SPEED
  }
  const track = take(numberIn(one, 'track'), 0, 360)
  if (track !== null) {
    columns.track[row] = Math.round(track * 10) % 3600
    has |= HAS_TRACK
  }
  const rate = take(
    numberIn(one, 'baro_rate') ?? numberIn(one, 'geom_rate') ?? numberIn(one, 'vert_rate'),
    -32_767,
    32_767,
  )
  if (rate !== null) {
    columns.verticalRate[row] = Math.round(rate)
    has |= HAS_VERTICAL_RATE
  }
  return has
}

function namesOf(one: Record<string, unknown>, columns: AircraftColumns, row: number): number {
  let has = 0
  const { flight, squawk, category } = one
  if (typeof flight === 'string' && /^[\x20-\x7e]{1,8}$/.test(flight) && flight.trim() !== '') {
    for (let i = 0; i < CALL_SIGN_LENGTH; i++)
      columns.callSign[row * CALL_SIGN_LENGTH + i] = i < flight.length ? flight.charCodeAt(i) : 0
    has |= HAS_CALL_SIGN
  }
  if (typeof squawk === 'string' && /^[0-7]{4}$/.test(squawk)) {
    columns.squawk[row] = parseInt(squawk, 8)
    has |= HAS_SQUAWK
  }
  if (typeof category === 'string' && /^[A-D][1-7]$/.test(category)) {
    columns.category[row] = ('ABCD'.indexOf(category[0]!) << 3) | Number(category[1])
    has |= HAS_CATEGORY
  }
  return has
}
