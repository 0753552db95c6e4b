import type { Act, AlertAction } from '@samudra/contract/alert-workflow'
import { acknowledgeAlerts, getAlerts, getAlertsForVessel, type Alert } from '@samudra/contract/alerts'
import { useCallback } from 'react'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { signedIn } from '../../../../wire/session.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'
import {
  BACK,
  type Back,
  isAsLeft,
  NO_WAY_BACK,
  shelvedUntil,
  shipsOf,
  type ActionChoice,
  type Sent,
} from './action-choices.ts'

/** Input of an action. */
export type ActionValues = Pick<Act, 'comment' | 'disposition' | 'assignee_id'> & { hours?: number }
type Named = Pick<Alert, 'id' | 'title' | 'ship_name' | 'mmsi' | 'other_mmsi'>

export const UNDO_MS = 10_000
/** Returns the toast sort of an action, so that a fast user sees the latest result; results do not replace failures. */
export const toastOfAction = (tone: 'good' | 'bad') => ({ sort: { key: `deed ${tone}` } })
let undoLast: (() => void) | null = null
/** Ends with the action that was sent last. */
let sent: Promise<unknown> = Promise.resolve()
/** Takes back what was done last with an alert here, if that can be taken back and nothing was done since. */
export async function undo(): Promise<void> {
  await sent
  const last = undoLast
  undoLast = null
  if (last === null) toast('There is nothing to undo.')
  else last()
}

/**
 * Sets what the undo key does, an undo or the reason against one, and returns the undo for the message that offers it.
 */
export function mayBeUndone(action: AlertAction, act: (() => void) | null): (() => void) | undefined {
  const why = NO_WAY_BACK[action]
  undoLast = act ?? (why === undefined ? null : () => toast(why))
  return act ?? undefined
}

async function send(id: string, act: Sent, expected_versions?: Record<string, number>) {
  const { results } = await call(acknowledgeAlerts, {
    ids: [id],
    ...act,
    ...(expected_versions === undefined ? {} : { expected_versions }),
  })
  const [result] = results
  if (result?.ok !== true) throw new Error(result?.Message ?? 'It was not done; look at it again.')
}

/** Undoes an action if it still stands as it was left; the message that offers it may be old. */
async function sendBack(id: string, action: AlertAction, { act }: Back) {
  const [now] = (await call(getAlerts, { id, limit: 1 })).items
  if (now === undefined || !isAsLeft(action, now, signedIn()?.id))
    throw new Error('It has changed and cannot be undone. Reopen it.')
  await send(id, act(wallNow()), { [id]: now.version })
}

/** Returns how an action is done with an alert; a second officer gets the owner as error. Each hit makes a new version, so none is sent. */
export function useAlertAction() {
  const stale = useStale()
  const takeBack = useCallback(
    async (alert: Named, action: AlertAction, back: Back) => {
      try {
        await sendBack(alert.id, action, back)
        toast(`${back.done}: ${alert.title}, ${shipsOf(alert)}`, 'good', toastOfAction('good'))
      } catch (error) {
        toast((error as Error).message, 'bad', toastOfAction('bad'))
      }
      stale(getAlerts, getAlertsForVessel)
    },
    [stale],
  )
  return async (alert: Named, choice: ActionChoice, { hours, ...fields }: ActionValues) => {
    const sending = send(alert.id, {
      action: choice.action,
      ...fields,
      ...(hours === undefined ? {} : { until: shelvedUntil(hours, wallNow()) }),
    })
    sent = sending.catch(() => undefined)
    await sending
    stale(getAlerts, getAlertsForVessel)
    const back = BACK[choice.action]
    const act = mayBeUndone(
      choice.action,
      back === undefined ? null : () => void takeBack(alert, choice.action, back),
    )
    const more = act === undefined ? {} : { ms: UNDO_MS, action: { label: 'Undo (Z)', act } }
    toast(`${choice.done}: ${alert.title}, ${shipsOf(alert)}`, 'good', { ...toastOfAction('good'), ...more })
  }
}

/** Does one action at a time, and keeps why the last one failed. */
export const useAlertActions = () => useAction(useAlertAction())
