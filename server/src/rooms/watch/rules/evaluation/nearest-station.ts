import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { StationsThen } from '../../../picture/feeds/room.ts'

const RADIANS = Math.PI / 180
/** Number of values per station: its position in degrees, and its place on the unit sphere. */
const WIDE = 5
type Stand = { from: number; to: number; stations: Float64Array }

/** Distances to the nearest station of a source, by where its receivers were at a time. */
export class NearestStation {
  readonly #bySource = new Map<number, Stand[]>()

  constructor(all: readonly StationsThen[]) {
    for (const { source, from, to, places } of all) {
      const stand = { from, to, stations: Float64Array.from(places.flatMap(onSphere)) }
      const there = this.#bySource.get(source)
      if (there === undefined) this.#bySource.set(source, [stand])
      else there.push(stand)
    }
  }

  /**
   * Returns NM to the nearest station at an instant; NaN if a feed of the source reported none, as it may receive from
   * anywhere. The nearest station is the one whose direction from the centre of the Earth differs least.
   */
  distanceNm(source: number, lat: number, lon: number, at: number): number {
    const stands = this.#bySource.get(source)
    if (stands === undefined) return Number.NaN
    const cosLat = Math.cos(lat * RADIANS)
    const x = cosLat * Math.cos(lon * RADIANS)
    const y = cosLat * Math.sin(lon * RADIANS)
    const z = Math.sin(lat * RADIANS)
    let most = -Infinity
    let nearestLat = Number.NaN
    let nearestLon = Number.NaN
    for (let s = 0; s < stands.length; s++) {
      const { from, to, stations } = stands[s]!
      if (at < from || at >= to) continue
      if (stations.length === 0) return Number.NaN
      for (let i = 0; i < stations.length; i += WIDE) {
        const dot = x * stations[i + 2]! + y * stations[i + 3]! + z * stations[i + 4]!
        if (dot <= most) continue
        most = dot
        nearestLat = stations[i]!
        nearestLon = stations[i + 1]!
      }
    }
    return metresBetween(lat, lon, nearestLat, nearestLon) / METRES_PER_NM
  }
}

function onSphere({ lat, lon }: { lat: number; lon: number }): number[] {
  const cosLat = Math.cos(lat * RADIANS)
  return [
    lat,
    lon,
    cosLat * Math.cos(lon * RADIANS),
    cosLat * Math.sin(lon * RADIANS),
    Math.sin(lat * RADIANS),
  ]
}
