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
import { endSession, getUserSessions } from '@samudra/contract/sessions'
import { callRaw, PASSWORD } from '../../../../testing/servers/a-server.ts'
import { someone } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const FACTORS = 'server/src/rooms/centre/identity/second-factor.test.ts'
const AUTH = 'server/src/rooms/centre/identity/auth.test.ts'
let named = 0
const canLogIn = async (sea: Sea, username: string, password: string) =>
  (await callRaw(sea.base, '', login, { username, password })).Status

export const CASES = [
  parameterCase(login, {
    base: async (sea) => ({ username: (await sea.anotherUser()).username, password: PASSWORD }),
    elsewhere: { otp: FACTORS, passkey: FACTORS },
    state: async (sea, _, found) =>
      (
        await sea.dataOf(getUserSessions, {
          user_id: (found.Data as { id: string } | null)?.id ?? 'none',
          limit: 1,
        })
      ).items.map((one) => one.device_name),
  }),
  parameterCase(refreshSession, { elsewhere: AUTH }),
  parameterCase(logout, {
    by: async (sea) => {
      const { username } = await sea.anotherUser()
      return (await sea.logIn(username, PASSWORD)).token
    },
  }),
  parameterCase(getUsers, { base: async (sea) => (await sea.anotherUser(), {}) }),
  parameterCase(addUser, {
    base: () => ({ username: `new-${++named}`, role: '2', sources: [], zone_access: [] }),
    other: { username: 'not a name', email: 'new@example.org', sources: ['*'], zone_access: ['*'] },
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
    other: { username: 'not a name', email: 'new@example.org', sources: ['*'], zone_access: ['*'] },
  }),
  parameterCase(blockOrUnblockUser, {
    base: async (sea) => ({ ...(await someone(sea)), blocked: true, reason: 'left' }),
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
    by: async (sea) => (await sea.anotherUser()).token,
    base: () => ({ old_password: PASSWORD, new_password: 'Sagar-2-Mala-Watch' }),
    other: { new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  parameterCase(updatePassword, {
    base: async (sea) => ({ ...(await someone(sea)), new_password: 'Sagar-2-Mala-Watch' }),
    other: { new_password: 'Sagar-3-Mala-Watch' },
    state: async (sea) => canLogIn(sea, sea.lastName(), 'Sagar-2-Mala-Watch'),
  }),
  parameterCase(getUserSessions, { base: async (sea) => (await sea.anotherUser(), {}) }),
  parameterCase(endSession, {
    base: async (sea) => {
      const { username } = await sea.anotherUser()
      const { Data } = await callRaw(sea.base, '', login, { username, password: PASSWORD })
      return { id: (Data as { session_id: string }).session_id }
    },
  }),
  parameterCase(saveTimezones, { by: async (sea) => sea.asha.token }),
  parameterCase(startTotp, { elsewhere: FACTORS }),
  parameterCase(confirmTotp, { elsewhere: FACTORS }),
  parameterCase(removeTotp, { elsewhere: FACTORS }),
  parameterCase(newRecoveryCodes, { elsewhere: FACTORS }),
  parameterCase(startPasskey, { elsewhere: FACTORS }),
  parameterCase(finishPasskey, { elsewhere: FACTORS }),
  parameterCase(removePasskey, { elsewhere: FACTORS }),
  parameterCase(resetSecondFactor, {
    base: async (sea) => ({ ...(await someone(sea)), reason: 'lost' }),
    elsewhere: { password: FACTORS },
  }),
]
