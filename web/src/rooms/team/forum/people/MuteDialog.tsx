import { getForumUser } from '@samudra/contract/forum-calls'
import { muteForumUser } from '@samudra/contract/forum-moderation'
import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { Refused } from '../../../../kit/pages/Refused.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { faultAt, useAction, useStale } from '../../../../wire/use-answer.ts'

const DAY_MS = 86_400_000

type Props = { username: string; isOpen: boolean; onClose: () => void }
/** Dialog that keeps a user from posting until a time, with a reason. */
export const MuteDialog = (props: Props) => (
  <Modal opened={props.isOpen} onClose={props.onClose} title={`Mute ${props.username}`} size={440} centered>
    <Fields {...props} />
  </Modal>
)

function Fields({ username, onClose }: Props) {
  const [until, setUntil] = useState<number | null>(() => wallNow() + DAY_MS)
  const [reason, setReason] = useState('')
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async (at: number) => {
    await call(muteForumUser, {
      username,
      until: new Date(at).toISOString(),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    })
    stale(getForumUser)
    toast(`${username} is muted.`)
    onClose()
  })
  const isTime = until !== null && !Number.isNaN(until)
  return (
    <Form
      className="forum-form"
      aria-label={`Mute ${username}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTime) void run(until)
      }}
    >
      <TimeField label="Until" required value={until} error={faultAt(fault, 'until')} onChange={setUntil} />
      <TextInput
        label="Reason"
        description="Stored in the audit record."
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Refused fault={fault} />
      <div className="state-buttons">
        <PrimaryButton type="submit" isBusy={isBusy} disabled={!isTime}>
          Mute
        </PrimaryButton>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
