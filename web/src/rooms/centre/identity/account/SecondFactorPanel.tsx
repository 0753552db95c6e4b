import { Button } from '@mantine/core'
import {
  getSecondFactor,
  removePasskey,
  removeTotp,
  newRecoveryCodes,
  type Passkey,
} from '@samudra/contract/second-factor'
import { IconFingerprint, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../../../../kit/toasts.ts'
import { When } from '../../../../kit/text/When.tsx'
import { call } from '../../../../wire/call.ts'
import { refresh } from '../../../../wire/session.ts'
import { useAction, useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import { ConfirmPassword } from '../login/ConfirmPassword.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Task =
  | { do: 'addTotp' }
  | { do: 'removeTotp' }
  | { do: 'codes' }
  | { do: 'addPasskey' }
  | { do: 'removePasskey'; passkey: Passkey }

/** The second factor of the user: an authenticator with its recovery codes, and passkeys. */
export function SecondFactorPanel() {
  const answer = useAnswer(getSecondFactor, {})
  const stale = useStale()
  const [task, setTask] = useState<Task | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const done = () => {
    setTask(null)
    stale(getSecondFactor)
    // What was required may be there now.
    void refresh()
  }
  const { run, isBusy, fault } = useAction(async (password: string) => {
    if (task?.do === 'removeTotp') await call(removeTotp, { password })
    if (task?.do === 'removePasskey') await call(removePasskey, { id: task.passkey.id, password })
    if (task?.do === 'codes') setCodes((await call(newRecoveryCodes, { password })).recovery_codes)
    else toast('Second factor changed.', 'good')
    done()
  })
  const held = answer.data
  if (held === undefined)
    return <p className="account-note">{answer.isError ? answer.error.message : 'Loading.....'}</p>
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  if (task?.do === 'addTotp')
    return (
      <AddTotp
        onCancel={() => setTask(null)}
        onDone={(given) => {
          setCodes(given)
          done()
        }}
      />
    )
  if (task?.do === 'addPasskey') return <AddPasskey onCancel={() => setTask(null)} onDone={done} />
  if (task !== null)
    return (
      <ConfirmPassword
        why={WHY[task.do]}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGiven={(password) => void run(password)}
        onCancel={() => setTask(null)}
      />
    )
  return (
    <div className="factors">
      {held.required && !held.totp && held.passkeys.length === 0 && (
        <p className="account-note">A second factor is required. Set one up to continue.</p>
      )}
      <div className="factor">
        <IconShieldCheck size={20} aria-hidden />
        <div>
          <strong>Authenticator</strong>
          <p>
            {held.totp
              ? `On. ${held.recovery_codes_left} recovery codes left.`
              : 'Off. Use any authenticator app that creates six-digit codes.'}
          </p>
        </div>
        {held.totp ? (
          <>
            <Button size="xs" variant="default" onClick={() => setTask({ do: 'codes' })}>
              New recovery codes
            </Button>
            <Button size="xs" variant="default" onClick={() => setTask({ do: 'removeTotp' })}>
              Remove
            </Button>
          </>
        ) : (
          <Button size="xs" onClick={() => setTask({ do: 'addTotp' })}>
            Set up
          </Button>
        )}
      </div>
      {held.passkeys.map((passkey) => (
        <div className="factor" key={passkey.id}>
          <IconFingerprint size={20} aria-hidden />
          <div>
            <strong>{passkey.name}</strong>
            <p>
              {passkey.last_used_at === null ? (
                'Passkey, not used yet'
              ) : (
                <>
                  Passkey, last used <When at={passkey.last_used_at} />
                </>
              )}
            </p>
          </div>
          <Button size="xs" variant="default" onClick={() => setTask({ do: 'removePasskey', passkey })}>
            Remove
          </Button>
        </div>
      ))}
      <div className="factor">
        <IconFingerprint size={20} aria-hidden />
        <div>
          <strong>Passkey</strong>
          <p>Fingerprint, face or security key.</p>
        </div>
        <Button size="xs" variant="default" onClick={() => setTask({ do: 'addPasskey' })}>
          Add passkey
        </Button>
      </div>
    </div>
  )
}

const WHY: Record<'removeTotp' | 'codes' | 'removePasskey', string> = {
  removeTotp: 'Removing the authenticator needs your password.',
  codes: 'New recovery codes replace the old ones. Enter your password.',
  removePasskey: 'Removing a passkey needs your password.',
}
