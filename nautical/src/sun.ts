const RADIANS = Math.PI / 180
const DAY_MS = 86_400_000
/** Noon UTC of 1 January 2000. */
const J2000_MS = Date.UTC(2000, 0, 1, 12)
/** Its upper limb is on the horizon: half its breadth and refraction. */
const SETS_DEGREES = -0.833

/**
 * Returns the altitude of the middle of the sun above the horizon, degrees; to 0.02 degree between 1950 and 2050
 * (Astronomical Almanac, low-precision formulas for the sun). `at` is epoch ms.
 */
export function sunAltitude(at: number, lat: number, lon: number): number {
  const days = (at - J2000_MS) / DAY_MS
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS
  const meanLongitude = 280.46 + 0.9856474 * days
  const longitude = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS
  const tilt = (23.439 - 0.0000004 * days) * RADIANS
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude))
  const declination = Math.asin(Math.sin(tilt) * Math.sin(longitude))
  // Sidereal time at Greenwich, degrees.
  const sidereal = 280.46062 + 360.98564737 * days
  const hourAngle = (sidereal + lon) * RADIANS - ascension
  const sine =
    Math.sin(lat * RADIANS) * Math.sin(declination) +
    Math.cos(lat * RADIANS) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS
}

/** Returns true while the sun is below the horizon of a place. */
export const isNight = (at: number, lat: number, lon: number): boolean =>
  sunAltitude(at, lat, lon) < SETS_DEGREES
