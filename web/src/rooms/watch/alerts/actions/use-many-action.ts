import { TRANSITIONS, type AlertState } from '@samudra/contract/alert-workflow'
import {
  acknowledgeAlerts,
  getAlerts,
  getAlertsForVessel,
  MOST_AT_ONCE,
  type Alert,
} from '@samudra/contract/alerts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { signedIn } from '../../../../wire/session.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'
import { BACK, isAsLeft, shelvedUntil, type Back, type ActionChoice, type Sent } from './action-choices.ts'
import { mayBeUndone, toastOfAction, UNDO_MS, type ActionValues } from './use-alert-actions.ts'

/** Group whose alerts are read; every alert where it is left out. */
type Which = { group?: string }

/** Alerts of a group, or all, in some state, page by page; what is done with a page may take it out of that state. */
async function* pagesOf(which: Which, state: AlertState): AsyncGenerator<readonly Alert[]> {
  for (let cursor: string | undefined; ;) {
    const page = await call(getAlerts, { ...which, state, limit: MOST_AT_ONCE, ...(cursor && { cursor }) })
    if (page.items.length > 0) yield page.items
    if (page.next === null) return
    cursor = page.next
  }
}

/** Outcome of an action on many alerts: the changed ones, and the reason of the first failure. */
class Outcome {
  readonly ids: string[] = []
  refused: string | undefined
  async send(ids: readonly string[], act: Sent, expected_versions?: Record<string, number>) {
    const { results } = await call(acknowledgeAlerts, {
      ids: [...ids],
      ...act,
      ...(expected_versions && { expected_versions }),
    })
    for (const { id, ok, Message } of results) {
      if (ok) this.ids.push(id)
      else this.refused ??= Message
    }
  }
  /** Reports it and offers an undo. Throws where nothing was done and there is a reason. */
  say(done: string, back?: () => void) {
    if (this.ids.length === 0 && this.refused !== undefined) throw new Error(this.refused)
    const more = back === undefined ? {} : { ms: UNDO_MS, action: { label: 'Undo (Z)', act: back } }
    const rest = this.refused === undefined ? '' : `. Not all: ${this.refused}`
    toast(`${done}: ${countWords(this.ids.length, 'alert')}${rest}`, 'good', {
      ...toastOfAction('good'),
      ...more,
    })
  }
}

/** Takes back what was done with alerts, each that stands as it was left. */
async function takeBack(
  which: Which,
  done: Outcome,
  action: ActionChoice['action'],
  { act, done: word }: Back,
) {
  const mine = new Set(done.ids)
  const outcome = new Outcome()
  const state = TRANSITIONS[action].to
  if (state === null) return
  for await (const page of pagesOf(which, state)) {
    const left = page.filter((alert) => mine.has(alert.id) && isAsLeft(action, alert, signedIn()?.id))
    if (left.length === 0) continue
    const versions = Object.fromEntries(left.map(({ id, version }) => [id, version]))
    await outcome.send(
      left.map(({ id }) => id),
      act(wallNow()),
      versions,
    )
    if (outcome.ids.length === mine.size) break
  }
  if (outcome.ids.length < mine.size) outcome.refused ??= 'Some have changed since; look at them again.'
  outcome.say(word)
}

/** Alerts that something is done with: all of a group, or those that are named. */
type Many = { group: string } | { alerts: readonly Alert[] }

/** Ids of the alerts of some state, portion by portion. */
async function* idsOf(many: Many, state: AlertState): AsyncGenerator<string[]> {
  if ('group' in many) {
    for await (const page of pagesOf(many, state)) yield page.map(({ id }) => id)
    return
  }
  const ids = many.alerts.flatMap((alert) => (alert.state === state ? [alert.id] : []))
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) yield ids.slice(at, at + MOST_AT_ONCE)
}

/** Applies one action to all alerts that allow it, reports how many were changed, and offers an undo. */
export function useManyAction() {
  const stale = useStale()
  return useAction(async (many: Many, { action, done }: ActionChoice, { hours, ...fields }: ActionValues) => {
    const more = hours === undefined ? {} : { until: shelvedUntil(hours, wallNow()) }
    const outcome = new Outcome()
    try {
      for (const state of TRANSITIONS[action].from)
        for await (const ids of idsOf(many, state)) await outcome.send(ids, { action, ...fields, ...more })
    } finally {
      stale(getAlerts, getAlertsForVessel)
    }
    const back = BACK[action]
    const undo = () =>
      void takeBack('group' in many ? many : {}, outcome, action, back!)
        .catch((error: unknown) => toast((error as Error).message, 'bad', toastOfAction('bad')))
        .finally(() => stale(getAlerts, getAlertsForVessel))
    outcome.say(done, mayBeUndone(action, back === undefined ? null : undo))
  })
}
