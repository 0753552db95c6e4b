import type { Alert } from '@samudra/contract/alerts'
import { useRef, useState } from 'react'
import { toast } from '../../../../kit/toasts.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { AlertDetails } from './AlertDetails.tsx'
import { ActionForm } from '../actions/ActionForm.tsx'
import {
  requirementsOf,
  choiceOfKey,
  isDecision,
  shipsOf,
  type ActionChoice,
} from '../actions/action-choices.ts'
import { useDesk } from '../desk/desk.store.ts'
import { useAlertAction, type ActionValues } from '../actions/use-alert-actions.ts'
import { useKey } from '../actions/use-key.ts'

/** Decision that was refused after the next alert had opened. */
type RefusedDecision = { choice: ActionChoice; values: ActionValues; why: string }

type Props = {
  of: Alert
  /** Opens the next alert; false where there is none. */
  openNext: () => boolean
  /** Decision on this alert that was refused; its form opens with its values. */
  refused: RefusedDecision | null
  onRefused: (alert: Alert, decision: RefusedDecision | null) => void
}
/** Alert with the form of an action. After a decision the next one opens at once, so that no key lands in this form. */
export function SelectedAlert({ of, openNext, refused, onRefused }: Props) {
  const [begun, setBegun] = useState(refused?.choice ?? null)
  const actOf = useAlertAction()
  const { run, isBusy, fault, clear } = useAction(actOf)
  // An action that is begun while another is on its way is done after it, and its form stays open.
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const forget = () => {
    clear()
    if (refused !== null) onRefused(of, null)
  }
  const act = (choice: ActionChoice, values: ActionValues) => {
    forget()
    const hasLeft = isDecision(choice) && useDesk.getState().opensNext && openNext()
    turn.current = turn.current.then(async () => {
      if (!hasLeft) {
        if (await run(of, choice, values)) setBegun((now) => (now === choice ? null : now))
        return
      }
      const why = await actOf(of, choice, values).catch((error: unknown) => error as Error)
      if (why !== undefined) onRefused(of, { choice, values, why: why.message })
    })
  }
  const begin = (choice: ActionChoice) => {
    forget()
    if (requirementsOf(choice).length > 0) setBegun(choice)
    else act(choice, {})
  }
  useKey((key) => {
    const choice = begun === null ? choiceOfKey(of, key) : undefined
    // The key that opens a form is not written into it.
    if (choice !== undefined) setTimeout(() => begin(choice))
  })
  const refusal = fault?.message ?? refused?.why ?? null
  return (
    <AlertDetails
      of={of}
      isBusy={isBusy}
      refusal={refusal}
      onAction={begin}
      form={
        begun === null ? null : (
          <ActionForm
            key={begun.action}
            choice={begun}
            before={refused?.values}
            hasNext={isDecision(begun)}
            refusal={refusal}
            isBusy={isBusy}
            onGo={(values) => act(begun, values)}
            onCancel={() => {
              forget()
              setBegun(null)
            }}
          />
        )
      }
    />
  )
}

/** Time that the message of a refused decision stands. */
const REFUSED_MS = 60_000

/** Keeps refused decisions until their alert is opened again, and offers to open it. */
export function useRefusedDecisions(open: (id: string) => void) {
  const [decisions, setDecisions] = useState<ReadonlyMap<string, RefusedDecision>>(new Map())
  const onRefused = (alert: Alert, decision: RefusedDecision | null) => {
    setDecisions((before) => {
      const next = new Map(before)
      if (decision === null) next.delete(alert.id)
      else next.set(alert.id, decision)
      return next
    })
    if (decision !== null)
      toast(`Not done: ${alert.title}, ${shipsOf(alert)}. ${decision.why}`, 'bad', {
        ms: REFUSED_MS,
        action: { label: 'Open it', act: () => open(alert.id) },
      })
  }
  return { of: (id: string) => ({ refused: decisions.get(id) ?? null, onRefused }) }
}
