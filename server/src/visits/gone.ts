import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { FixReader } from '../sea/fix-reader.ts'
import { storeDue } from './visits.sql.ts'

/** Fixes of an import that are taken away: which feed brought them, and when they arrived, epoch ms. */
export type Gone = { feed: number; from: number; to: number; signal?: AbortSignal }

/** Takes fixes away; what their ships did from the first of them on is worked out again. */
export async function shipsGone(
  { db, clock, fixes, flush }: { db: Db; clock: Clock; fixes: FixReader; flush: () => Promise<void> },
  { feed, from, to, signal }: Gone,
  act: () => Promise<void>,
): Promise<void> {
  await flush()
  const ships = new Map<number, number>()
  for await (const batch of fixes.readFixes({ by: 'ARRIVAL', from, to, columns: ['feed'], signal }))
    for (let i = 0; i < batch.count; i++) {
      if (batch.feed[i] !== feed) continue
      const [mmsi, at] = [batch.mmsi[i]!, batch.observedAt[i]!]
      if (at < (ships.get(mmsi) ?? Infinity)) ships.set(mmsi, at)
    }
  await act()
  await storeDue(db, ships, clock.now())
}
