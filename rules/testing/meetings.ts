import { destinationOf } from '@samudra/nautical/geodesy'
import { METRES_PER_NM, place } from '@samudra/nautical/units'
import type { Fix } from '../src/running/fix-log.ts'
import { fix } from './a-sea.ts'

const HERE = place(8, 76)

/** Comes at 10 knots to a place from a bearing, lies beside it for some hours from the end of the first on, and goes on. */
export function meets({
  nm,
  bearing,
  every,
  phase,
}: {
  nm: number
  bearing: number
  every: number
  phase: number
}): Fix[] {
  const fixes: Fix[] = []
  for (let minute = phase; minute < 300; minute += every) {
    const away = minute < 60 ? (60 - minute) / 6 : minute > 180 ? (minute - 180) / 6 : 0
    const at = destinationOf(HERE, bearing, (nm + away) * METRES_PER_NM)
    const id = bearing * 1000 + fixes.length + 1
    const sog = away > 0 ? 10 : 0.4
    fixes.push(
      fix(minute, { id, lat: at.lat, lon: at.lon, sog, cog: minute < 60 ? (bearing + 180) % 360 : bearing }),
    )
  }
  return fixes
}
