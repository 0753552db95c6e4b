import { destinationOf, metresBetween } from '../geodesy.ts'
import {
  degrees,
  knots,
  metresPerSecond,
  place as placeAt,
  type Degrees,
  type Knots,
  type Place,
} from '../units.ts'

/** Known state of a contact at its last fix. `rot` is degrees a minute, starboard positive. */
export type LastFix = { place: Place; sog: Knots | null; cog: Degrees | null; rot?: number | null }

/** A turn is steered for minutes, not for hours: after this long the ship is taken to go straight on. */
const TURN_LASTS_S = 120
/** Rate of turn below which a turn is the noise of a vessel that holds its course. */
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

/** Error of a receiver on board at the fix itself, metres (the 10 m of "high accuracy", ITU-R M.1371-5). */
const FIX_ERROR_M = 10
/** Time for which a vessel holds a speed other than the one it returns to. */
const RELAXES_S = 1800
/** Straying of the vessel's speed along each axis: a share of its speed, and at least this. */
const STRAYS_SHARE = 0.08
const STRAYS_LEAST_KN = 0.4
/** The circle that holds 95 % of places that scatter alike along both axes: the root of -2 ln 0.05. */
const RADIUS_95 = 2.4477

/**
 * Returns the metres around the reckoned place that hold the vessel with 95 %. The velocity strays about the one of
 * the fix and returns to it (an Ornstein-Uhlenbeck process). The variance along each axis is s^2 T^2 (2 t/T + 4
 * e^(-t/T) - e^(-2t/T) - 3), for straying s in metres a second and relaxing time T. It grows with t and not with its
 * cube. Source: L. M. Millefiori, P. Braca, K. Bryan, P. Willett, "Modeling vessel kinematics using a stochastic
 * mean-reverting process for long-term prediction", IEEE Transactions on Aerospace and Electronic Systems 52 (5),
 * 2016.
 */
export function reckoningRadius(elapsedMs: number, sog: Knots | number): number {
  const t = Math.max(0, elapsedMs) / 1000 / RELAXES_S
  const s = metresPerSecond(Math.max(STRAYS_LEAST_KN, sog * STRAYS_SHARE))
  const variance = (s * RELAXES_S) ** 2 * (2 * t + 4 * Math.exp(-t) - Math.exp(-2 * t) - 3)
  return RADIUS_95 * Math.sqrt(FIX_ERROR_M ** 2 / RADIUS_95 ** 2 + Math.max(0, variance))
}

/** Fixes further apart than this are no prediction a watch would make. */
const FARTHEST_AHEAD_MS = 3_600_000

/**
 * Returns how far reckoning from each fix of a track missed the next one, at the median; null without a single
 * prediction.
 */
export function medianMiss(
  track: readonly { t: number; lat: number; lon: number; sog: number | null; cog: number | null }[],
): { median_error_m: number; median_ahead_s: number; predictions: number } | null {
  const misses: number[] = []
  const ahead: number[] = []
  for (let i = 1; i < track.length; i++) {
    const [from, to] = [track[i - 1]!, track[i]!]
    const elapsed = to.t - from.t
    if (elapsed <= 0 || elapsed > FARTHEST_AHEAD_MS) continue
    const sog = from.sog === null ? null : knots(from.sog)
    const cog = from.cog === null ? null : degrees(from.cog)
    const reckoned = deadReckon({ place: placeAt(from.lat, from.lon), sog, cog }, elapsed)
    if (reckoned === null) continue
    misses.push(metresBetween(reckoned.lat, reckoned.lon, to.lat, to.lon))
    ahead.push(elapsed / 1000)
  }
  if (misses.length === 0) return null
  return {
    median_error_m: Math.round(middle(misses)),
    median_ahead_s: Math.round(middle(ahead)),
    predictions: misses.length,
  }
}

const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
