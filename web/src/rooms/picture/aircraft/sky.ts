import type { AircraftFrame, AircraftRow } from '@samudra/contract/wire/aircraft-frame'
import { destinationOf, metresBetween } from '@samudra/nautical/geodesy'
import { metresPerSecond, place } from '@samudra/nautical/units'

/** Time for which a position is dead reckoned; after that an aircraft is drawn where it was last received. */
const RECKON_MS = 60_000
/** Duration of the step from the drawn position to a new one. */
const BLEND_MS = 1000
/** Steps beyond this are not spread: they are no motion. */
const BLEND_METRES = 20_000

/** An aircraft with what is left of the step to its newest place. */
export type Flown = AircraftRow & { stepLat: number; stepLon: number; stepAt: number }

/** Aircraft in view as pushed by the server, and their drawn positions between two pushes. */
export class Sky {
  readonly aircraft = new Map<number, Flown>()
  inView = 0
  total = 0
  #seq = -1

  /** Applies a frame; false after a gap, when everything must be requested again. */
  take(frame: AircraftFrame, now: number): boolean {
    if (!frame.snapshot && frame.seq !== this.#seq + 1) return false
    this.#seq = frame.seq
    const before = frame.snapshot ? new Map(this.aircraft) : this.aircraft
    if (frame.snapshot) this.aircraft.clear()
    for (const row of frame.rows) this.aircraft.set(row.address, stepped(row, before.get(row.address), now))
    for (const address of frame.removed) this.aircraft.delete(address)
    this.inView = frame.inView
    this.total = frame.total
    return true
  }

  clear() {
    this.aircraft.clear()
    this.inView = this.total = 0
    this.#seq = -1
  }
}

/** The row with the step that takes its drawn place to the new one without a jerk. */
function stepped(row: AircraftRow, before: Flown | undefined, now: number): Flown {
  const next = { ...row, stepLat: 0, stepLon: 0, stepAt: now }
  if (before === undefined) return next
  const [was, is] = [drawnPlace(before, now), drawnPlace(next, now)]
  if (metresBetween(was.lat, was.lon, is.lat, is.lon) > BLEND_METRES) return next
  return { ...next, stepLat: was.lat - is.lat, stepLon: nearest(was.lon - is.lon) }
}

const nearest = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

/** Where an aircraft is drawn: its place carried forward by speed and track. */
export function drawnPlace(one: Flown, now: number): { lat: number; lon: number } {
  const left = Math.max(0, 1 - (now - one.stepAt) / BLEND_MS)
  const soft = left * left * (3 - 2 * left)
  const age = Math.min(RECKON_MS, Math.max(0, now - one.placedAt))
  const isMoving = one.groundSpeed !== null && one.groundSpeed > 0 && one.track !== null && age > 0
  const at = isMoving
    ? destinationOf(place(one.lat, one.lon), one.track!, (metresPerSecond(one.groundSpeed!) * age) / 1000)
    : one
  return { lat: at.lat + one.stepLat * soft, lon: at.lon + one.stepLon * soft }
}
