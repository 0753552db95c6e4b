import { splitPortCall, type PortCall } from '@samudra/contract/port-calls'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction } from '../../../wire/use-answer.ts'
import { WhyField } from './WhyField.tsx'

type Times = Record<'left_at' | 'back_at', number | null>
const FIELDS = [
  ['left_at', 'Departure'],
  ['back_at', 'Second arrival'],
] as const

/** Splits a call into two, where the vessel was away in between. */
export function SplitCall({ of, onDone }: { of: PortCall; onDone: (first: PortCall) => void }) {
  const [times, setTimes] = useState<Times>({ left_at: null, back_at: null })
  const [reason, setReason] = useState('')
  const { left_at, back_at } = times
  const isRead = [left_at, back_at].every((at) => at !== null && !Number.isNaN(at))
  const { run, isBusy, fault } = useAction(async () => {
    const [first] = await call(splitPortCall, {
      id: of.id,
      expected_version: of.version,
      left_at: new Date(left_at!).toISOString(),
      back_at: new Date(back_at!).toISOString(),
      reason,
    })
    toast('The port call is split', 'good')
    onDone(first!)
  })
  return (
    <Form
      className="call-form"
      aria-label="Split in two"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      {FIELDS.map(([field, label]) => (
        <TimeField
          key={field}
          label={label}
          size="xs"
          required
          value={times[field]}
          error={faultAt(fault, field)}
          onChange={(at) => setTimes((before) => ({ ...before, [field]: at }))}
        />
      ))}
      <WhyField value={reason} onChange={setReason} />
      <Refused fault={fault} />
      <ActionButton type="submit" size="xs" isBusy={isBusy} disabled={!isRead || reason.trim() === ''}>
        Split the call
      </ActionButton>
    </Form>
  )
}
