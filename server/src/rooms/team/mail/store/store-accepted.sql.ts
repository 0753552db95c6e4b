import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, isOwnError } from '../../../../platform/needs/query.ts'
import type { AcceptJob } from './accept-job.ts'
import { deliverAll } from './deliver.sql.ts'
import type { DeliveryResult } from './delivery.ts'
import { storeRaws } from './raw-files.sql.ts'

type StoredJob = Pick<AcceptJob, 'draft' | 'index' | 'delivery'>

/**
 * Stores mails with their raw messages and bodies. Returns the result of each, or its error. One transaction holds all;
 * after an error of one, each has its own.
 */
export async function storeAccepted(db: Db, lot: readonly StoredJob[]): Promise<(DeliveryResult | Error)[]> {
  try {
    return await inTransaction(db, async (client) => {
      const results = await deliverAll(
        client,
        lot.map(({ delivery }) => delivery),
      )
      const stored = lot.filter((_, i) => results[i]!.delivered.length > 0)
      if (stored.length === 0) return results
      await storeRaws(
        client,
        stored.map(({ draft, index }) => ({ draft, index })),
        stored[0]!.delivery.mail.at,
      )
      return results
    })
  } catch (thrown) {
    if (lot.length > 1 && isOwnError(thrown)) {
      const alone: (DeliveryResult | Error)[] = []
      for (const one of lot) alone.push(...(await storeAccepted(db, [one])))
      return alone
    }
    return lot.map(() => (thrown instanceof Error ? thrown : new Error(String(thrown))))
  }
}
