import {
  addUser,
  blockOrUnblockUser,
  changePassword,
  deleteUser,
  getUsers,
  login,
  logout,
  refreshSession,
  restoreUser,
  saveTimezones,
  unlockUser,
  updatePassword,
  updateUser,
} from '@samudra/contract/identity'
import {
  confirmTotp,
  finishPasskey,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  resetSecondFactor,
  startPasskey,
  startTotp,
} from '@samudra/contract/second-factor'
import { endSession, getUserSessions, updateSessionTimeoutDuration } from '@samudra/contract/sessions'
import { callRaw, PASSWORD } from '../../../../testing/servers/a-server.ts'
import { someone } from '../../../../testing/parameters/common.ts'
import { trial } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const FACTORS = 'elsewhere: server/src/rooms/centre/identity/second-factor.test.ts'
const AUTH = 'elsewhere: server/src/rooms/centre/identity/auth.test.ts'
let named = 0
const canLogIn = async (sea: Sea, username: string, password: string) =>
  (await callRaw(sea.base, '', login, { username, password })).Status

export const TRIALS = [
  trial(login, {
    base: async (sea) => ({ username: (await sea.somebody()).username, password: PASSWORD }),
    other: {
      username: 'nobody-here',
      password: 'wrong',
      otp: FACTORS,
      passkey: FACTORS,
      device_name: 'Bridge',
    },
    state: async (sea, _, told) =>
      (
        await sea.dataOf(getUserSessions, {
          user_id: (told.Data as { id: string } | null)?.id ?? 'none',
          limit: 1,
        })
      ).items.map((one) => one.device_name),
  }),
  trial(refreshSession, { other: { idle_s: AUTH, attempt: AUTH } }),
  trial(logout, {
    by: async (sea) => {
      const { username } = await sea.somebody()
      return (await sea.logIn(username, PASSWORD)).token
    },
    other: { all_sessions: true },
  }),
  trial(getUsers, {
    base: async (sea) => (await sea.somebody(), {}),
    other: { role: '1', status: 'DELETED', sort: 'created_at' },
  }),
  trial(addUser, {
    base: () => ({ username: `new-${++named}`, role: '2', sources: [], zone_access: [] }),
    other: {
      username: 'not a name',
      email: 'new@example.org',
      role: '1',
      sources: ['*'],
      zone_access: ['*'],
      group_ids: ['navy'],
      expires_at: '2099-01-01T00:00:00.000Z',
      takes_watch: true,
    },
  }),
  trial(updateUser, {
    base: async ({ call }) => {
      const { user } = await call(addUser, {
        username: `new-${++named}`,
        role: '2',
        sources: [],
        zone_access: [],
      })
      return { id: user.id, expected_version: user.version }
    },
    other: {
      username: 'not a name',
      email: 'new@example.org',
      role: '1',
      sources: ['*'],
      zone_access: ['*'],
      group_ids: ['navy'],
      expires_at: '2099-01-01T00:00:00.000Z',
      takes_watch: true,
      'userSettings.distance·unit': 'Miles',
      'userSettings.datetime·format': 'DD-MM-YYYY HH:mm:ss',
      'userSettings.datetime·zone': 'UTC',
      'userSettings.sound': false,
      'userSettings.theme': 'day',
      'userSettings.ship·colours': 'colour-blind',
    },
  }),
  trial(blockOrUnblockUser, {
    base: async (sea) => ({ ...(await someone(sea)), blocked: true, reason: 'left' }),
    other: { blocked: false },
  }),
  trial(unlockUser, { base: someone }),
  trial(deleteUser, { base: someone }),
  trial(restoreUser, {
    base: async (sea) => {
      const { id } = await someone(sea)
      await sea.call(deleteUser, { id })
      return { id }
    },
  }),
  trial(changePassword, {
    by: async (sea) => (await sea.somebody()).token,
    base: () => ({ old_password: PASSWORD, new_password: 'Sagar-2-Mala-Watch' }),
    other: { old_password: 'wrong', new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  trial(updatePassword, {
    base: async (sea) => ({ ...(await someone(sea)), new_password: 'Sagar-2-Mala-Watch' }),
    other: { new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  trial(getUserSessions, {
    base: async (sea) => (await sea.somebody(), {}),
    other: {
      user_id: 'none',
      active: false,
      from: '2099-01-01T00:00:00.000Z',
      to: '2001-01-01T00:00:00.000Z',
    },
  }),
  trial(endSession, {
    base: async (sea) => {
      const { username } = await sea.somebody()
      const { Data } = await callRaw(sea.base, '', login, { username, password: PASSWORD })
      return { id: (Data as { session_id: string }).session_id }
    },
  }),
  trial(saveTimezones, {
    by: async (sea) => sea.asha.token,
    other: {
      datetime·zone: 'UTC',
      datetime·format: 'DD-MM-YYYY HH:mm:ss',
      distance·unit: 'Miles',
    },
  }),
  trial(updateSessionTimeoutDuration, {
    other: { minutes: 40, warn_before_min: 6 },
  }),
  trial(startTotp, { other: { password: FACTORS } }),
  trial(confirmTotp, { other: { code: FACTORS } }),
  trial(removeTotp, { other: { password: FACTORS } }),
  trial(newRecoveryCodes, { other: { password: FACTORS } }),
  trial(startPasskey, { other: { password: FACTORS } }),
  trial(finishPasskey, { other: { name: FACTORS, response: FACTORS } }),
  trial(removePasskey, { other: { id: FACTORS, password: FACTORS } }),
  trial(resetSecondFactor, {
    base: async (sea) => ({ ...(await someone(sea)), reason: 'lost' }),
    other: { password: FACTORS },
  }),
]
