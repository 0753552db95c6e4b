import { interpolatePlace } from '@samudra/nautical/geodesy'
import { place as placeAt } from '@samudra/nautical/units'
import { GRID_MS, GRIDS, type GridPlace } from './grid-places.ts'
import type { FixState, Memory } from '../running/memory.ts'

/** Between two whole minutes at which a ship was placed: more is a hole. */
export const PLACED_HOLE_MS = 12 * 60_000

/**
 * Reports where a vessel was at each whole minute between its last two fixes; undefined where unknown, in a hole. For
 * a long way it reports the last hour.
 */
export function sailed(
  memory: Memory,
  isHole: boolean,
  hear: (at: number, place: GridPlace | undefined) => void,
): void {
  const { before, fix } = memory
  if (before.at === 0 || Number.isNaN(fix.lat) || Number.isNaN(before.lat)) return
  const first = Math.max(before.at, fix.at - GRIDS * GRID_MS)
  for (let at = (Math.floor(first / GRID_MS) + 1) * GRID_MS; at <= fix.at; at += GRID_MS)
    hear(at, isHole ? undefined : placedAt(at, memory))
}

/**
 * Returns the position of a vessel at a minute between two fixes, on the great circle, with the motion of the nearer
 * fix.
 */
function placedAt(at: number, { before, fix, facts, lists }: Memory): GridPlace {
  const share = (at - before.at) / (fix.at - before.at)
  const { lat, lon } =
    share === 1 ? fix : interpolatePlace(placeAt(before.lat, before.lon), placeAt(fix.lat, fix.lon), share)
  const { sog, cog, heading, nav, source } = share < 0.5 ? before : fix
  return { at, lat, lon, sog, cog, heading, nav, source, id: fix.id, beforeId: before.id, facts, lists }
}

/** Writes a place as a fix. */
export const asFix = (
  fix: FixState,
  { at, lat, lon, sog, cog, heading, nav, source, id, beforeId }: GridPlace,
): FixState => Object.assign(fix, { at, lat, lon, sog, cog, heading, nav, source, id, beforeId })

/** Lets a memory be that of a ship at the next minute. */
export function goTo(memory: Memory, place: GridPlace): void {
  memory.facts = place.facts
  memory.lists = place.lists
  const fix = memory.before
  memory.before = memory.fix
  memory.fix = asFix(fix, place)
}
