import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { anInstant, stateAt } from '../motion.ts'
import type { Ship } from '../ship.ts'
import type { Spot } from './helm.ts'
import type { Truth } from './story.ts'

export type { Spot }
const MINUTE = 60_000
/** Islands of the home country whose lines of 12 and 24 NM are watched: Minicoy and Kavaratti, small beside their waters. */
export const LINED: readonly Spot[] = [
  { lat: 8.28, lon: 73.05 },
  { lat: 10.56, lon: 72.64 },
]
export const HOME = 'India'
/** An area that is watched, off Goa. */
export const AREA = { id: 'aoi-goa', lat: 15.2, lon: 73, nm: 6 }

/** Minimum distance outside a line to be past it (contract D3), NM. */
const BEYOND_NM = 0.2
const here = anInstant()
/** When a ship is within so many miles of a place, from instant to instant. */
function timesWithin(ship: Ship, spot: Spot, nm: number, startAt: number, endAt: number) {
  const times: { from: number; to: number }[] = []
  let since = 0
  for (let at = startAt; at <= endAt; at += MINUTE) {
    stateAt(ship.motion, at, here)
    const isWithin =
      Math.abs(here.lat - spot.lat) < 1 &&
      metresBetween(here.lat, here.lon, spot.lat, spot.lon) <=
        (since === 0 ? nm : nm + BEYOND_NM) * METRES_PER_NM
    if (isWithin && since === 0) since = at
    if (!isWithin && since !== 0) {
      times.push({ from: since, to: at })
      since = 0
    }
  }
  if (since !== 0) times.push({ from: since, to: endAt })
  return times
}

/** Returns true passages of vessels at the lines and the area, by their positions in any story. */
export function passingsOf(ships: readonly Ship[], startAt: number, endAt: number): Truth[] {
  const truth: Truth[] = []
  for (const ship of ships) {
    if (ship.kind !== 'A' && ship.kind !== 'B') continue
    // A vessel that reports another position passes nothing; that report is its finding.
    if (ship.oddities.some(({ what }) => what === 'displaced' || what === 'placed')) continue
    const isForeign = countryOfMmsi(ship.mmsi)?.name !== HOME
    const put = (detector: string, spot: Spot, nm: number, isExit: boolean) => {
      for (const { from, to } of timesWithin(ship, spot, nm, startAt, endAt)) {
        if (from > startAt) truth.push({ detector, mmsis: [ship.mmsi], from: from - MINUTE, to: from })
        else if (isExit && to < endAt) truth.push({ detector, mmsis: [ship.mmsi], from: to - MINUTE, to })
      }
    }
    for (const spot of isForeign ? LINED : []) {
      put('TWELVE_NM', spot, 12, true)
      put('TWENTY_FOUR_NM', spot, 24, true)
    }
    put('AREA_OF_INTEREST', AREA, AREA.nm, false)
  }
  return truth
}
