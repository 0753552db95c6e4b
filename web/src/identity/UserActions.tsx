import { Button } from '@mantine/core'
import {
  blockOrUnblockUser,
  deleteUser,
  getUsers,
  getUserSessions,
  restoreUser,
  unlockUser,
  updatePassword,
  type User,
} from '@samudra/contract/identity'
import { resetSecondFactor } from '@samudra/contract/second-factor'
import { useState, type ReactNode } from 'react'
import { toast } from '../kit/toasts.ts'
import { call } from '../wire/call.ts'
import { useSession } from '../wire/session.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { ReasonDialog, type Question } from './ReasonDialog.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'

type Act = { question: Question; run: (reason: string) => Promise<void> }

/** What can be done to an account. Everything asks first, and takes a reason. */
export function UserActions({ user, onGone }: { user: User; onGone: () => void }) {
  const stale = useStale()
  const isSelf = useSession((state) => state.user?.id === user.id)
  const [act, setAct] = useState<Act | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const { run, isBusy, fault, clear } = useAction(async (reason: string) => {
    await act?.run(reason)
    stale(getUsers, getUserSessions)
    setAct(null)
  })
  const { id, username } = user
  const ask = (question: Partial<Question> & Pick<Question, 'title' | 'text' | 'act'>, work: Act['run']) => {
    clear()
    setAct({ question: { needsReason: false, isGrave: false, ...question }, run: work })
  }
  if (password !== null)
    return <TemporaryPassword username={username} password={password} onDone={() => setPassword(null)} />
  const isBlocked = user.status === 'BLOCKED'
  return (
    <div className="factors">
      {user.locked_until != null && (
        <Choice title="Unlock" text="Too many wrong passwords; the wait can be ended.">
          <Button
            size="xs"
            onClick={() =>
              ask(
                {
                  title: `Unlock ${username}?`,
                  text: 'The next password may be tried at once.',
                  act: 'Unlock',
                },
                async () => {
                  await call(unlockUser, { id })
                  toast(`${username} may try again.`, 'good')
                },
              )
            }
          >
            Unlock
          </Button>
        </Choice>
      )}
      <Choice
        title="Reset the password"
        text="Makes a temporary password and ends the sessions of this user."
      >
        <Button
          size="xs"
          variant="default"
          disabled={user.status === 'DELETED'}
          onClick={() =>
            ask(
              {
                title: `Reset the password of ${username}?`,
                text: 'Every session of this user ends now.',
                act: 'Reset',
              },
              async (reason) => {
                const made = await call(updatePassword, { id, reason })
                setPassword(made.temporary_password)
              },
            )
          }
        >
          Reset
        </Button>
      </Choice>
      {(user.second_factor?.length ?? 0) > 0 && (
        <Choice title="Take off the second factor" text="For somebody who lost the authenticator or passkey.">
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              ask(
                {
                  title: `Take the second factor off ${username}?`,
                  text: 'Make sure it is really this person who asks.',
                  act: 'Take off',
                  needsReason: true,
                },
                async (reason) => {
                  await call(resetSecondFactor, { id, reason })
                  toast(`${username} logs in with the password alone.`, 'good')
                },
              )
            }
          >
            Take off
          </Button>
        </Choice>
      )}
      {!isSelf && (user.status === 'ACTIVE' || isBlocked) && (
        <Choice
          title={isBlocked ? 'Unblock' : 'Block'}
          text={
            isBlocked ? 'Lets this user in again.' : 'Keeps this user out and ends their sessions at once.'
          }
        >
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              ask(
                {
                  title: `${isBlocked ? 'Unblock' : 'Block'} ${username}?`,
                  text: isBlocked
                    ? 'The user may log in again.'
                    : 'Open screens of this user close within seconds.',
                  act: isBlocked ? 'Unblock' : 'Block',
                  needsReason: true,
                  isGrave: !isBlocked,
                },
                async (reason) => {
                  const done = await call(blockOrUnblockUser, { id, blocked: !isBlocked, reason })
                  toast(
                    isBlocked
                      ? `${username} may log in again.`
                      : `${username} is blocked; ${done.sessions_revoked} sessions ended.`,
                    'good',
                  )
                },
              )
            }
          >
            {isBlocked ? 'Unblock' : 'Block'}
          </Button>
        </Choice>
      )}
      {user.status === 'DELETED' ? (
        <Choice title="Restore" text="Deleted users can be brought back for 30 days.">
          <Button
            size="xs"
            onClick={() =>
              ask(
                { title: `Restore ${username}?`, text: 'The account is as it was.', act: 'Restore' },
                async () => {
                  await call(restoreUser, { id })
                  toast(`${username} is back.`, 'good')
                },
              )
            }
          >
            Restore
          </Button>
        </Choice>
      ) : (
        !isSelf && (
          <Choice title="Delete" text="Ends the account; it can be restored for 30 days.">
            <Button
              size="xs"
              color="red"
              variant="light"
              onClick={() =>
                ask(
                  {
                    title: `Delete ${username}?`,
                    text: 'Sessions end at once. What the user did stays recorded.',
                    act: 'Delete',
                    isGrave: true,
                  },
                  async (reason) => {
                    await call(deleteUser, { id, ...(reason === '' ? {} : { reason }) })
                    toast(`${username} is deleted.`, 'good')
                    onGone()
                  },
                )
              }
            >
              Delete
            </Button>
          </Choice>
        )
      )}
      {isSelf && <p className="account-note">Nobody blocks or deletes their own account.</p>}
      <ReasonDialog
        question={act?.question ?? null}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(reason)}
        onCancel={() => setAct(null)}
      />
    </div>
  )
}

const Choice = (props: { title: string; text: string; children: ReactNode }) => (
  <div className="factor">
    <div>
      <strong>{props.title}</strong>
      <p>{props.text}</p>
    </div>
    {props.children}
  </div>
)
