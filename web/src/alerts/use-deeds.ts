import type { Act, AlertAction } from '@samudra/contract/alert-workflow'
import { acknowledgeAlerts, getAlerts, getAlertsForVessel, type Alert } from '@samudra/contract/alerts'
import { useCallback } from 'react'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { shelvedUntil, shipsOf, type Deed } from './deeds.ts'

/** What is said with a deed. */
export type Said = Pick<Act, 'comment' | 'disposition' | 'assignee_id'> & { hours?: number }
type Named = Pick<Alert, 'id' | 'title' | 'ship_name' | 'mmsi' | 'other_mmsi'>

type Sent = Omit<Act, 'until'> & { until?: string }
/** How a deed is taken back; who took an alert up hands it over instead. */
const BACK: Partial<Record<AlertAction, Sent>> = {
  RESOLVE: { action: 'REOPEN', comment: 'Taken back' },
  DISMISS: { action: 'REOPEN', comment: 'Taken back' },
  SHELVE: { action: 'UNSHELVE' },
}
const UNDO_MS = 10_000
let undoLast: (() => void) | null = null
/** Takes back what was done last with an alert here, if that can be taken back and nothing was done since. */
export function undo(): void {
  const last = undoLast
  undoLast = null
  if (last === null) toast('There is nothing to take back.')
  else last()
}

async function send(id: string, act: Sent) {
  const { results } = await call(acknowledgeAlerts, { ids: [id], ...act })
  const [result] = results
  if (result?.ok !== true) throw new Error(result?.Message ?? 'It was not done; look at it again.')
}

/** Does something with an alert; who comes second is told who has it. Versions are not asked for: each hit makes a new one. */
export function useDeeds() {
  const stale = useStale()
  const takeBack = useCallback(
    async (alert: Named, back: Sent) => {
      try {
        await send(alert.id, back)
        toast(`Taken back: ${alert.title}, ${shipsOf(alert)}`, 'good')
      } catch (error) {
        toast((error as Error).message, 'bad')
      }
      stale(getAlerts, getAlertsForVessel)
    },
    [stale],
  )
  return useAction(async (alert: Named, deed: Deed, { hours, ...said }: Said) => {
    await send(alert.id, {
      action: deed.action,
      ...said,
      ...(hours === undefined ? {} : { until: shelvedUntil(hours, Date.now()) }),
    })
    stale(getAlerts, getAlertsForVessel)
    const back = BACK[deed.action]
    const act = back === undefined ? null : () => void takeBack(alert, back)
    undoLast = act
    const more = act === null ? {} : { ms: UNDO_MS, action: { label: 'Undo (Z)', act } }
    toast(`${deed.done}: ${alert.title}, ${shipsOf(alert)}`, 'good', more)
  })
}
