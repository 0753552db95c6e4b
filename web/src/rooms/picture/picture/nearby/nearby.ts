import { amountOf } from '@samudra/contract/admin-settings'
import { filterAisData, type AisRecord } from '@samudra/contract/picture'
import { initialBearing, metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import { circleOf } from '../../../../map/draw/shapes.ts'
import { pastParameters } from '../../../../time/clock.store.ts'
import { settingOf } from '../../../../wire/administered.ts'
import { call } from '../../../../wire/call.ts'
import type { PathSettings } from './nearby.store.ts'

export const PATH_DEFAULTS = { radius: '5KM', time: '10 Hours' } as const

/** Kilometres and hours as they count now. */
export function pathAmounts({ radius, time }: Pick<PathSettings, 'radius' | 'time'>) {
  const { radius: usualRadius, time: usualTime } = PATH_DEFAULTS
  return {
    radiusKm: amountOf(radius ?? settingOf('ais.path_radius', usualRadius), usualRadius),
    hours: amountOf(time ?? settingOf('ais.path_time', usualTime), usualTime),
  }
}

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
    ...pastParameters(),
  })
  const here = place(center.lat, center.lon)
  const found = ais.map((ship) => ({
    ship,
    metres: metresBetween(center.lat, center.lon, ship.latitude, ship.longitude),
    bearing: initialBearing(here, place(ship.latitude, ship.longitude)),
  }))
  return { found: found.sort((a, b) => a.metres - b.metres), count }
}
