import {
  encodeAidToNavigation,
  encodeBaseStation,
  encodeClassBPosition,
  encodePosition,
  encodeSarAircraft,
  encodeStaticData,
  encodeStaticVoyage,
} from '@samudra/nautical/ais/encode'
import { particularsOf, type Particulars } from './identity.ts'
import { anInstant, msToArrival, stateAt } from './motion.ts'
import { nextCall } from './port-days.ts'
import type { Ship } from './ship.ts'

/** Path of a sentence: its receiver, and where it was received. */
export type Sending = {
  station: string
  talker: string
  sequenceId: number
  radioChannel: 'A' | 'B'
  /** True if the vessel has lost its fix and sends M.1371's "not available". */
  isLost: boolean
  /** Time by which the clock of the receiver is ahead, ms. */
  clockMs?: number
  /** Offset from the true position at which it is passed on, degrees. */
  aside?: { lat: number; lon: number }
}
type Options = Parameters<typeof encodePosition>[1]

const here = anInstant()
const isOn = (at: number, { from, until }: { from: number; until: number }) => at >= from && at < until

/** The same of what comes again and again. */
const isOnNow = (
  at: number,
  { every, lasts, ...window }: Parameters<typeof isOn>[1] & { every: number; lasts: number },
) => isOn(at, window) && (at - window.from) % every < lasts

/** Returns true if a vessel transmits nothing at an instant. */
export const isSilent = ({ oddities }: Ship, at: number) =>
  oddities.some((oddity) => oddity.what === 'silent' && isOnNow(at, oddity))

/** Returns the reported state of a vessel: its true state with its oddities. */
function claimAt(ship: Ship, at: number): typeof here {
  stateAt(ship.motion, at, here)
  for (const oddity of ship.oddities) {
    if (oddity.what === 'displaced' && isOnNow(at, oddity)) {
      here.lat += oddity.lat
      here.lon += oddity.lon
    }
    if (oddity.what === 'placed' && isOn(at, oddity)) {
      here.lat = oddity.lat
      here.lon = oddity.lon
    }
    if (oddity.what === 'false-speed' && isOn(at, oddity)) here.sog += oddity.knots
  }
  return here
}

const optionsOf = (
  at: number,
  { station, talker, sequenceId, radioChannel, clockMs = 0 }: Sending,
): Options => ({
  talker,
  radioChannel,
  sequenceId,
  tagBlock: { s: station, c: Math.round((at + clockMs) / 1000) },
})

/** Sentences of a position report at `at` (epoch ms): type 1, 18, 4, 9 or 21. */
export function positionSentences(ship: Ship, at: number, sending: Sending): string[] {
  const { sog, cog, heading, navStatus, ...place } = claimAt(ship, at)
  place.lat += sending.aside?.lat ?? 0
  place.lon += sending.aside?.lon ?? 0
  const { lat, lon } = sending.isLost ? { lat: null, lon: null } : place
  const options = optionsOf(at, sending)
  const { mmsi } = ship
  const time = new Date(at)
  const second = time.getUTCSeconds()
  if (ship.kind === 'base') {
    const clock = { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, day: time.getUTCDate() }
    return encodeBaseStation(
      {
        type: 4,
        mmsi,
        ...clock,
        hour: time.getUTCHours(),
        minute: time.getUTCMinutes(),
        second,
        lat,
        lon,
        epfd: 1,
        accuracy: true,
      },
      options,
    )
  }
  if (ship.kind === 'aton') {
    const size = { toBow: 2, toStern: 2, toPort: 2, toStarboard: 2 }
    return encodeAidToNavigation(
      { type: 21, mmsi, aidType: 14, name: ship.name, lat, lon, second, epfd: 1, ...size },
      options,
    )
  }
  if (ship.kind === 'aircraft')
    return encodeSarAircraft({ type: 9, mmsi, lat, lon, sog, cog, second, altitude: 150 }, options)
  if (ship.kind === 'B') {
    return encodeClassBPosition(
      { type: 18, mmsi, lat, lon, sog, cog, second, carrierSense: true, band: true, message22: true },
      options,
    )
  }
  const rot = navStatus === 0 ? 0 : null
  return encodePosition(
    { type: 1, mmsi, lat, lon, sog, cog, trueHeading: heading, second, navStatus, rot, accuracy: true },
    options,
  )
}

const dimensionsOf = ({ length, beam }: Particulars) => ({
  toBow: Math.round(length * 0.8),
  toStern: length - Math.round(length * 0.8),
  toPort: Math.floor(beam / 2),
  toStarboard: beam - Math.floor(beam / 2),
})

function voyageOf({ motion, ports }: Ship, at: number) {
  if (motion.kind === 'plan') {
    const next = nextCall(motion, at)
    return { destination: next?.name ?? null, eta: next === null ? null : etaAt(at + next.ms) }
  }
  if (ports === null) return { destination: null, eta: null }
  const [home, away] = ports
  if (motion.kind !== 'voyage') return { destination: home.name, eta: null }
  const { isOut, ms } = msToArrival(motion, at)
  return { destination: isOut ? away.name : home.name, eta: etaAt(at + ms) }
}

function etaAt(at: number) {
  const time = new Date(at)
  return {
    month: time.getUTCMonth() + 1,
    day: time.getUTCDate(),
    hour: time.getUTCHours(),
    minute: time.getUTCMinutes(),
  }
}

/** Sentences of a static report: type 5, or both parts of 24. Base stations and aids have none. */
export function staticSentences(ship: Ship, seed: number, at: number, sending: Sending): string[] {
  if (ship.kind === 'base' || ship.kind === 'aton' || ship.kind === 'aircraft') return []
  const { mmsi, shipType } = ship
  const options = optionsOf(at, sending)
  const particulars = particularsOf(seed, ship.index, shipType, ship.shipClass)
  const { callSign, draught } = particulars
  let { name } = particulars
  let imo = particulars.imo
  for (const oddity of ship.oddities) {
    if (oddity.what === 'wrong-imo' || (oddity.what === 'renumbered' && isOn(at, oddity))) imo = oddity.imo
    if (oddity.what === 'renamed' && isOnNow(at, oddity)) name = oddity.name
  }
  const size = dimensionsOf(particulars)
  if (ship.kind === 'B') {
    return [
      ...encodeStaticData({ type: 24, part: 'A', mmsi, name }, options),
      ...encodeStaticData(
        { type: 24, part: 'B', mmsi, shipType, callSign, vendorId: 'SIM', ...size },
        options,
      ),
    ]
  }
  return encodeStaticVoyage(
    {
      type: 5,
      mmsi,
      imo: String(imo),
      callSign,
      name,
      shipType,
      epfd: 1,
      draught,
      dte: true,
      aisVersion: 2,
      ...size,
      ...voyageOf(ship, at),
    },
    options,
  )
}
