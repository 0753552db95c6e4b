import type { RuleDeed } from '@samudra/contract/rule-actions'
import type { RuleResult } from '@samudra/contract/rule-results'
import type { Caller } from '../kernel/caller.ts'
import type { Db } from '../needs/database.ts'
import { presentDeed } from './deeds.ts'
import { deedsOfResults } from './deeds.sql.ts'
import type { ResultRow } from './results.sql.ts'
import { presentResult } from './seen.ts'

/** By the ids of live results, the alert each stands in, as far as a caller may know of it. */
export type FindAlerts = (
  live: readonly Pick<ResultRow, 'mmsi' | 'id'>[],
  caller: Caller,
) => Promise<ReadonlyMap<string, string>>

/** Results with what was done of them; the alerts that were raised are found by the room that raises them. */
export class AlertLinks {
  readonly #db: Db
  #find: FindAlerts = async () => new Map()

  constructor(db: Db) {
    this.#db = db
  }

  answer(find: FindAlerts): void {
    this.#find = find
  }
  async present(rows: readonly ResultRow[], caller: Caller): Promise<RuleResult[]> {
    const live = rows.filter(({ run_id }) => run_id === '')
    const alerts = live.length === 0 ? undefined : await this.#find(live, caller)
    const deeds = new Map<string, RuleDeed[]>()
    for (const one of live.length === 0 ? [] : await deedsOfResults(this.#db, live))
      deeds.set(one.result_id, [...(deeds.get(one.result_id) ?? []), presentDeed(one)])
    return rows.map((row) => ({
      ...presentResult(row),
      alert_id: (row.run_id === '' ? alerts?.get(row.id) : undefined) ?? null,
      deeds: (row.run_id === '' ? deeds.get(row.id) : undefined) ?? [],
    }))
  }
}
