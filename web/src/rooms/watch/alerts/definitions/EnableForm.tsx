import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Refused } from '../../../../kit/pages/Refused.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { faultAt, useAction } from '../../../../wire/use-answer.ts'

type Props = {
  isEnabled: boolean
  save: (text: { reason: string; until?: string }) => Promise<void>
  onCancel: () => void
}
/** Why a definition is disabled, and until when; or why it is enabled. */
export function EnableForm({ isEnabled, save, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<number | null>(null)
  const { run, isBusy, fault } = useAction(save)
  const word = isEnabled ? 'Disable' : 'Enable'
  return (
    <Form
      className="details-ask"
      aria-label={word}
      onSubmit={(event) => {
        event.preventDefault()
        if (Number.isNaN(until)) return
        void run({ reason, ...(until === null ? {} : { until: new Date(until).toISOString() }) })
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <Textarea
        size="xs"
        label="Reason"
        required
        withAsterisk={false}
        autoFocus
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isEnabled && (
        <TimeField
          size="xs"
          label="Until"
          description="Then it is enabled again by itself; without a time it stays disabled."
          value={until}
          error={faultAt(fault, 'until')}
          onChange={setUntil}
        />
      )}
      <Refused fault={fault} />
      <div className="details-acts">
        <ActionButton size="xs" type="submit" isBusy={isBusy}>
          {word}
        </ActionButton>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
