import { Button, TextInput } from '@mantine/core'
import { confirmTotp, startTotp } from '@samudra/contract/second-factor'
import { useMemo, useState, type FormEvent } from 'react'
import { renderSVG } from 'uqr'
import { call } from '../../../../wire/call.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { ConfirmPassword } from '../login/ConfirmPassword.tsx'
import { LoginError } from '../login/LoginError.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'

/** Sets up an authenticator: password, picture to scan, first code. Shows the recovery codes. */
export function AddTotp(props: { onDone: (recoveryCodes: string[]) => void; onCancel: () => void }) {
  const [started, setStarted] = useState<{ secret: string; uri: string } | null>(null)
  const [code, setCode] = useState('')
  const start = useAction(async (password: string) => setStarted(await call(startTotp, { password })))
  const confirm = useAction(async () =>
    props.onDone((await call(confirmTotp, { code: code.replaceAll(/\s/g, '') })).recovery_codes),
  )
  const picture = useMemo(
    () =>
      started === null
        ? ''
        : `data:image/svg+xml,${encodeURIComponent(renderSVG(started.uri, { border: 2 }))}`,
    [started],
  )
  if (started === null)
    return (
      <ConfirmPassword
        why="Setting up an authenticator needs your password."
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
        void confirm.run()
      }}
    >
      <p className="account-note">
        Scan this code with your authenticator, or type the secret. Then enter the code it shows.
      </p>
      <img
        className="factor-picture"
        src={picture}
        width={190}
        height={190}
        alt="QR code for the authenticator"
      />
      <code className="factor-secret">{started.secret.replaceAll(/(.{4})/g, '$1 ')}</code>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <LoginError text={confirm.fault?.message ?? ''} />
      <div className="account-buttons">
        <Button type="submit" loading={confirm.isBusy}>
          Confirm
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
