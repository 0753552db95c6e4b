import { PasswordInput, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Form } from '../../../kit/forms/Form.tsx'
import { PrimaryButton } from '../../../kit/forms/PrimaryButton.tsx'
import { toast } from '../../../kit/toasts.ts'
import { linkAccount } from './state/chat-client.ts'
import { relinkChat } from './state/chat-link.ts'
import './link-account.css'

/** Form that links the user with an account at the chat server behind this one, and opens the chat then. */
export function LinkAccount() {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const link = async () => {
    setFault(null)
    setBusy(true)
    try {
      await linkAccount(name.trim(), password)
      await relinkChat()
      toast('Your account is linked with the chat server.', 'good')
    } catch (error) {
      setFault((error as Error).message)
      setPassword('')
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void link()
  }
  return (
    <div className="state-page">
      <Form className="link-account" aria-label="Link your chat account" onSubmit={submit}>
        <strong>Link your chat account</strong>
        <p className="dim">
          The chat of this centre runs on a server of its own. Log in there once; the password is not stored.
        </p>
        <TextInput
          label="User name or e-mail there"
          autoComplete="username"
          required
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password there"
          autoComplete="off"
          required
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {fault !== null && (
          <p className="refusal" role="alert">
            {fault}
          </p>
        )}
        <PrimaryButton type="submit" isBusy={isBusy}>
          Link account
        </PrimaryButton>
      </Form>
    </div>
  )
}
