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
    'Locked after too many wrong passwords.',
    { title: `Unlock ${username}?`, text: 'The user can log in again immediately.', act: 'Unlock' },
    async () => {
      await call(unlockUser, { id })
      toast(`${username} is unlocked.`, 'good')
    },
  )

const reset = ({ id, username }: User, { notify: publish }: SecurityNotifier) =>
  act(
    'Reset password',
    'Creates a temporary password and ends all sessions of this user.',
    {
      title: `Reset password of ${username}?`,
      text: 'All sessions of this user end now.',
      act: 'Reset',
    },
    async (reason) => {
      const { temporary_password } = await call(updatePassword, { id, reason })
      if (temporary_password !== null) publish(temporary_password)
    },
  )

const takeOffFactor = ({ id, username }: User, isSelf: boolean) =>
  act(
    'Remove second factor',
    'For a user who lost their authenticator or passkey.',
    {
      title: `Remove the second factor of ${username}?`,
      text: isSelf ? 'This is your own account.' : 'Verify that this person requested it.',
      act: 'Remove',
      needsReason: true,
      needsPassword: isSelf,
    },
    async (reason, password) => {
      await call(resetSecondFactor, { id, reason, ...(isSelf ? { password } : {}) })
      toast(`${username} now logs in with the password only.`, 'good')
    },
  )

const block = ({ id, username }: User) =>
  act(
    'Block',
    'Prevents login and ends all sessions of this user immediately.',
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
    'Allows this user to log in again.',
    { title: `Unblock ${username}?`, text: 'The user can log in again.', act: 'Unblock', needsReason: true },
    async (reason) => {
      await call(blockOrUnblockUser, { id, blocked: false, reason })
      toast(`${username} can log in again.`, 'good')
    },
  )

const remove = ({ id, username }: User, { gone }: SecurityNotifier) =>
  act(
    'Delete',
    'Deletes the account. It can be restored for 30 days.',
    {
      title: `Delete ${username}?`,
      text: 'All sessions end immediately. The audit record stays.',
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
    { title: `Restore ${username}?`, text: 'The account is restored with its rights.', act: 'Restore' },
    async () => {
      await call(restoreUser, { id })
      toast(`${username} is restored.`, 'good')
    },
  )
