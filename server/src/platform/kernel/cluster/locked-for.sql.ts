import type { Db } from '../../needs/database.ts'
import { inTransaction } from '../../needs/query.ts'

/** Space of advisory locks on what processes do in turn. */
const TURNS = 7_301_013

/** Runs `work` while nothing else of this name runs in any process. It has connections of its own. */
export const lockedFor = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [TURNS, name])
    return work()
  })
