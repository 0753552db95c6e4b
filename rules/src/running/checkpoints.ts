import type { Crossings, SailedFix } from '@samudra/nautical/tracks/crossings'
import { copyToKeep, type Memory } from './memory.ts'
import { forgetUpTo, type Checkpoint, type Newcomer, type Ship } from './ship.ts'

/** Returns the fix by which zones were last evaluated, where it is not the vessel's last one. */
export function sailedOf(crossings: Crossings, ship: number, { fix }: Memory): SailedFix | null {
  return crossings.lastAt(ship) === fix.at ? null : crossings.lastOf(ship)
}

/** Returns a checkpoint of a vessel as it is now, with its last entry in the log. */
export const checkpointOf = (
  crossings: Crossings,
  { number, memory, latestAt }: Ship,
  entry: number,
): Checkpoint => ({
  memory: copyToKeep(memory),
  visits: crossings.visitsOf(number).map((visit) => ({ ...visit })),
  sailed: sailedOf(crossings, number, memory),
  at: latestAt,
  entry,
})

/** Keeps a ship as it is now if nothing came of it since an instant. */
export function rest(crossings: Crossings, one: Newcomer, since: number): void {
  const { latestAt, checkpoints: checkpoint, entry } = one.ship
  if (latestAt > since || checkpoint.length === 0 || checkpoint[0]!.at >= latestAt) return
  checkpoint.push(checkpointOf(crossings, one.ship, entry))
  checkpoint.splice(0, checkpoint.length - 1)
  forgetUpTo(one, latestAt)
}
