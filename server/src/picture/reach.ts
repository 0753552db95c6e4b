const METRES_PER_UDEG = (6_378_137 * Math.PI) / 180 / 1e6
const RAD_PER_UDEG = Math.PI / 180 / 1e6
const METRES_PER_MS_AT_1_KN = 1852 / 3_600_000

/** No ship goes faster: contract, `ais.jump_max_kn`. */
const SHIP_MAX_KN = 60
/** Search and rescue aircraft (type 9) do. */
const AIRCRAFT_MAX_KN = 600
/** What one source may be wrong by between two fixes of its own. */
const SAME_SOURCE_SLACK_M = 0.5 * 1852
/** What two sources may differ by: a quarter of an hour at 25 kn, as in segmentation of tracks by GFW. */
const OTHER_SOURCE_SLACK_M = 6.25 * 1852

/**
 * Distance in metres between two places in degrees x 1e6, on the tangent plane: within 1 % up to 300 NM
 * outside the polar caps, which is what a jump is judged by. Allocates nothing.
 */
export function nearMetres(lat1: number, lon1: number, lat2: number, lon2: number): number {
  let dLon = Math.abs(lon1 - lon2)
  if (dLon > 180e6) dLon = 360e6 - dLon
  const x = dLon * Math.cos(((lat1 + lat2) / 2) * RAD_PER_UDEG)
  const y = lat1 - lat2
  return Math.sqrt(x * x + y * y) * METRES_PER_UDEG
}

/** Metres a contact may have gone in `ms`, by what reported it. */
export function reachMetres(ms: number, sameSource: boolean, isAircraft: boolean): number {
  const slack = sameSource ? SAME_SOURCE_SLACK_M : OTHER_SOURCE_SLACK_M
  return slack + Math.abs(ms) * (isAircraft ? AIRCRAFT_MAX_KN : SHIP_MAX_KN) * METRES_PER_MS_AT_1_KN
}
