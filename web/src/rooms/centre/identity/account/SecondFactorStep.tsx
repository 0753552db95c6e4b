import { Button, TextInput } from '@mantine/core'
import type { SecondFactorWanted } from '@samudra/contract/identity'
import { startAuthentication } from '@simplewebauthn/browser'
import { IconFingerprint } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { LoginError } from '../login/LoginError.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'

type Proof = { otp?: string; passkey?: unknown }

/** After the right password: a code of the authenticator, a recovery code, or a passkey. */
export function SecondFactorStep(props: {
  wanted: SecondFactorWanted
  isBusy: boolean
  refusal: string
  onProof: (proof: Proof) => void
  onBack: () => void
}) {
  const { wanted, onProof } = props
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(!wanted.methods.includes('TOTP'))
  const [failed, setFailed] = useState('')
  const hasPasskey = wanted.methods.includes('PASSKEY')
  const hasCode = wanted.methods.includes('TOTP') || wanted.methods.includes('RECOVERY')

  async function usePasskey() {
    setFailed('')
    try {
      const optionsJSON = wanted.passkey as Parameters<typeof startAuthentication>[0]['optionsJSON']
      onProof({ passkey: await startAuthentication({ optionsJSON }) })
    } catch {
      setFailed('No passkey received. Try again, or use a code.')
    }
  }

  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!props.isBusy) onProof({ otp: code.replaceAll(/\s/g, '') })
      }}
    >
      {hasPasskey && (
        <Button
          type="button"
          variant={hasCode ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={16} />}
          onClick={() => void usePasskey()}
          disabled={props.isBusy}
        >
          Use a passkey
        </Button>
      )}
      {hasCode && (
        <TextInput
          label={isRecovery ? 'Recovery code' : 'Authenticator code'}
          description={
            isRecovery
              ? 'One of your ten recovery codes. Each code works once.'
              : 'Six digits, renewed every 30 seconds.'
          }
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoFocus
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <LoginError text={failed || props.refusal} />
      {hasCode && (
        <Button type="submit" loading={props.isBusy} fullWidth>
          Continue
        </Button>
      )}
      <div className="login-other">
        {wanted.methods.includes('TOTP') && wanted.methods.includes('RECOVERY') && (
          <button type="button" className="link-button" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use authenticator code' : 'Use a recovery code'}
          </button>
        )}
        <button type="button" className="link-button" onClick={props.onBack}>
          Back
        </button>
      </div>
    </Form>
  )
}
