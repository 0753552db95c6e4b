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
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const FACTORS = 'elsewhere: server/src/rooms/centre/identity/second-factor.test.ts'
const AUTH = 'elsewhere: server/src/rooms/centre/identity/auth.test.ts'
let named = 0
const canLogIn = async (sea: Sea, username: string, password: string) =>
  (await callRaw(sea.base, '', login, { username, password })).Status

export const TRIALS = [
  parameterCase(login, {
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
  parameterCase(refreshSession, { other: { idle_s: AUTH, attempt: AUTH } }),
  parameterCase(logout, {
    by: async (sea) => {
      const { username } = await sea.somebody()
      return (await sea.logIn(username, PASSWORD)).token
    },
    other: { all_sessions: true },
  }),
  parameterCase(getUsers, {
    base: async (sea) => (await sea.somebody(), {}),
    other: { role: '1', status: 'DELETED', sort: 'created_at' },
  }),
  parameterCase(addUser, {
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
  parameterCase(updateUser, {
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
  parameterCase(blockOrUnblockUser, {
    base: async (sea) => ({ ...(await someone(sea)), blocked: true, reason: 'left' }),
    other: { blocked: false },
  }),
  parameterCase(unlockUser, { base: someone }),
  parameterCase(deleteUser, { base: someone }),
  parameterCase(restoreUser, {
    base: async (sea) => {
      const { id } = await someone(sea)
      await sea.call(deleteUser, { id })
      return { id }
    },
  }),
  parameterCase(changePassword, {
    by: async (sea) => (await sea.somebody()).token,
    base: () => ({ old_password: PASSWORD, new_password: 'Sagar-2-Mala-Watch' }),
    other: { old_password: 'wrong', new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  parameterCase(updatePassword, {
    base: async (sea) => ({ ...(await someone(sea)), new_password: 'Sagar-2-Mala-Watch' }),
    other: { new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  parameterCase(getUserSessions, {
    base: async (sea) => (await sea.somebody(), {}),
    other: {
      user_id: 'none',
      active: false,
      from: '2099-01-01T00:00:00.000Z',
      to: '2001-01-01T00:00:00.000Z',
    },
  }),
  parameterCase(endSession, {
    base: async (sea) => {
      const { username } = await sea.somebody()
      const { Data } = await callRaw(sea.base, '', login, { username, password: PASSWORD })
      return { id: (Data as { session_id: string }).session_id }
    },
  }),
  parameterCase(saveTimezones, {
    by: async (sea) => sea.asha.token,
    other: {
      datetime·zone: 'UTC',
      datetime·format: 'DD-MM-YYYY HH:mm:ss',
      distance·unit: 'Miles',
    },
  }),
  parameterCase(updateSessionTimeoutDuration, {
    other: { minutes: 40, warn_before_min: 6 },
  }),
  parameterCase(startTotp, { other: { password: FACTORS } }),
  parameterCase(confirmTotp, { other: { code: FACTORS } }),
  parameterCase(removeTotp, { other: { password: FACTORS } }),
  parameterCase(newRecoveryCodes, { other: { password: FACTORS } }),
  parameterCase(startPasskey, { other: { password: FACTORS } }),
  parameterCase(finishPasskey, { other: { name: FACTORS, response: FACTORS } }),
  parameterCase(removePasskey, { other: { id: FACTORS, password: FACTORS } }),
  parameterCase(resetSecondFactor, {
    base: async (sea) => ({ ...(await someone(sea)), reason: 'lost' }),
    other: { password: FACTORS },
  }),
]
