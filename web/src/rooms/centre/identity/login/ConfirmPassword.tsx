import { Button, PasswordInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { LoginError } from './LoginError.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'

/** Requests the password again before a change of account protection. */
export function ConfirmPassword(props: {
  why: string
  isBusy: boolean
  refusal: string
  onGiven: (password: string) => void
  onCancel: () => void
}) {
  const [password, setPassword] = useState('')
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!props.isBusy) props.onGiven(password)
      }}
    >
      <p className="account-note">{props.why}</p>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        autoFocus
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <LoginError text={props.refusal} />
      <div className="account-buttons">
        <Button type="submit" loading={props.isBusy}>
          Continue
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
