import { Button, PasswordInput, TextInput } from '@mantine/core'
import { login, type SecondFactorWanted, type SignedIn } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { later } from '../../../../kit/pages/later.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { whenText } from '../../../../kit/text/when-text.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { touched } from '../../../../wire/activity.ts'
import { request } from '../../../../wire/call.ts'
import { keepSession } from '../../../../wire/session.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { deviceName } from './device-name.ts'
import { LoginError } from './LoginError.tsx'

const SecondFactorStep = later(() =>
  import('../account/SecondFactorStep.tsx').then((code) => code.SecondFactorStep),
)

/** So many wrong passwords are more than one's own slips. */
const SHOWN_FROM = 3
const SHOWN_FOR_MS = 20_000

/** Opens a session; where it begins is the screen's business. */
export function LoginForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wanted, setWanted] = useState<SecondFactorWanted | null>(null)
  function enter(user: SignedIn) {
    touched()
    keepSession(user)
    if (user.isDefaultPassword || user.mustAddSecondFactor) return
    if (user.password_age_days_left !== null && user.password_age_days_left < 14)
      toast(`Your password must be changed within ${countWords(user.password_age_days_left, 'day')}.`)
    const tried = user.wrong_passwords
    if (tried !== undefined && tried.count >= SHOWN_FROM)
      toast(
        `${tried.count} wrong passwords were tried for your account since your last login, the last at ` +
          `${whenText(tried.last_at, user.userSettings)} ${user.userSettings['datetime.zone']}. If that was not you, contact an administrator.`,
        'bad',
        { ms: SHOWN_FOR_MS },
      )
  }

  const { run, isBusy, fault, clear } = useAction(async (proof: { otp?: string; passkey?: unknown }) => {
    const answer = await request(login, { username, password, device_name: deviceName(), ...proof })
    if (answer.status) return enter(answer.data)
    if (answer.code === 'SECOND_FACTOR' && wanted === null)
      return setWanted(answer.data as SecondFactorWanted)
    throw new Error(answer.message)
  })

  if (wanted !== null)
    return (
      <SecondFactorStep
        wanted={wanted}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onProof={(proof) => void run(proof)}
        onBack={() => {
          clear()
          setWanted(null)
          setPassword('')
        }}
      />
    )
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run({})
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
      <LoginError text={fault?.message ?? ''} />
      <Button type="submit" loading={isBusy} fullWidth>
        Login
      </Button>
    </Form>
  )
}
