import { Button, PasswordInput, TextInput } from '@mantine/core'
import { login } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '../wire/call.ts'
import { keepSession } from '../wire/session.ts'
import { Refusal } from './Refusal.tsx'

export function LoginForm() {
  const navigate = useNavigate()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    setRefusal('')
    try {
      const answer = await ask(login, { username, password, device_name: navigator.platform })
      if (!answer.status) return setRefusal(answer.message)
      keepSession(answer.data)
      if (!answer.data.isDefaultPassword) await navigate('/home/main/map', { replace: true })
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
      <TextInput
        label="User name or e-mail"
        name="username"
        autoComplete="username"
        required
        withAsterisk={false}
        data-autofocus
        autoFocus
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Refusal text={refusal} />
      <Button type="submit" loading={busy} fullWidth>
        Login
      </Button>
    </form>
  )
}
