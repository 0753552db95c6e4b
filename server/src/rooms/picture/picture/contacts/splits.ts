import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { classOfFix } from '../../../../sea/station-class.ts'
import { mostKnots, nearMetres, reachMetres } from '../reach.ts'

/** Fixes that agree with one another before a second place is believed. */
export const NEEDED = 3
/** Maximum time between fixes of one second position: vessels received by satellite have few fixes. */
const FORGET_MS = 6 * 60 * 60_000
const MAX_PLACES = 4
/** A place that was not reported from for so long has sent no static report since either. */
const PENDING_MS = 15 * 60_000
const MAX_MMSIS = 20_000

/** Where fixes of an MMSI are that none of its contacts can have reached; the latest of them. */
export type SecondPlace = {
  lat: number
  lon: number
  sog: number
  observedAt: number
  /** Where it began, and when. */
  beganLat: number
  beganLon: number
  beganCog: number
  since: number
  source: number
  /** Class of its station, as a kind of contact; -1 when not known. */
  ofClass: number
  count: number
}

/**
 * Fixes that no contact of their MMSI can have reached, by what each could be: a second station on the same MMSI, the
 * one station after a jump it really made, or a feed that is late.
 */
export class SecondPlaces {
  readonly #byMmsi = new Map<number, SecondPlace[]>()

  /** Notes a fix; the place it belongs to. */
  note(mmsi: number, kind: number, batch: FixBatch, i: number): SecondPlace {
    const observedAt = batch.observedAt[i]!
    const source = batch.source[i]!
    const [lat, lon, sog] = [batch.lat[i]!, batch.lon[i]!, batch.sog[i]!]
    const places = (this.#byMmsi.get(mmsi) ?? []).filter((one) => observedAt - one.observedAt < FORGET_MS)
    let same = places.find((one) => {
      const knots = mostKnots(kind, 0, one.sog, sog)
      const reach = reachMetres(observedAt - one.observedAt, one.source === source, knots)
      return nearMetres(lat, lon, one.lat, one.lon) <= reach
    })
    if (same === undefined) {
      if (places.length >= MAX_PLACES) places.shift()
      const began = { beganLat: lat, beganLon: lon, beganCog: batch.cog[i]!, since: observedAt }
      same = {
        lat,
        lon,
        sog,
        observedAt,
        ...began,
        source,
        ofClass: classOfFix(mmsi, batch.type[i]!),
        count: 0,
      }
      places.push(same)
    }
    same.lat = lat
    same.lon = lon
    same.sog = sog
    same.observedAt = Math.max(same.observedAt, observedAt)
    same.source = source
    same.count++
    this.#keep(mmsi, places)
    return same
  }

  /** Returns true if a station of a class (-1: any) may send from a second place under an MMSI now. */
  has(mmsi: number, ofClass: number, now: number): boolean {
    return (this.#byMmsi.get(mmsi) ?? []).some(
      (one) =>
        (ofClass < 0 || one.ofClass < 0 || one.ofClass === ofClass) && now - one.observedAt < PENDING_MS,
    )
  }

  /** A place that is settled is no longer second to any. */
  forget(mmsi: number, place: SecondPlace): void {
    const rest = (this.#byMmsi.get(mmsi) ?? []).filter((one) => one !== place)
    if (rest.length === 0) this.#byMmsi.delete(mmsi)
    else this.#byMmsi.set(mmsi, rest)
  }

  #keep(mmsi: number, places: SecondPlace[]) {
    if (this.#byMmsi.size >= MAX_MMSIS && !this.#byMmsi.has(mmsi)) {
      const [oldest] = this.#byMmsi.keys()
      this.#byMmsi.delete(oldest!)
    }
    this.#byMmsi.set(mmsi, places)
  }
}
