import type { RuleActionOutcome } from '@samudra/contract/rule-actions'
import type { RuleResult } from '@samudra/contract/rule-results'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import type { SamudraQueries } from '../../../../sea/topics.ts'
import type { WebhooksInterface } from '../../webhooks/room.ts'
import { deliveryId, presentAction } from './rule-actions.ts'
import { actionsOfResults } from './rule-actions.sql.ts'
import type { ResultRow } from './results.sql.ts'
import { presentResult } from '../rule-visibility.ts'

/** Results with what was done of them, and the alerts that stand on them, requested of the room that raises those. */
export class AlertLinks {
  readonly #db: Db
  readonly #webhooks: Pick<WebhooksInterface, 'standing'>
  readonly #queries: SamudraQueries

  constructor(db: Db, webhooks: Pick<WebhooksInterface, 'standing'>, queries: SamudraQueries) {
    this.#db = db
    this.#webhooks = webhooks
    this.#queries = queries
  }

  /** Returns the alert that a live result stands in, as far as a caller may know of it. */
  async alertOf(row: Pick<ResultRow, 'mmsi' | 'id'>, caller: Caller): Promise<string | null> {
    return (await this.#alertsOf([row], caller)).get(row.id) ?? null
  }
  async present(rows: readonly ResultRow[], caller: Caller): Promise<RuleResult[]> {
    const live = rows.filter(({ run_id }) => run_id === '')
    const alerts = await this.#alertsOf(live, caller)
    const actions = await this.#actionsOf(live, caller.isAdmin)
    return rows.map((row) => ({
      ...presentResult(row, caller),
      alert_id: (row.run_id === '' ? alerts.get(row.id) : undefined) ?? null,
      deeds: (row.run_id === '' ? actions.get(row.id) : undefined) ?? [],
    }))
  }

  async #alertsOf(
    live: readonly Pick<ResultRow, 'mmsi' | 'id'>[],
    caller: Caller,
  ): Promise<ReadonlyMap<string, string>> {
    const [found] = live.length === 0 ? [] : await this.#queries.request('resultAlerts', live, caller)
    return found ?? new Map()
  }
  /** By the ids of live results. */
  async #actionsOf(
    live: readonly ResultRow[],
    isAdmin: boolean,
  ): Promise<ReadonlyMap<string, RuleActionOutcome[]>> {
    const actions = new Map<string, RuleActionOutcome[]>()
    const rows = live.length === 0 ? [] : await actionsOfResults(this.#db, live)
    const called = rows.filter(({ action }) => action.do === 'WEBHOOK').map(deliveryId)
    const standing = called.length === 0 ? [] : await this.#webhooks.standing(called)
    const byId = new Map(standing.map((one) => [one.id, one]))
    for (const row of rows) {
      const shown = presentAction(row, byId.get(deliveryId(row)), isAdmin)
      actions.set(row.result_id, [...(actions.get(row.result_id) ?? []), shown])
    }
    return actions
  }
}
