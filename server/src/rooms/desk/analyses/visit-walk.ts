import { interpolatePlace } from '@samudra/nautical/geodesy'
import { place as placeOf } from '@samudra/nautical/units'

export type LatLon = { lat: number; lon: number }
/** A time inside; epoch ms, of a border that was crossed between two positions the instant on the way. */
export type InsideVisit = {
  from: number
  to: number
  /** Last position outside before it; null where none is known. */
  before: LatLon | null
  entry: LatLon
  exit: LatLon
  /** First position outside after it; null where none is known. */
  after: LatLon | null
}
/** A vessel that was inside in a period. */
export type InsideVessel = {
  mmsi: number
  split: number
  first: number
  last: number
  insideMs: number
  visits: InsideVisit[]
}

/** Halvings of the way between two positions: less than a minute of six hours. */
const HALVINGS = 12

/** Follows vessels one after the other through an area, position by position in order of time. */
export class VisitWalk {
  readonly #vessels: InsideVessel[] = []
  readonly #holds: (lat: number, lon: number) => boolean
  readonly #from: number
  readonly #to: number
  readonly #longestGapMs: number
  #mmsi = -1
  #split = -1
  #at = 0
  #lat = 0
  #lon = 0
  #wasIn = false
  #insideMs = 0
  #visit: InsideVisit | null = null
  #visits: InsideVisit[] = []

  constructor(
    holds: (lat: number, lon: number) => boolean,
    period: { from: number; to: number },
    longestGapMs: number,
  ) {
    this.#holds = holds
    this.#from = period.from
    this.#to = period.to
    this.#longestGapMs = longestGapMs
  }

  /** Takes the next position; degrees. */
  add(mmsi: number, split: number, at: number, lat: number, lon: number): void {
    const isNext = mmsi === this.#mmsi && split === this.#split
    if (!isNext) {
      this.#endVessel()
      this.#mmsi = mmsi
      this.#split = split
    }
    const isIn = this.#holds(lat, lon)
    if (!isNext) {
      if (isIn) this.#enter(at, null, { lat, lon })
    } else if (isIn !== this.#wasIn) this.#cross(isIn, at, lat, lon)
    else if (isIn && at - this.#at <= this.#longestGapMs) this.#count(this.#at, at)
    if (isIn) {
      const visit = this.#visit!
      visit.to = at
      visit.exit.lat = lat
      visit.exit.lon = lon
    }
    this.#at = at
    this.#lat = lat
    this.#lon = lon
    this.#wasIn = isIn
  }

  /** Returns the vessels that were inside in the period. */
  done(): InsideVessel[] {
    this.#endVessel()
    return this.#vessels
  }

  #enter(from: number, before: LatLon | null, entry: LatLon): void {
    this.#visit = { from, to: from, before, entry, exit: { ...entry }, after: null }
  }

  #cross(isIn: boolean, at: number, lat: number, lon: number): void {
    const before = { lat: this.#lat, lon: this.#lon }
    const after = { lat, lon }
    const isKnown = at - this.#at <= this.#longestGapMs
    if (isIn) {
      const entry = isKnown ? this.#border(at, after, false) : { at, ...after }
      this.#enter(entry.at, before, { lat: entry.lat, lon: entry.lon })
      this.#count(entry.at, at)
      return
    }
    const exit = isKnown ? this.#border(at, after, true) : { at: this.#at, ...before }
    this.#count(this.#at, exit.at)
    this.#endVisit({ to: exit.at, exit: { lat: exit.lat, lon: exit.lon }, after })
  }

  /** Returns instant and place on the great circle at which the side changes. */
  #border(at: number, after: LatLon, wasIn: boolean) {
    const [from, to] = [placeOf(this.#lat, this.#lon), placeOf(after.lat, after.lon)]
    let [low, high] = [0, 1]
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2
      const { lat, lon } = interpolatePlace(from, to, middle)
      if (this.#holds(lat, lon) === wasIn) low = middle
      else high = middle
    }
    const { lat, lon } = interpolatePlace(from, to, high)
    return { at: Math.round(this.#at + (at - this.#at) * high), lat, lon }
  }

  /** Adds a time inside, as far as it lies in the period. */
  #count(from: number, to: number): void {
    this.#insideMs += Math.max(0, Math.min(to, this.#to) - Math.max(from, this.#from))
  }

  #endVisit(end: Partial<InsideVisit>): void {
    const visit = { ...this.#visit!, ...end }
    this.#visit = null
    if (visit.from < this.#to && visit.to >= this.#from) this.#visits.push(visit)
  }

  #endVessel(): void {
    if (this.#visit !== null) this.#endVisit({})
    const visits = this.#visits
    if (visits.length > 0)
      this.#vessels.push({
        mmsi: this.#mmsi,
        split: this.#split,
        first: Math.max(this.#from, visits[0]!.from),
        last: Math.min(this.#to, visits.at(-1)!.to),
        insideMs: this.#insideMs,
        visits,
      })
    this.#visits = []
    this.#insideMs = 0
    this.#wasIn = false
  }
}
