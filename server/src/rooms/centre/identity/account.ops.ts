import {
  changePassword,
  DATETIME_FORMATS,
  DISTANCE_UNITS,
  getTimezones,
  saveTimezones,
  ZONES,
} from '@samudra/contract/identity'
import { getSessionTimeoutDuration, updateSessionTimeoutDuration } from '@samudra/contract/sessions'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { proveSelf, NOT_THERE, type Identity } from './needs.ts'
import { passwordFault } from './passwords.ts'
import { settingsOf } from './sessions.ts'
import { changeUser, earlierHashes, setPassword, userById, type UserRow } from './users.sql.ts'

const ZONE_NAMES = {
  UTC: 'Coordinated Universal Time',
  PST: 'Pacific Standard Time (UTC-8)',
  IST: 'Indian Standard Time (UTC+5:30)',
} as const

/** Returns the operations of users on their own account. */
export const accountOps = (needs: Identity): Handled[] => [
  newPassword(needs),
  handle(saveTimezones, async ({ input, caller, record }) => {
    const { db, clock, sessions } = needs
    record({ objectType: 'user', objectId: caller.userId })
    // A concurrent change of something else in the account does not block this one.
    for (let tries = 0; tries < 5; tries++) {
      const user = await userById(db, caller.userId)
      if (user === undefined) throw NOT_THERE()
      const before = settingsOf(user)
      const settings = { ...before, ...input }
      const done = await changeUser(db, user.id, user.version, { settings }, new Date(clock.now()))
      if (done !== 'done') continue
      record({ before, after: settings })
      sessions.forget([user.id])
      return { userSettings: settings }
    }
    throw new OperationError('VERSION_CONFLICT', 'Another user is changing this account. Try again.')
  }),
  handle(getTimezones, async ({ caller }) => ({
    zones: ZONES.map((id) => ({ id, name: ZONE_NAMES[id] })),
    formats: [...DATETIME_FORMATS],
    units: [...DISTANCE_UNITS],
    current: {
      'datetime.zone': caller.settings['datetime.zone'],
      'datetime.format': caller.settings['datetime.format'],
      'distance.unit': caller.settings['distance.unit'],
    },
  })),
  ...timeoutOps(needs),
]

const timeoutOps = ({ settings, changeSettings }: Identity): Handled[] => {
  const current = () => ({
    minutes: settings.number('session.timeout_min'),
    warn_before_min: settings.number('session.warn_before_min'),
  })
  return [
    handle(getSessionTimeoutDuration, async () => current()),
    handle(updateSessionTimeoutDuration, async ({ input, caller, record }) => {
      const { minutes, warn_before_min: warning } = input
      record({
        objectType: 'admin_settings',
        objectId: 'session.timeout_min',
        before: current(),
        after: input,
      })
      await changeSettings({ 'session.timeout_min': minutes, 'session.warn_before_min': warning }, caller)
      return current()
    }),
  ]
}

const newPassword = (needs: Identity) =>
  handle(changePassword, async (call) => {
    const { caller, input, record } = call
    record({ objectType: 'user', objectId: caller.userId })
    const user = await proveSelf(needs, call, input.old_password, 'old_password')
    await checkNewPassword(needs, user, input.new_password)
    const at = new Date(needs.clock.now())
    const hash = await needs.passwords.hash(input.new_password)
    await setPassword(needs.db, user, { hash, isDefault: false }, at)
    const which = { except: caller.sessionId }
    const revoked = await needs.sessions.end(user.id, which, 'REVOKED', caller.username, 'password changed')
    needs.sessions.forget([user.id])
    record({
      before: { isDefaultPassword: user.is_default_password, password_changed_at: user.password_changed_at },
      after: { isDefaultPassword: false, password_changed_at: at },
    })
    return { changed_at: at.toISOString(), sessions_revoked: revoked }
  })

/** Throws VALIDATION when a new password is against the policy, or one the user had. */
export async function checkNewPassword(
  { db, passwords, settings }: Pick<Identity, 'db' | 'passwords' | 'settings'>,
  user: UserRow,
  password: string,
): Promise<void> {
  const fault = (await passwordFault(password, user, settings)) ?? (await isKnown())
  if (fault !== null)
    throw new OperationError('VALIDATION', fault, { fields: [{ field: 'new_password', why: fault }] })

  async function isKnown(): Promise<string | null> {
    // The one in use is the first of those remembered, and never its own successor.
    const earlier = await earlierHashes(db, user.id, Math.max(0, settings.number('password.history') - 1))
    for (const hash of [user.password_hash, ...earlier])
      if (await passwords.fits(hash, password)) return 'You have used this password before. Choose another.'
    return null
  }
}
