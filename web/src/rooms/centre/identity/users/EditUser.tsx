import { Form } from '../../../../kit/forms/Form.tsx'
import { epochOrNull } from '../../../../kit/text/time-text.ts'
import { Button, TextInput } from '@mantine/core'
import { getUsers, updateUser, type User } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'
import { FormError } from '../login/LoginError.tsx'
import { RightsFields, rightsOf, type RightsDraft } from './RightsFields.tsx'

/** Changes a user's identity and rights. A change by another user meanwhile is reported, not overwritten. */
export function EditUser({ user }: { user: User }) {
  const stale = useStale()
  const [draft, setDraft] = useState<RightsDraft>(() => draftOf(user))
  const [reason, setReason] = useState('')
  const { run, isBusy, fault } = useAction(async () => {
    await call(updateUser, {
      id: user.id,
      expected_version: user.version ?? 0,
      username: draft.username.trim(),
      ...rightsOf(draft),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    })
    toast(`${draft.username} is changed.`, 'good')
    stale(getUsers)
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(user))
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <RightsFields
        draft={draft}
        fault={fault}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <TextInput
        label="Reason"
        description="Stored in the audit record."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormError fault={fault} />
      <div className="account-buttons">
        <Button type="submit" loading={isBusy} disabled={!isChanged || user.status === 'DELETED'}>
          Save
        </Button>
        {fault?.code === 'VERSION_CONFLICT' ? (
          <Button variant="default" onClick={() => stale(getUsers)}>
            Show current state
          </Button>
        ) : (
          <Button variant="default" disabled={!isChanged} onClick={() => setDraft(draftOf(user))}>
            Undo changes
          </Button>
        )}
      </div>
    </Form>
  )
}

const draftOf = (user: User): RightsDraft => ({
  username: user.username,
  email: user.email ?? '',
  role: user.role === '1' ? '1' : '2',
  sources: user.sources ?? [],
  zone_access: user.zone_access ?? [],
  group_ids: user.group_ids ?? [],
  expires: epochOrNull(user.expires_at),
  takes_watch: user.takes_watch ?? null,
})
