import { Button, PasswordInput } from '@mantine/core'
import { changePassword } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { keepSession, signedIn } from '../../../../wire/session.ts'
import { faultAt, useAction } from '../../../../wire/use-answer.ts'
import { PasswordGuidance } from './PasswordGuidance.tsx'
import { FormError } from '../login/LoginError.tsx'

/** A new password; the other sessions of the user end. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const [held, setHeld] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const { run, isBusy, fault } = useAction(async () => {
    if (wanted !== again) throw new Error('The new passwords do not match.')
    const { sessions_revoked } = await call(changePassword, { old_password: held, new_password: wanted })
    const user = signedIn()
    if (user !== null) keepSession({ ...user, isDefaultPassword: false })
    const others = sessions_revoked === 0 ? '' : ` ${sessions_revoked} other sessions ended.`
    toast(`Password changed.${others}`, 'good')
    for (const clear of [setHeld, setWanted, setAgain]) clear('')
    onDone()
  })
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={held}
        error={faultAt(fault, 'old_password')}
        onChange={(event) => setHeld(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={wanted}
        error={faultAt(fault, 'new_password')}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <PasswordGuidance password={wanted} again={again} />
      <FormError fault={fault} />
      <Button type="submit" loading={isBusy} fullWidth>
        Change password
      </Button>
    </Form>
  )
}
