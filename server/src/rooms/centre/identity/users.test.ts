import { getAudit } from '@samudra/contract/audit'
import {
  addUser,
  blockOrUnblockUser,
  changePassword,
  deleteUser,
  getTimezones,
  getUsers,
  restoreUser,
  saveTimezones,
  updatePassword,
  updateUser,
  type User,
} from '@samudra/contract/identity'
import {
  endSession,
  getSessionTimeoutDuration,
  getUserSessions,
  updateSessionTimeoutDuration,
} from '@samudra/contract/sessions'
import { sessionRevoked } from '@samudra/contract/socket'
import { addZone } from '@samudra/contract/zones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, aClock, codeOf, dataOf } from '../../../../testing/servers/a-browser.ts'
import { PASSWORD, Receiver, aServer, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'

const clock = aClock()
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN = 'Monsoon-over-Kochi-7'
let server: TestServer
let admin: Browser
let meId = ''
let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.listen()
  server = await aServer([receiver.feed('MSIS')], undefined, { clock })
  admin = new Browser(server.base)
  meId = dataOf(await admin.logIn('admin', PASSWORD)).id
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const ALL = { role: '2' as '1' | '2', sources: ['*'], zone_access: ['*'] }
let count = 0
/** A new user who has chosen a password of their own. */
async function aUser(more: { role?: '1' | '2'; sources?: string[] } = {}) {
  const username = `user.${++count}`
  const { user, temporary_password } = dataOf(await admin.ask(addUser, { ...ALL, username, ...more }))
  const browser = new Browser(server.base)
  dataOf(await browser.logIn(username, temporary_password))
  dataOf(await browser.ask(changePassword, { old_password: temporary_password, new_password: OWN }))
  return { ...user, browser, password: OWN }
}
const now = async (id: string) =>
  dataOf(await admin.ask(getUsers, { q: '', limit: 500 })).items.find((one) => one.id === id)!
const works = async (browser: Browser) => codeOf(await browser.ask(getTimezones, {}))
const logsIn = async (username: string, password: string) =>
  codeOf(await new Browser(server.base).logIn(username, password))

test('a new user chooses a password before anything else', async () => {
  const { user, temporary_password } = dataOf(await admin.ask(addUser, { ...ALL, username: 'newcomer' }))
  expect(user).toMatchObject({ status: 'ACTIVE', isDefaultPassword: true, version: 1, open_sessions: 0 })
  const browser = new Browser(server.base)
  expect(dataOf(await browser.logIn('newcomer', temporary_password)).isDefaultPassword).toBe(true)
  expect(await works(browser)).toBe('PASSWORD_CHANGE_REQUIRED')
  const change = (new_password: string) =>
    browser.ask(changePassword, { old_password: temporary_password, new_password })
  expect(codeOf(await change('P@ssw0rd2026!'))).toBe('VALIDATION')
  expect(codeOf(await change(temporary_password))).toBe('VALIDATION')
  dataOf(await change(OWN))
  expect(await works(browser)).toBe('OK')
  expect(await logsIn('newcomer', temporary_password)).toBe('AUTH_FAILED')
})

test('a taken name, a zone there is not and a name with a sign are refused', async () => {
  expect(codeOf(await admin.ask(addUser, { ...ALL, username: 'ADMIN' }))).toBe('DUPLICATE')
  expect(await admin.ask(addUser, { ...ALL, username: 'seer', sources: ['MSIS', 'MISS'] })).toMatchObject({
    Code: 'VALIDATION',
    Message: 'There is no source MISS. Add its feed first, or choose from the list of sources.',
    fields: [{ field: 'sources' }],
  })
  const answer = await admin.ask(addUser, { ...ALL, username: 'zoned', zone_access: ['nowhere'] })
  expect(answer).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'zone_access' }] })
  for (const sign of '/<>#!~^$=') {
    const username = `bad${sign}name`
    expect(codeOf(await admin.ask(addUser, { ...ALL, username }))).toBe('VALIDATION')
  }
  const zone = dataOf(
    await admin.ask(addZone, {
      name: 'Kochi',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [76, 9],
            [77, 9],
            [77, 10],
            [76, 9],
          ],
        ],
      },
    }),
  )
  expect(codeOf(await admin.ask(addUser, { ...ALL, username: 'zoned', zone_access: [zone.id] }))).toBe('OK')
})

test('users other than administrators see only names, and change only their own display', async () => {
  const user = await aUser()
  const { items } = dataOf(await user.browser.ask(getUsers, { q: 'admin' }))
  expect(items).toEqual([{ id: meId, username: 'admin', status: 'ACTIVE' }])
  expect(codeOf(await user.browser.ask(addUser, { ...ALL, username: 'friend' }))).toBe('FORBIDDEN')
  const own = { id: user.id, userSettings: { theme: 'night' } } as const
  expect(dataOf(await user.browser.ask(updateUser, own)).userSettings?.theme).toBe('night')
  expect(codeOf(await user.browser.ask(updateUser, { ...own, role: '1' }))).toBe('FORBIDDEN')
  expect(codeOf(await user.browser.ask(updateUser, { ...own, id: meId }))).toBe('FORBIDDEN')
  expect(codeOf(await user.browser.ask(getUserSessions, { user_id: meId }))).toBe('FORBIDDEN')
})

test('of two users who change the same user the second sees the first change', async () => {
  const user = await aUser()
  const { version = 0 } = await now(user.id)
  const change = (email: string) => admin.ask(updateUser, { id: user.id, expected_version: version, email })
  expect(dataOf(await change('a@b.example'))).toMatchObject({ email: 'a@b.example', version: version + 1 })
  const second = await change('c@d.example')
  expect(second).toMatchObject({
    Code: 'VERSION_CONFLICT',
    Data: { email: 'a@b.example', version: version + 1 },
  })
  expect(codeOf(await admin.ask(updateUser, { id: user.id, role: '1' }))).toBe('VALIDATION')
  const { version: later = 0 } = await now(user.id)
  const taken = { id: user.id, expected_version: later, username: 'admin' }
  expect(codeOf(await admin.ask(updateUser, taken))).toBe('DUPLICATE')
})

test('new rights apply at once in an open session, and the record holds the former ones', async () => {
  const user = await aUser()
  expect(codeOf(await user.browser.ask(addZone, { name: 'x', geometry: {} as never }))).toBe('FORBIDDEN')
  const { version = 0 } = await now(user.id)
  const to = {
    id: user.id,
    expected_version: version,
    role: '1' as const,
    sources: ['MSIS'],
    reason: 'on watch',
  }
  dataOf(await admin.ask(updateUser, to))
  expect(codeOf(await user.browser.ask(addZone, { name: 'x', geometry: {} as never }))).toBe('VALIDATION')
  const { items } = dataOf(await admin.ask(getAudit, { action: 'updateUser', object_id: user.id }))
  expect(items[0]).toMatchObject({
    actor: 'admin',
    reason: 'on watch',
    before: { role: '2', sources: ['*'] },
    after: { role: '1', sources: ['MSIS'] },
  })
})

test('a blocked user is out at once and stays out; unblocked they are in again', async () => {
  const user = await aUser()
  const block = (blocked: boolean) =>
    admin.ask(blockOrUnblockUser, { id: user.id, blocked, reason: 'left the desk open' })
  expect(dataOf(await block(true))).toMatchObject({ user: { status: 'BLOCKED' }, sessions_revoked: 1 })
  expect(await works(user.browser)).toBe('SESSION_EXPIRED')
  expect(codeOf(await user.browser.refresh())).toBe('SESSION_EXPIRED')
  expect(await logsIn(user.username, OWN)).toBe('AUTH_FAILED')
  dataOf(await block(false))
  expect(await logsIn(user.username, OWN)).toBe('OK')
})

test('the screens of a blocked user go dark within two seconds, those of others stay', async () => {
  const [blocked, other] = [await aUser(), await aUser()]
  const screens = [blocked, other].map(({ browser }) => new Watcher(server.base, browser.token))
  await until(() => screens.every((screen) => screen.socket.connected), 'both screens are open')
  dataOf(await admin.ask(blockOrUnblockUser, { id: blocked.id, blocked: true, reason: 'left the desk open' }))
  await until(() => !screens[0]!.socket.connected, 'the screen goes dark', 2)
  expect(screens[0]!.events).toContainEqual({
    name: sessionRevoked.wire,
    payload: expect.objectContaining({ reason: 'the account was blocked' }),
  })
  expect(screens[1]!.socket.connected).toBe(true)
  for (const screen of screens) screen.close()
})

test('a deleted user is out, the name is free, and within thirty days they are restored', async () => {
  const user = await aUser()
  dataOf(await admin.ask(deleteUser, { id: user.id, reason: 'moved on' }))
  expect(await works(user.browser)).toBe('SESSION_EXPIRED')
  expect(await now(user.id)).toBeUndefined()
  const { items } = dataOf(await admin.ask(getUsers, { status: 'DELETED' }))
  expect(items.map((one) => one.id)).toContain(user.id)
  const other = dataOf(await admin.ask(addUser, { ...ALL, username: user.username })).user
  expect(codeOf(await admin.ask(restoreUser, { id: user.id }))).toBe('DUPLICATE')
  dataOf(await admin.ask(deleteUser, { id: other.id }))
  expect(dataOf(await admin.ask(restoreUser, { id: user.id }))).toMatchObject({
    status: 'ACTIVE',
    deleted_at: null,
  })
  expect(await logsIn(user.username, OWN)).toBe('OK')
  clock.turn(31 * DAY)
  dataOf(await admin.logIn('admin', PASSWORD))
  expect(codeOf(await admin.ask(restoreUser, { id: other.id }))).toBe('NOT_FOUND')
})

test('an account ends at its time, with its sessions', async () => {
  const user = await aUser()
  const { version = 0 } = await now(user.id)
  const expires_at = new Date(clock.now() + HOUR / 6).toISOString()
  dataOf(await admin.ask(updateUser, { id: user.id, expected_version: version, expires_at }))
  expect(await works(user.browser)).toBe('OK')
  clock.turn(HOUR / 6 + 2001)
  expect(await works(user.browser)).toBe('SESSION_EXPIRED')
  expect(await logsIn(user.username, OWN)).toBe('AUTH_FAILED')
  expect((await now(user.id)).status).toBe('EXPIRED')
  expect(dataOf(await admin.ask(getUsers, { status: 'EXPIRED' })).items.map(({ id }) => id)).toEqual([
    user.id,
  ])
  expect(dataOf(await admin.ask(getUsers, { status: 'ACTIVE' })).items.map(({ id }) => id)).not.toContain(
    user.id,
  )
})

test('administrators cannot lock themselves out, and one administrator always remains', async () => {
  dataOf(await admin.logIn('admin', PASSWORD))
  const { version = 0 } = await now(meId)
  const codes = [
    await admin.ask(blockOrUnblockUser, { id: meId, blocked: true, reason: 'x' }),
    await admin.ask(deleteUser, { id: meId }),
    await admin.ask(updateUser, { id: meId, expected_version: version, role: '2' }),
    await admin.ask(updateUser, {
      id: meId,
      expected_version: version,
      expires_at: new Date(clock.now() - 1).toISOString(),
    }),
    await admin.ask(updatePassword, { id: meId }),
  ].map(codeOf)
  expect(codes).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'))
  // Two administrators who take each other's rights at the same moment: one of them stays.
  for (const { id, version: at = 0 } of dataOf(await admin.ask(getUsers, { role: '1' })).items)
    if (id !== meId) dataOf(await admin.ask(updateUser, { id, expected_version: at, role: '2' }))
  const second = await aUser({ role: '1' })
  const mine = await now(meId)
  const theirs = await now(second.id)
  const take = (by: Browser, from: User) =>
    by.ask(updateUser, { id: from.id, expected_version: from.version ?? 0, role: '2' })
  const both = await Promise.all([take(admin, theirs), take(second.browser, mine)])
  expect(both.map(codeOf).toSorted()).toEqual(['FORBIDDEN', 'OK'])
  if (codeOf(both[0]) === 'FORBIDDEN') {
    const { version: at = 0 } = dataOf(await second.browser.ask(getUsers, { q: 'admin' })).items[0]!
    dataOf(await second.browser.ask(updateUser, { id: meId, expected_version: at, role: '1' }))
  }
})

test('a password that an administrator resets is shown once and must be changed', async () => {
  const user = await aUser()
  const { temporary_password: first, sessions_revoked } = dataOf(
    await admin.ask(updatePassword, { id: user.id, reason: 'forgotten' }),
  )
  expect(sessions_revoked).toBe(1)
  expect(await works(user.browser)).toBe('SESSION_EXPIRED')
  expect(dataOf(await user.browser.logIn(user.username, first!)).isDefaultPassword).toBe(true)
  const chosen = { id: user.id, new_password: 'Kochi-over-Monsoon-8' }
  expect(dataOf(await admin.ask(updatePassword, chosen))).toMatchObject({
    temporary_password: null,
    must_change: true,
  })
  expect(await logsIn(user.username, chosen.new_password)).toBe('OK')
  const { items } = dataOf(await admin.ask(getAudit, { action: 'updatePassword' }))
  expect(JSON.stringify(items)).not.toContain(first)
  expect(JSON.stringify(items)).not.toContain(chosen.new_password)
})

test('a new password ends the other sessions and is none of the last', async () => {
  const user = await aUser()
  const elsewhere = new Browser(server.base)
  dataOf(await elsewhere.logIn(user.username, OWN))
  const change = (old_password: string, new_password: string) =>
    user.browser.ask(changePassword, { old_password, new_password })
  expect(dataOf(await change(OWN, 'Second-tide-at-Goa-2')).sessions_revoked).toBe(1)
  expect(await works(elsewhere)).toBe('SESSION_EXPIRED')
  expect(await works(user.browser)).toBe('OK')
  clock.turn(1000)
  dataOf(await change('Second-tide-at-Goa-2', 'Third-tide-at-Goa-3'))
  expect(await change('Third-tide-at-Goa-3', OWN)).toMatchObject({
    Code: 'VALIDATION',
    Message: 'You have used this password before. Choose another.',
  })
})

test('the list is paged, sorted and searched', async () => {
  dataOf(await admin.logIn('admin', PASSWORD))
  for (const sort of ['username', 'last_login_at', 'created_at'] as const) {
    const whole = dataOf(await admin.ask(getUsers, { sort, limit: 500 }))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = dataOf(
        await admin.ask(getUsers, { sort, limit: 3, ...(cursor === undefined ? {} : { cursor }) }),
      )
      expect(page.total).toBe(whole.items.length)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(whole.items.map(({ id }) => id))
  }
  expect(dataOf(await admin.ask(getUsers, { q: '100%_' })).total).toBe(0)
  expect(codeOf(await admin.ask(getUsers, { cursor: 'elsewhere' }))).toBe('VALIDATION')
})

test('sessions: everybody sees and ends the own, an administrator those of others', async () => {
  const user = await aUser()
  const second = new Browser(server.base)
  clock.turn(1000)
  dataOf(await second.logIn(user.username, OWN, { device_name: 'Tablet' }))
  const own = dataOf(await user.browser.ask(getUserSessions, { active: true, limit: 1 }))
  expect(own).toMatchObject({ total: 2, items: [{ device_name: 'Tablet', current: false, state: 'ACTIVE' }] })
  const rest = dataOf(await user.browser.ask(getUserSessions, { active: true, cursor: own.next! }))
  expect(rest.items).toMatchObject([{ current: true, username: user.username }])
  const mine = dataOf(await admin.ask(getUserSessions, { user_id: meId, active: true })).items[0]!
  expect(codeOf(await user.browser.ask(endSession, { id: mine.id }))).toBe('NOT_FOUND')
  expect(dataOf(await user.browser.ask(endSession, { id: own.items[0]!.id }))).toEqual({ revoked: 1 })
  expect(await works(second)).toBe('SESSION_EXPIRED')
  dataOf(await admin.ask(endSession, { id: rest.items[0]!.id, reason: 'unknown device' }))
  expect(await works(user.browser)).toBe('SESSION_EXPIRED')
  const { items } = dataOf(await admin.ask(getUserSessions, { user_id: user.id }))
  expect(items.map(({ state, ended_by }) => [state, ended_by])).toEqual([
    ['ENDED', user.username],
    ['REVOKED', 'admin'],
  ])
})

test('display options are stored, and the timeout is a setting', async () => {
  const user = await aUser()
  const input = {
    'datetime.zone': 'UTC',
    'datetime.format': 'DD-MM-YYYY HH:mm:ss',
    'distance.unit': 'Kilometers',
  } as const
  expect(dataOf(await user.browser.ask(saveTimezones, input)).userSettings).toMatchObject(input)
  const reply = dataOf(await user.browser.ask(getTimezones, {}))
  expect(reply.current).toEqual(input)
  expect(reply.zones.map(({ id }) => id)).toEqual(['UTC', 'PST', 'IST'])
  expect(reply.formats).toHaveLength(3)
  const to = { minutes: 45, warn_before_min: 4 }
  expect(codeOf(await user.browser.ask(updateSessionTimeoutDuration, to))).toBe('FORBIDDEN')
  expect(dataOf(await admin.ask(updateSessionTimeoutDuration, to))).toEqual(to)
  expect(dataOf(await user.browser.ask(getSessionTimeoutDuration, {}))).toEqual(to)
  const crossed = { minutes: 5, warn_before_min: 5 }
  expect(codeOf(await admin.ask(updateSessionTimeoutDuration, crossed))).toBe('VALIDATION')
  const { version } = dataOf(await admin.ask(getAdminSettings, {}))
  const factor = { changes: { 'security.second_factor': 'administrators' }, expected_version: version }
  const { effects } = dataOf(await admin.ask(updateAdminSettings, { ...factor, dry_run: true }))
  expect(effects.join(' ')).toMatch(/no second factor yet/)
  dataOf(await admin.ask(updateSessionTimeoutDuration, { minutes: 30, warn_before_min: 5 }))
})

test('words the administrators banned are in no new password', async () => {
  const user = await aUser()
  dataOf(
    await admin.ask(updateAdminSettings, {
      changes: { 'password.banned_list': ['Trishul'] },
      expected_version: 3,
    }),
  )
  const change = { old_password: OWN, new_password: 'My-Tr1shul-at-Goa' }
  expect(await user.browser.ask(changePassword, change)).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'new_password' }],
  })
})

test('a password of half a year ago is changed at the next login, not in the middle of a watch', async () => {
  const user = await aUser()
  clock.turn(175 * DAY)
  const me = dataOf(await user.browser.logIn(user.username, OWN))
  expect(me).toMatchObject({ isDefaultPassword: false, password_age_days_left: 5 })
  clock.turn(6 * DAY)
  expect(dataOf(await user.browser.logIn(user.username, OWN)).isDefaultPassword).toBe(true)
  expect(await works(user.browser)).toBe('PASSWORD_CHANGE_REQUIRED')
})
