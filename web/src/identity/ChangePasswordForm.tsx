import { Button, PasswordInput } from '@mantine/core'
import { changePassword } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../kit/toasts.ts'
import { ask } from '../wire/call.ts'
import { keepSession, signedIn } from '../wire/session.ts'
import { Refusal } from './Refusal.tsx'

const GUIDANCE =
  'Use a mix of uppercase, lowercase, numbers and special characters; at least 12 characters; avoid common passwords.'
const LEAST = 12

export function ChangePasswordForm() {
  const navigate = useNavigate()
  const [held, setHeld] = useState('')
  const [wanted, setWanted] = useState('')
  const [again, setAgain] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (wanted.length < LEAST) return setRefusal(`The new password needs at least ${LEAST} characters.`)
    if (wanted !== again) return setRefusal('The two new passwords differ.')
    setBusy(true)
    setRefusal('')
    try {
      const answer = await ask(changePassword, { old_password: held, new_password: wanted })
      if (!answer.status) return setRefusal(answer.message)
      const user = signedIn()
      if (user !== null) keepSession({ ...user, isDefaultPassword: false })
      toast('The password is changed.', 'good')
      await navigate('/home/main/map', { replace: true })
    } catch (error) {
      setRefusal((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      <p className="login-guidance">{GUIDANCE}</p>
      <PasswordInput
        label="Present password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus
        value={held}
        onChange={(event) => setHeld(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <Refusal text={refusal} />
      <Button type="submit" loading={busy} fullWidth>
        Change password
      </Button>
    </form>
  )
}
