import type { Crossings, SailedFix } from '@samudra/nautical/tracks/crossings'
import { copyToKeep, type Memory } from './memory.ts'
import { forgetUpTo, type Kept, type Newcomer, type Ship } from './ship.ts'

/** The fix by which zones were gone through last, where it is not her last one. */
export function sailedOf(crossings: Crossings, ship: number, { fix }: Memory): SailedFix | null {
  return crossings.lastAt(ship) === fix.at ? null : crossings.lastOf(ship)
}

/** A ship as she is now, with the last entry of hers in the log. */
export const asKept = (crossings: Crossings, { number, memory, latestAt }: Ship, entry: number): Kept => ({
  memory: copyToKeep(memory),
  visits: crossings.visitsOf(number).map((visit) => ({ ...visit })),
  sailed: sailedOf(crossings, number, memory),
  at: latestAt,
  entry,
})

/** Keeps a ship as it is now if nothing came of it since an instant. */
export function rest(crossings: Crossings, one: Newcomer, since: number): void {
  const { latestAt, checkpoints: kept, entry } = one.ship
  if (latestAt > since || kept.length === 0 || kept[0]!.at >= latestAt) return
  kept.push(asKept(crossings, one.ship, entry))
  kept.splice(0, kept.length - 1)
  forgetUpTo(one, latestAt)
}
