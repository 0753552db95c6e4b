import { filterAisData, type AisRecord } from '@samudra/contract/picture'
import { initialBearing, metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { create } from 'zustand'
import { circleOf } from '../../map/draw/shapes.ts'
import { askedPast } from '../../time/clock.store.ts'
import { call } from '../../wire/call.ts'

/** Defaults of the specification: radius '5KM', time '10 Hours'. */
export const useNearby = create<{
  center: { lat: number; lon: number; name: string } | null
  radiusKm: number
  hours: number
}>(() => ({ center: null, radiusKm: 5, hours: 10 }))

export type Neighbour = { ship: AisRecord; metres: number; bearing: number }
const MOST = 500

/** The vessels within a radius whose last fix is young enough, the nearest first. */
export async function readNearby(
  center: { lat: number; lon: number },
  radiusKm: number,
  hours: number,
): Promise<{ found: Neighbour[]; count: number }> {
  const circle = circleOf([center.lon, center.lat], (radiusKm * 1000) / METRES_PER_NM)
  const { ais, count } = await call(filterAisData, {
    filter: { area: circle, time_filter: Math.max(1, Math.round(hours * 60)) },
    limit: MOST,
    ...askedPast(),
  })
  const here = place(center.lat, center.lon)
  const found = ais.map((ship) => ({
    ship,
    metres: metresBetween(center.lat, center.lon, ship.latitude, ship.longitude),
    bearing: initialBearing(here, place(ship.latitude, ship.longitude)),
  }))
  return { found: found.sort((a, b) => a.metres - b.metres), count }
}
