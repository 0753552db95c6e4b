import { addUser, deleteUser, login } from '@samudra/contract/identity'
import type { OperationName } from '@samudra/contract/rights'
import { callRaw, PASSWORD } from '../a-server.ts'
import type { Row } from './row.ts'
import { iso, NOW, type Sea } from './sea.ts'

const FACTORS = 'elsewhere: server/src/identity/second-factor.test.ts'
const AUTH = 'elsewhere: server/src/identity/auth.test.ts'
const someone = async (sea: Sea) => ({ id: (await sea.somebody()).id })
let named = 0
const searched = {
  base: (sea: Sea) => ({ to: sea.openedAt }),
  other: {
    user_id: 'none',
    action: 'addToBlacklist',
    object_type: 'aoi',
    object_id: 'none',
    result: 'FORBIDDEN',
    from: '2099-01-01T00:00:00.000Z',
    to: iso(NOW - 3_600_000),
  },
}
const canLogIn = async (sea: Sea, username: string, password: string) =>
  (await callRaw(sea.base, '', login, { username, password })).Status

export const PEOPLE = {
  login: {
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
        await sea.dataOf<{ items: { device_name: string }[] }>('getUserSessions', {
          user_id: (told.Data as { id: string } | null)?.id ?? 'none',
          limit: 1,
        })
      ).items.map((one) => one.device_name),
  },
  refreshSession: { other: { idle_s: AUTH, attempt: AUTH } },
  logout: {
    by: async (sea) => {
      const { username } = await sea.somebody()
      return (await sea.logIn(username, PASSWORD)).token
    },
    base: () => ({}),
    other: { all_sessions: true },
  },
  getUsers: {
    base: async (sea) => (await sea.somebody(), {}),
    other: { role: '1', status: 'DELETED', sort: 'created_at' },
  },
  addUser: {
    base: () => ({ username: `new-${++named}`, role: '2', sources: [], zone_access: [] }),
    other: {
      username: 'not a name',
      email: 'new@example.org',
      role: '1',
      sources: ['*'],
      zone_access: ['*'],
      group_ids: ['navy'],
      expires_at: '2099-01-01T00:00:00.000Z',
    },
  },
  updateUser: {
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
      'userSettings.distance·unit': 'Miles',
      'userSettings.datetime·format': 'DD-MM-YYYY HH:mm:ss',
      'userSettings.datetime·zone': 'UTC',
      'userSettings.sound': false,
      'userSettings.theme': 'day',
      'userSettings.ship·colours': 'colour-blind',
    },
  },
  blockOrUnblockUser: {
    base: async (sea) => ({ ...(await someone(sea)), blocked: true, reason: 'left' }),
    other: { blocked: false },
  },
  unlockUser: { base: someone },
  deleteUser: { base: someone },
  restoreUser: {
    base: async (sea) => {
      const { id } = await someone(sea)
      await sea.call(deleteUser, { id })
      return { id }
    },
  },
  changePassword: {
    by: async (sea) => (await sea.somebody()).token,
    base: () => ({ old_password: PASSWORD, new_password: 'Sagar-2-Mala-Watch' }),
    other: { old_password: 'wrong', new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  },
  updatePassword: {
    base: async (sea) => ({ ...(await someone(sea)), new_password: 'Sagar-2-Mala-Watch' }),
    other: { new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  },
  getUserSessions: {
    base: async (sea) => (await sea.somebody(), {}),
    other: {
      user_id: 'none',
      active: false,
      from: '2099-01-01T00:00:00.000Z',
      to: '2001-01-01T00:00:00.000Z',
    },
  },
  endSession: {
    base: async (sea) => {
      const { username } = await sea.somebody()
      const { Data } = await callRaw(sea.base, '', login, { username, password: PASSWORD })
      return { id: (Data as { session_id: string }).session_id }
    },
  },
  saveTimezones: {
    by: async (sea) => sea.asha.token,
    base: () => ({
      'datetime.zone': 'IST',
      'datetime.format': 'YYYY-MM-DD HH:mm:ss',
      'distance.unit': 'Nautical Miles',
    }),
    other: {
      datetime·zone: 'UTC',
      datetime·format: 'DD-MM-YYYY HH:mm:ss',
      distance·unit: 'Miles',
    },
  },
  getTimezones: {},
  getSessionTimeoutDuration: {},
  updateSessionTimeoutDuration: {
    base: () => ({ minutes: 30, warn_before_min: 5 }),
    other: { minutes: 40, warn_before_min: 6 },
  },
  getSecondFactor: {},
  startTotp: { other: { password: FACTORS } },
  confirmTotp: { other: { code: FACTORS } },
  removeTotp: { other: { password: FACTORS } },
  newRecoveryCodes: { other: { password: FACTORS } },
  startPasskey: { other: { password: FACTORS } },
  finishPasskey: { other: { name: FACTORS, response: FACTORS } },
  removePasskey: { other: { id: FACTORS, password: FACTORS } },
  resetSecondFactor: { base: async (sea) => ({ ...(await someone(sea)), reason: 'lost' }) },
  getSightOfUser: { base: someone },
  getUserActivity: searched,
  getAudit: searched,
  exportAudit: { ...searched, other: { ...searched.other, format: 'csv' } },
  verifyAudit: { base: () => ({ from_seq: 1, to_seq: 5 }), other: { from_seq: 2, to_seq: 4 } },
} satisfies Partial<Record<OperationName, Row>>
