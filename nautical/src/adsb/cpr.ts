/**
 * Compact position reporting (ICAO Annex 10, volume IV, 3.1.2.8.6; RTCA DO-260B, appendix A): 17 bits of latitude
 * and longitude within a zone, in an even and an odd division of the globe.
 */
const SCALE = 131_072
/** Latitude zones between the equator and a pole. */
const ZONES = 15

/** Northern edges of the belts with 59, 58, … 2 longitude zones, degrees. */
const BELTS = new Float64Array(58)
for (let zones = 59; zones >= 2; zones--)
  BELTS[59 - zones] =
    (Math.acos(Math.sqrt((1 - Math.cos(Math.PI / (2 * ZONES))) / (1 - Math.cos((2 * Math.PI) / zones)))) *
      180) /
    Math.PI

/** Longitude zones at a latitude, 1 to 59. */
export function longitudeZones(lat: number): number {
  const from = Math.abs(lat)
  if (from > 87) return 1
  if (from === 87) return 2
  let low = 0
  let high = BELTS.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (from < BELTS[middle]!) high = middle
    else low = middle + 1
  }
  return 59 - low
}

const modulo = (value: number, by: number) => value - by * Math.floor(value / by)

/** Where a decoded place is written: nothing is allocated for it. */
export type CprPlace = { lat: number; lon: number }

/** One position report as sent: 17-bit latitude and longitude. */
export type CprPair = { evenLat: number; evenLon: number; oddLat: number; oddLon: number }

/**
 * The place of an even and an odd report of one aircraft, that of the newer of them. False when the two lie in belts
 * of different zones or lead off the globe. A surface place repeats every 90 degrees; the one nearest to `near` is
 * taken, and without `near` there is none.
 */
export function globalPlace(
  pair: CprPair,
  isOddNewer: boolean,
  isSurface: boolean,
  near: CprPlace | null,
  out: CprPlace,
): boolean {
  if (isSurface && near === null) return false
  const circle = isSurface ? 90 : 360
  const evenLat = pair.evenLat / SCALE
  const oddLat = pair.oddLat / SCALE
  const j = Math.floor(59 * evenLat - 60 * oddLat + 0.5)
  let even = (circle / 60) * (modulo(j, 60) + evenLat)
  let odd = (circle / 59) * (modulo(j, 59) + oddLat)
  if (isSurface) {
    if (even - near!.lat > 45) {
      even -= 90
      odd -= 90
    }
  } else {
    if (even >= 270) even -= 360
    if (odd >= 270) odd -= 360
  }
  if (!(Math.abs(even) <= 90 && Math.abs(odd) <= 90)) return false
  const zones = longitudeZones(even)
  if (zones !== longitudeZones(odd)) return false
  const evenLon = pair.evenLon / SCALE
  const oddLon = pair.oddLon / SCALE
  const m = Math.floor(evenLon * (zones - 1) - oddLon * zones + 0.5)
  const count = Math.max(1, isOddNewer ? zones - 1 : zones)
  let lon = (circle / count) * (modulo(m, count) + (isOddNewer ? oddLon : evenLon))
  if (isSurface) lon += 90 * Math.round((near!.lon - lon) / 90)
  out.lat = isOddNewer ? odd : even
  out.lon = modulo(lon + 180, 360) - 180
  return true
}

/**
 * The place of one report next to a place known to be less than half a zone away: 180 NM in the air, 45 NM on the
 * surface. False when it leads off the globe.
 */
export function localPlace(
  latBits: number,
  lonBits: number,
  isOdd: boolean,
  isSurface: boolean,
  near: CprPlace,
  out: CprPlace,
): boolean {
  const circle = isSurface ? 90 : 360
  const latZone = circle / (isOdd ? 59 : 60)
  const latPart = latBits / SCALE
  const j = Math.floor(near.lat / latZone) + Math.floor(0.5 + modulo(near.lat, latZone) / latZone - latPart)
  const lat = latZone * (j + latPart)
  if (!(Math.abs(lat) <= 90)) return false
  const lonZone = circle / Math.max(1, longitudeZones(lat) - (isOdd ? 1 : 0))
  const lonPart = lonBits / SCALE
  const m = Math.floor(near.lon / lonZone) + Math.floor(0.5 + modulo(near.lon, lonZone) / lonZone - lonPart)
  out.lat = lat
  out.lon = modulo(lonZone * (m + lonPart) + 180, 360) - 180
  return true
}

/** The 17 bits of latitude and longitude of a place, the way an aircraft sends them. */
export function encodeCpr(lat: number, lon: number, isOdd: boolean, isSurface: boolean) {
  const circle = isSurface ? 90 : 360
  const latZone = circle / (isOdd ? 59 : 60)
  // The surface form keeps the lower bits of the same number made on a fourth of the circle.
  const latBits = Math.floor((SCALE * modulo(lat, latZone)) / latZone + 0.5)
  const sent = latZone * (latBits / SCALE + Math.floor(lat / latZone))
  const lonZone = circle / Math.max(1, longitudeZones(sent) - (isOdd ? 1 : 0))
  const lonBits = Math.floor((SCALE * modulo(lon, lonZone)) / lonZone + 0.5)
  return { lat: latBits % SCALE, lon: lonBits % SCALE }
}
