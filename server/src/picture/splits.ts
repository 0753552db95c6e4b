import { nearMetres, reachMetres } from './reach.ts'

/** Fixes in a row that agree with one another before a second place is believed. */
const NEEDED = 3
/** Fixes of a second place that are further apart in time do not belong together. */
const FORGET_MS = 60 * 60_000
const MAX_PLACES = 4
const MAX_MMSIS = 20_000

type SecondPlace = {
  lat: number
  lon: number
  observedAt: number
  since: number
  source: number
  count: number
}

/**
 * Fixes that no contact of their MMSI can have reached. Three that agree with one another are a second
 * station on the same MMSI, or the one station after a jump it really made.
 */
export class SecondPlaces {
  readonly #byMmsi = new Map<number, SecondPlace[]>()

  /** Notes a fix; true when it is the one that makes its place believed, together with since when. */
  note(mmsi: number, lat: number, lon: number, observedAt: number, source: number): { since: number } | null {
    const places = (this.#byMmsi.get(mmsi) ?? []).filter((one) => observedAt - one.observedAt < FORGET_MS)
    const same = places.find((one) => {
      const reach = reachMetres(observedAt - one.observedAt, one.source === source, false)
      return nearMetres(lat, lon, one.lat, one.lon) <= reach
    })
    if (same === undefined) {
      if (places.length >= MAX_PLACES) places.shift()
      places.push({ lat, lon, observedAt, since: observedAt, source, count: 1 })
      this.#keep(mmsi, places)
      return null
    }
    same.lat = lat
    same.lon = lon
    same.observedAt = Math.max(same.observedAt, observedAt)
    same.source = source
    same.count++
    if (same.count < NEEDED) {
      this.#keep(mmsi, places)
      return null
    }
    this.#byMmsi.delete(mmsi)
    return { since: same.since }
  }

  #keep(mmsi: number, places: SecondPlace[]) {
    if (this.#byMmsi.size >= MAX_MMSIS && !this.#byMmsi.has(mmsi)) {
      const [oldest] = this.#byMmsi.keys()
      this.#byMmsi.delete(oldest!)
    }
    this.#byMmsi.set(mmsi, places)
  }
}
