import {
  encodeAirborne,
  encodeAllCall,
  encodeBeast,
  encodeIdentification,
  encodeSbs,
  encodeSquawk,
  encodeVelocity,
} from '@samudra/nautical/adsb/adsb-encode'
import { aircraftOf, type Aircraft, type Flying } from './flights.ts'

/** The two feeds of aircraft, after those of ships. */
export const SKY_SOURCES = [
  { code: 'ADSB', name: 'ADS-B receivers', kind: 'beast-tcp', priority: 1, trust: 0.9, expectedIntervalS: 1 },
  { code: 'ADSB_NET', name: 'ADS-B network', kind: 'sbs-tcp', priority: 2, trust: 0.6, expectedIntervalS: 2 },
] as const

const SECOND = 1000
/** Interval at which the network reports each aircraft: every two seconds. */
const NETWORK_SECONDS = 2
const NAME_SECONDS = 5
const SQUAWK_SECONDS = 10
/** More than this at once is not caught up on. */
const MOST_SECONDS = 5

/** Output of the receivers in one second: Beast frames, SBS-1 lines. */
export type SkySecond = { beast: Uint8Array; sbs: string[] }

/** Aircraft over the Indian Ocean; what is sent depends on seed, count and time only. */
export class Sky {
  readonly #aircraft: Aircraft[]
  #reportedUntil: number

  constructor(options: { seed: number; count: number; startAt: number }) {
    this.#aircraft = aircraftOf(options.seed, options.count)
    this.#reportedUntil = Math.floor(options.startAt / SECOND)
  }

  /** Returns transmissions until an instant, second by second. */
  advance(to: number): SkySecond[] {
    const until = Math.floor(to / SECOND)
    const from = Math.max(this.#reportedUntil, until - MOST_SECONDS)
    this.#reportedUntil = Math.max(this.#reportedUntil, until)
    return Array.from({ length: Math.max(0, until - from) }, (_, i) => this.#second(from + i + 1))
  }

  #second(second: number): SkySecond {
    const frames: Uint8Array[] = []
    const sbs: string[] = []
    const now = new Date(second * SECOND)
    for (const [n, one] of this.#aircraft.entries()) {
      const flying = one.at(second * SECOND)
      if (flying === null) continue
      frames.push(...messagesOf(one, flying, second + n))
      if ((second + n) % NETWORK_SECONDS === 0) sbs.push(...linesOf(one, flying, now))
    }
    const counter = (second % 1_000_000) * 12_000_000
    const bytes = frames.flatMap((frame, i) => [...encodeBeast(frame, counter + i * 1000)])
    return { beast: Uint8Array.from(bytes), sbs }
  }
}

/** Even and odd places in turn, velocity, and now and then the rest; only replies where there is no ADS-B. */
function messagesOf({ address, ...one }: Aircraft, flying: Flying, turn: number): Uint8Array[] {
  const replies =
    turn % SQUAWK_SECONDS === 0 ? [encodeAllCall(address), encodeSquawk(address, one.squawk)] : []
  if (one.equipment !== 'ADSB') return replies
  const { lat, lon } = flying.place
  return [
    encodeAirborne({ address, lat, lon, altitude: flying.altitude }, turn % 2 === 1),
    encodeVelocity({ address, ...flying }),
    ...(turn % NAME_SECONDS === 0 ? [encodeIdentification(address, one.callSign, one.category)] : []),
    ...replies,
  ]
}

/** Lines of the network, which alone knows the places of aircraft without ADS-B. */
function linesOf({ address, equipment, callSign }: Aircraft, flying: Flying, now: Date): string[] {
  const word = equipment === 'ADSB' ? 'MSG' : equipment
  const { lat, lon } = flying.place
  const speed = Math.round(flying.speed)
  const track = Math.round(flying.track) % 360
  const lines = [
    encodeSbs(3, { address, altitude: flying.altitude, lat, lon, onGround: false }, now, word),
    encodeSbs(4, { address, speed, track, rate: flying.rate }, now, word),
  ]
  return callSign === '' ? lines : [encodeSbs(1, { address, callSign }, now, word), ...lines]
}
