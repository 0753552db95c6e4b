import { Button } from '@mantine/core'
import { getUsers, type User } from '@samudra/contract/identity'
import { getUserSessions } from '@samudra/contract/sessions'
import { useState } from 'react'
import { Confirm } from '../../../../kit/forms/Confirm.tsx'
import { useSession } from '../../../../wire/session.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'

import { LegalHoldPart } from './LegalHoldPart.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'
import { actsOn, type Act } from './user-acts.ts'

/** Shows the actions on an account. Each requires confirmation and takes a reason. */
export function UserActions({ user, onGone }: { user: User; onGone: () => void }) {
  const stale = useStale()
  const isSelf = useSession((state) => state.user?.id === user.id)
  const [act, setAct] = useState<Act | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const { run, isBusy, fault, clear } = useAction(async (reason: string, password: string) => {
    await act?.run(reason, password)
    stale(getUsers, getUserSessions)
    setAct(null)
  })
  if (password !== null)
    return <TemporaryPassword username={user.username} password={password} onDone={() => setPassword(null)} />
  return (
    <div className="factors">
      {actsOn(user, isSelf, { notify: setPassword, gone: onGone }).map((one) => (
        <div className="factor" key={one.title}>
          <div>
            <strong>{one.title}</strong>
            <p>{one.text}</p>
          </div>
          <Button
            size="xs"
            variant={one.question.isGrave ? 'light' : 'default'}
            {...(one.question.isGrave ? { color: 'red' } : {})}
            onClick={() => {
              clear()
              setAct(one)
            }}
          >
            {one.question.act}
          </Button>
        </div>
      ))}
      <LegalHoldPart user={user} />
      {isSelf && (
        <p className="account-note">
          You cannot block or delete your own account. Change your password under My account.
        </p>
      )}
      <Confirm
        question={act?.question ?? null}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason, password) => void run(reason, password)}
        onCancel={() => setAct(null)}
      />
    </div>
  )
}
