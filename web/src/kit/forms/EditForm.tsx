import type { Kind } from '@samudra/contract/kind'
import { useState, type ComponentPropsWithRef, type FormEvent, type ReactNode } from 'react'
import { useAction, type Fault } from '../../wire/use-answer.ts'
import { Conflict, type Changed } from './Conflict.tsx'
import { Form } from './Form.tsx'
import { Refused } from '../pages/Refused.tsx'

type Props<Item> = Omit<ComponentPropsWithRef<'form'>, 'children' | 'onSubmit'> & {
  kind: Pick<Kind<Item>, 'noun' | 'fields'>
  /** The one that is changed; null makes a new one. */
  of: Item | null
  /** Saves what is typed over the version that was looked at; null for a new one. */
  save: (over: Item | null) => Promise<void>
  /** Returns the object with the typed values. */
  typed: (theirs: Item) => Item
  /** Fills the form with the values that another user saved. */
  take: (theirs: Item) => void
  children: (fault: Fault | null) => ReactNode
  renderButtons: (isBusy: boolean) => ReactNode
}

/**
 * The form of something people edit: it is saved over the version that was looked at, and who is second to save is shown
 * what the first wrote, line by line, and loses nothing.
 */
export function EditForm<Item extends Changed>(props: Props<Item>) {
  const { kind, of, save, typed, take, children, renderButtons, ...form } = props
  const [seen, setSeen] = useState(of)
  const { run, isBusy, fault, clear } = useAction(save)
  const theirs = fault?.code === 'VERSION_CONFLICT' ? (fault.data as Item) : null
  return (
    <Form
      {...form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run(seen)
      }}
    >
      {children(theirs === null ? fault : null)}
      <Refused fault={theirs === null ? fault : null} />
      {renderButtons(isBusy)}
      {theirs !== null && (
        <Conflict
          kind={kind}
          mine={typed(theirs)}
          theirs={theirs}
          onKeepMine={() => {
            setSeen(theirs)
            void run(theirs)
          }}
          onTakeTheirs={() => {
            setSeen(theirs)
            take(theirs)
            clear()
          }}
          onClose={clear}
        />
      )}
    </Form>
  )
}
