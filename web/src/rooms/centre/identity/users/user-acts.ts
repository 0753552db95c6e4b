import {
  blockOrUnblockUser,
  deleteUser,
  restoreUser,
  unlockUser,
  updatePassword,
  type User,
} from '@samudra/contract/identity'
import { resetSecondFactor } from '@samudra/contract/second-factor'
import type { Question } from '../../../../kit/forms/Confirm.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { call } from '../../../../wire/call.ts'

/** Action on an account: its title, the question before it, and its execution. */
export type Act = { title: string; text: string; question: Question; run: Run }
/** Does something for a reason; with the own password where the question needs it. */
type Run = (reason: string, password: string) => Promise<void>
type SecurityNotifier = {
  /** A temporary password was made. */
  notify: (password: string) => void
  /** The account is gone. */
  gone: () => void
}

const act = (
  title: string,
  text: string,
  question: Partial<Question> & Pick<Question, 'title' | 'text' | 'act'>,
  run: Run,
): Act => ({ title, text, question: { needsReason: false, isGrave: false, ...question }, run })

/** Returns the actions possible on this account now, the usual first. */
export function actsOn(user: User, isSelf: boolean, reported: SecurityNotifier): Act[] {
  if (user.status === 'DELETED') return [restore(user)]
  return [
    ...(user.locked_until == null ? [] : [unlock(user)]),
    ...(isSelf ? [] : [reset(user, reported)]),
    ...((user.second_factor?.length ?? 0) > 0 ? [takeOffFactor(user, isSelf)] : []),
    ...(isSelf || user.status === 'EXPIRED' ? [] : [user.status === 'BLOCKED' ? unblock(user) : block(user)]),
    ...(isSelf ? [] : [remove(user, reported)]),
  ]
}

const unlock = ({ id, username }: User) =>
  act(
    'Unlock',
    'Too many wrong passwords; the wait can be ended.',
    { title: `Unlock ${username}?`, text: 'The next password may be tried at once.', act: 'Unlock' },
    async () => {
      await call(unlockUser, { id })
      toast(`${username} may try again.`, 'good')
    },
  )

const reset = ({ id, username }: User, { notify: publish }: SecurityNotifier) =>
  act(
    'Reset the password',
    'Makes a temporary password and ends the sessions of this user.',
    {
      title: `Reset the password of ${username}?`,
      text: 'Every session of this user ends now.',
      act: 'Reset',
    },
    async (reason) => {
      const { temporary_password } = await call(updatePassword, { id, reason })
      if (temporary_password !== null) publish(temporary_password)
    },
  )

const takeOffFactor = ({ id, username }: User, isSelf: boolean) =>
  act(
    'Take off the second factor',
    'For a user who lost the authenticator or passkey.',
    {
      title: `Take the second factor off ${username}?`,
      text: isSelf ? 'This is your own account.' : 'Make sure that this person really requested it.',
      act: 'Take off',
      needsReason: true,
      needsPassword: isSelf,
    },
    async (reason, password) => {
      await call(resetSecondFactor, { id, reason, ...(isSelf ? { password } : {}) })
      toast(`${username} logs in with the password alone.`, 'good')
    },
  )

const block = ({ id, username }: User) =>
  act(
    'Block',
    'Keeps this user out and ends their sessions at once.',
    {
      title: `Block ${username}?`,
      text: 'Open screens of this user close within seconds.',
      act: 'Block',
      needsReason: true,
      isGrave: true,
    },
    async (reason) => {
      const { sessions_revoked } = await call(blockOrUnblockUser, { id, blocked: true, reason })
      toast(`${username} is blocked; ${countWords(sessions_revoked, 'session')} ended.`, 'good')
    },
  )

const unblock = ({ id, username }: User) =>
  act(
    'Unblock',
    'Lets this user in again.',
    { title: `Unblock ${username}?`, text: 'The user may log in again.', act: 'Unblock', needsReason: true },
    async (reason) => {
      await call(blockOrUnblockUser, { id, blocked: false, reason })
      toast(`${username} may log in again.`, 'good')
    },
  )

const remove = ({ id, username }: User, { gone }: SecurityNotifier) =>
  act(
    'Delete',
    'Ends the account; it can be restored for 30 days.',
    {
      title: `Delete ${username}?`,
      text: 'Sessions end at once. What the user did stays recorded.',
      act: 'Delete',
      isGrave: true,
    },
    async (reason) => {
      await call(deleteUser, { id, ...(reason === '' ? {} : { reason }) })
      toast(`${username} is deleted.`, 'good')
      gone()
    },
  )

const restore = ({ id, username }: User) =>
  act(
    'Restore',
    'Deleted users can be restored for 30 days.',
    { title: `Restore ${username}?`, text: 'The account is as it was.', act: 'Restore' },
    async () => {
      await call(restoreUser, { id })
      toast(`${username} is back.`, 'good')
    },
  )
