import { Button, TextInput } from '@mantine/core'
import { finishPasskey, startPasskey } from '@samudra/contract/second-factor'
import { startRegistration } from '@simplewebauthn/browser'
import { useState, type FormEvent } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { ConfirmPassword } from '../login/ConfirmPassword.tsx'
import { deviceName } from '../login/device-name.ts'
import { LoginError } from '../login/LoginError.tsx'

type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Adds a passkey in three steps: password, name, then the request of the computer. */
export function AddPasskey(props: { onDone: () => void; onCancel: () => void }) {
  const [options, setOptions] = useState<Options | null>(null)
  const [name, setName] = useState(deviceName())
  const start = useAction(async (password: string) =>
    setOptions((await call(startPasskey, { password })).options as Options),
  )
  const finish = useAction(async () => {
    if (options === null) return
    const response = await startRegistration({ optionsJSON: options }).catch(() => {
      throw new Error('The passkey was not created. Try again.')
    })
    await call(finishPasskey, { name, response })
    toast('Passkey added.', 'good')
    props.onDone()
  })
  if (options === null)
    return (
      <ConfirmPassword
        why="Adding a passkey needs your password."
        isBusy={start.isBusy}
        refusal={start.fault?.message ?? ''}
        onGiven={(password) => void start.run(password)}
        onCancel={props.onCancel}
      />
    )
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void finish.run()
      }}
    >
      <TextInput
        label="Passkey name"
        description="A name to recognise this passkey later."
        autoFocus
        required
        withAsterisk={false}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <LoginError text={finish.fault?.message ?? ''} />
      <div className="account-buttons">
        <Button type="submit" loading={finish.isBusy}>
          Create passkey
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
