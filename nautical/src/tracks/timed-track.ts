import { initialBearing, interpolatePlace, metresBetween } from '../geodesy.ts'
import { legOutOfReach } from './out-of-reach.ts'
import { METRES_PER_NM, place, type Place } from '../units.ts'

/** One place of a track at its time (epoch ms); speed in knots and course in degrees as reported. */
export type TimedPlace = { t: number; lat: number; lon: number; sog: number | null; cog: number | null }

/** The index of the last place at or before an instant, -1 before the first; places are in order of time. */
export function indexAt(track: readonly { t: number }[], t: number): number {
  let low = 0
  let high = track.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (track[middle]!.t <= t) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A track at an instant. */
export type AtInstant = { place: Place; sog: number | null; cog: number | null }

/**
 * Where a track was at an instant: on the great circle between the places before and after, or null when one of them is
 * more than `withinMs` away or not in reach of the other at `mostKnots`. Speed and course are those of the nearer place, or derived from both positions where it reported none.
 */
export function placeAt(
  track: readonly TimedPlace[],
  t: number,
  withinMs: number,
  mostKnots = Infinity,
): AtInstant | null {
  const i = indexAt(track, t)
  const before = track[i]
  if (before !== undefined && before.t === t) return { place: asPlace(before), ...motionOf(track, i) }
  const after = track[i + 1]
  if (before === undefined || after === undefined) return null
  if (t - before.t > withinMs || after.t - t > withinMs) return null
  if (mostKnots < Infinity && legOutOfReach(before, after, mostKnots) !== null) return null
  const part = (t - before.t) / (after.t - before.t)
  const between = interpolatePlace(asPlace(before), asPlace(after), part)
  return { place: between, ...motionOf(track, part < 0.5 ? i : i + 1) }
}

/** Speed and course at one place of a track: as reported, else made good from there to the next, or from the one before. */
export function motionOf(track: readonly TimedPlace[], i: number): Omit<AtInstant, 'place'> {
  const at = track[i]!
  if (at.sog !== null && at.cog !== null) return { sog: at.sog, cog: at.cog }
  const [from, to] = i + 1 < track.length ? [at, track[i + 1]!] : [track[i - 1], at]
  if (from === undefined || to.t === from.t) return { sog: at.sog, cog: at.cog }
  const hours = (to.t - from.t) / 3_600_000
  const sog = at.sog ?? milesBetween(from, to) / hours
  return {
    sog,
    cog: at.cog ?? (milesBetween(from, to) < 0.005 ? null : initialBearing(asPlace(from), asPlace(to))),
  }
}

const asPlace = ({ lat, lon }: { lat: number; lon: number }) => place(lat, lon)
const milesBetween = (from: TimedPlace, to: TimedPlace) =>
  metresBetween(from.lat, from.lon, to.lat, to.lon) / METRES_PER_NM
