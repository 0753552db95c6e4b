import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import type { FixBatch } from '../../../../sea/fix-batch.ts'

const METRES_PER_UDEG = ((6_378_137 * Math.PI) / 180) * 1e-6
const ROUND_UDEG = 360e6

/**
 * Returns the indices of the fixes that represent all others. Even sailing between the stored neighbours gives every
 * other position to within `errorM` metres. Turns, stops, changes of speed, both ends of every gap, and the first and
 * last fix of every split stay. The fixes belong to one contact, by split and observation.
 */
export function thinned(fixes: FixBatch, count: number, errorM: number): number[] {
  const stored: number[] = []
  for (let from = 0; from < count;) {
    let to = from
    while (to + 1 < count && continues(fixes, to)) to++
    keepStretch(fixes, from, to, errorM, stored)
    from = to + 1
  }
  return stored
}

const continues = ({ split, observedAt }: FixBatch, i: number) =>
  split[i + 1] === split[i] && observedAt[i + 1]! - observedAt[i]! <= GAP_MS

/** Halves a stretch at the fix that is furthest from where even sailing would have it, again and again. */
function keepStretch(fixes: FixBatch, from: number, to: number, errorM: number, stored: number[]) {
  const isStored = new Uint8Array(to - from + 1)
  isStored[0] = 1
  isStored[to - from] = 1
  const open: [number, number][] = [[from, to]]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [a, b] = part
    let [furthest, most] = [-1, errorM]
    for (let i = a + 1; i < b; i++) {
      const miss = missOf(fixes, a, i, b)
      if (miss > most) [furthest, most] = [i, miss]
    }
    if (furthest < 0) continue
    isStored[furthest - from] = 1
    open.push([a, furthest], [furthest, b])
  }
  for (let i = from; i <= to; i++) if (isStored[i - from] === 1) stored.push(i)
}

/** Returns the distance in metres of fix `i` from its interpolated position, assuming even sailing from `a` to `b`. */
function missOf({ observedAt, lat, lon }: FixBatch, a: number, i: number, b: number): number {
  const span = observedAt[b]! - observedAt[a]!
  const share = span === 0 ? 0 : (observedAt[i]! - observedAt[a]!) / span
  const north = lat[i]! - lat[a]! - (lat[b]! - lat[a]!) * share
  const east = across(lon[i]! - lon[a]!) - across(lon[b]! - lon[a]!) * share
  const narrowed = Math.cos((lat[i]! / 1e6) * (Math.PI / 180))
  return Math.hypot(north, east * narrowed) * METRES_PER_UDEG
}

/** A difference of longitudes the short way round. */
const across = (udeg: number) => udeg - ROUND_UDEG * Math.round(udeg / ROUND_UDEG)
