import type { FixReader } from '../../../sea/fix-reader.ts'

/** Fixes of an import that are taken away: which feed brought them, and when they arrived, epoch ms. */
export type Gone = { feed: number; from: number; to: number; signal?: AbortSignal }

/** Returns the vessels of an import, each with the period of its fixes. */
export async function shipsOfImport(
  fixes: FixReader,
  { feed, from, to, signal }: Gone,
): Promise<Map<number, { from: number; to: number }>> {
  const ships = new Map<number, { from: number; to: number }>()
  for await (const batch of fixes.readFixes({ by: 'ARRIVAL', from, to, columns: ['feed'], signal }))
    for (let i = 0; i < batch.count; i++) {
      if (batch.feed[i] !== feed) continue
      const [mmsi, at] = [batch.mmsi[i]!, batch.observedAt[i]!]
      const known = ships.get(mmsi)
      if (known === undefined) ships.set(mmsi, { from: at, to: at })
      else {
        known.from = Math.min(known.from, at)
        known.to = Math.max(known.to, at)
      }
    }
  return ships
}
