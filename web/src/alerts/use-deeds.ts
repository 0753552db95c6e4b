import type { Act } from '@samudra/contract/alert-workflow'
import { acknowledgeAlerts, getAlerts, getAlertsForVessel, type Alert } from '@samudra/contract/alerts'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { shelvedUntil, shipsOf, type Deed } from './deeds.ts'

/** What is said with a deed. */
export type Said = Pick<Act, 'comment' | 'disposition' | 'assignee_id'> & { hours?: number }

type Named = Pick<Alert, 'id' | 'title' | 'ship_name' | 'mmsi' | 'other_mmsi'>
/** Does something with an alert; who comes second is told who has it. Versions are not asked for: each hit makes a new one. */
export function useDeeds() {
  const stale = useStale()
  return useAction(async (alert: Named, deed: Deed, { hours, ...said }: Said) => {
    const { results } = await call(acknowledgeAlerts, {
      ids: [alert.id],
      action: deed.action,
      ...said,
      ...(hours === undefined ? {} : { until: shelvedUntil(hours, Date.now()) }),
    })
    stale(getAlerts, getAlertsForVessel)
    const [result] = results
    if (result?.ok !== true) throw new Error(result?.Message ?? 'It was not done; look at it again.')
    toast(`${deed.done}: ${alert.title}, ${shipsOf(alert)}`, 'good')
  })
}
