import { useState } from 'react'
import type { ActionChoice } from '../actions/action-choices.ts'
import { requirementsOf } from '../actions/action-choices.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import { ActionForm } from '../actions/ActionForm.tsx'
import type { ActionValues } from '../actions/use-alert-actions.ts'
import { useKey } from '../actions/use-key.ts'
import type { useManyAction } from '../actions/use-many-action.ts'

type Props = {
  choices: readonly ActionChoice[]
  label: string
  /** Word after each action: "all", "3 alerts". */
  of: string
  doing: Pick<ReturnType<typeof useManyAction>, 'isBusy' | 'fault' | 'clear'>
  run: (choice: ActionChoice, values: ActionValues) => Promise<boolean>
}
/** Shows actions for several alerts, by button and key, with a form for an action that needs input. */
export function ManyActions({ choices, label, of, doing: { isBusy, fault, clear }, run }: Props) {
  const [query, setRequested] = useState<ActionChoice | null>(null)
  const begin = (choice: ActionChoice) => {
    clear()
    if (requirementsOf(choice).length > 0) setRequested(choice)
    else void run(choice, {})
  }
  useKey((key) => {
    const choice = query === null && !isBusy ? choices.find((one) => one.key === key) : undefined
    // The key that opens a form is not written into it.
    if (choice !== undefined) setTimeout(() => begin(choice))
  })
  if (query !== null)
    return (
      <ActionForm
        choice={query}
        refusal={fault?.message ?? null}
        isBusy={isBusy}
        onGo={(values) => void run(query, values).then((isDone) => isDone && setRequested(null))}
        onCancel={() => setRequested(null)}
      />
    )
  return (
    <>
      <ActionButtons choices={choices} label={label} of={of} isBusy={isBusy} onAction={begin} />
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault.message}
        </p>
      )}
    </>
  )
}
