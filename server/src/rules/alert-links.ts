import type { RuleResult } from '@samudra/contract/rule-results'
import type { Caller } from '../kernel/caller.ts'
import type { ResultRow } from './results.sql.ts'
import { presentResult } from './seen.ts'

/** By the ids of live results, the alert each stands in, as far as a caller may know of it. */
export type FindAlerts = (
  live: readonly Pick<ResultRow, 'mmsi' | 'id'>[],
  caller: Caller,
) => Promise<ReadonlyMap<string, string>>

/** Results with the alerts that were raised of them, which the room that raises them finds. */
export class AlertLinks {
  #find: FindAlerts = async () => new Map()

  answer(find: FindAlerts): void {
    this.#find = find
  }
  async present(rows: readonly ResultRow[], caller: Caller): Promise<RuleResult[]> {
    const live = rows.filter(({ run_id }) => run_id === '')
    const alerts = live.length === 0 ? undefined : await this.#find(live, caller)
    return rows.map((row) => ({
      ...presentResult(row),
      alert_id: (row.run_id === '' ? alerts?.get(row.id) : undefined) ?? null,
    }))
  }
}
