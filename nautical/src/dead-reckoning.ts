import { destinationOf } from './geodesy.ts'
import { metresPerSecond, type Degrees, type Knots, type Place } from './units.ts'

/** What is known of a contact at its last fix. `rot` is degrees a minute, starboard positive. */
export type LastFix = { place: Place; sog: Knots | null; cog: Degrees | null; rot?: number | null }

/** A turn is steered for minutes, not for hours: after this long the ship is taken to go straight on. */
const TURN_LASTS_S = 120
/** Slower turns are the noise of a ship that keeps her course. */
const STEADY_ROT = 2

/**
 * Where a contact is expected `elapsedMs` after its last fix. Null when the speed is unknown, or the course of
 * a contact that moves: a guess would look like knowledge on the chart.
 */
export function deadReckon({ place, sog, cog, rot = null }: LastFix, elapsedMs: number): Place | null {
  if (sog === null) return null
  if (sog === 0 || elapsedMs <= 0) return place
  if (cog === null) return null
  const elapsed = elapsedMs / 1000
  const speed = metresPerSecond(sog)
  if (rot === null || Math.abs(rot) < STEADY_ROT) return destinationOf(place, cog, speed * elapsed)
  const turning = Math.min(elapsed, TURN_LASTS_S)
  const turned = (rot / 60) * turning
  const half = (turned * Math.PI) / 360
  // The chord of an arc lies half the turn off the first course and is shorter than the arc.
  const chord = speed * turning * (Math.sin(half) / half)
  const afterTurn = destinationOf(place, cog + turned / 2, Math.abs(chord))
  return destinationOf(afterTurn, cog + turned, speed * (elapsed - turning))
}
