import { useState } from 'react'
import type { Deed } from '../actions/deeds.ts'
import { asksOf } from '../actions/deeds.ts'
import { DeedButtons } from '../actions/DeedButtons.tsx'
import { DeedForm } from '../actions/DeedForm.tsx'
import type { Said } from '../actions/use-deeds.ts'
import { useKey } from '../actions/use-key.ts'
import type { useManyDeed } from '../actions/use-many-deed.ts'

type Props = {
  choices: readonly Deed[]
  label: string
  /** Word after each action: "all", "3 alerts". */
  of: string
  doing: Pick<ReturnType<typeof useManyDeed>, 'isBusy' | 'fault' | 'clear'>
  run: (deed: Deed, said: Said) => Promise<boolean>
}
/** Actions for several alerts, by button and key, with the form of an action that asks something. */
export function ManyDeeds({ choices: deeds, label, of, doing: { isBusy, fault, clear }, run }: Props) {
  const [asked, setAsked] = useState<Deed | null>(null)
  const begin = (deed: Deed) => {
    clear()
    if (asksOf(deed).length > 0) setAsked(deed)
    else void run(deed, {})
  }
  useKey((key) => {
    const deed = asked === null && !isBusy ? deeds.find((one) => one.key === key) : undefined
    // The key that opens a form is not written into it.
    if (deed !== undefined) setTimeout(() => begin(deed))
  })
  if (asked !== null)
    return (
      <DeedForm
        choice={asked}
        refusal={fault?.message ?? null}
        isBusy={isBusy}
        onGo={(said) => void run(asked, said).then((isDone) => isDone && setAsked(null))}
        onCancel={() => setAsked(null)}
      />
    )
  return (
    <>
      <DeedButtons choices={deeds} label={label} of={of} isBusy={isBusy} onAction={begin} />
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault.message}
        </p>
      )}
    </>
  )
}
