import { getAudit } from '@samudra/contract/audit'
import { addUser, getTimezones, login, logout } from '@samudra/contract/identity'
import { getUserSessions } from '@samudra/contract/sessions'
import { updateAdminSettings } from '@samudra/contract/settings'
import { WireClient } from '@samudra/contract/wire/client'
import { claimsOf } from '@samudra/contract/wire/token'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Browser, aClock, codeOf, dataOf } from '../../../../testing/servers/a-browser.ts'
import { PASSWORD, aServer, callRaw, type TestServer } from '../../../../testing/servers/a-server.ts'

const clock = aClock()
const MINUTE = 60_000
let server: TestServer
let page: Browser
const admin = async () => {
  const browser = new Browser(server.base)
  dataOf(await browser.logIn('admin', PASSWORD))
  return browser
}
const works = async (browser: Browser) => codeOf(await browser.ask(getTimezones, {}))

beforeAll(async () => {
  server = await aServer([], undefined, { clock })
  await server.call(updateAdminSettings, { changes: { 'session.max_sessions': 50 }, expected_version: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  page = await admin()
})

test('a login answers the user, with a token of fifteen minutes and cookies of session and chat', async () => {
  const me = dataOf(await page.logIn('Admin', PASSWORD, { device_name: 'Desk 4' }))
  expect(me).toMatchObject({
    username: 'admin',
    role: '1',
    sources: ['*'],
    isDefaultPassword: false,
    mustAddSecondFactor: false,
    forumUser: 'admin',
    chat_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    chat_details: { id: me.id.toLowerCase(), team: expect.stringMatching(/^[a-z0-9]{26}$/) },
    mapProfile: null,
    adminSettings: { 'session.timeout_min': 30 },
  })
  const claims = claimsOf(me.token) as Record<string, unknown>
  expect(claims).toMatchObject({ sub: me.id, name: 'admin', role: '1', jti: me.session_id })
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(15 * 60)
  expect(claims['env']).toBeUndefined()
  const [refresh, xsrf, chat, chatUser, chatXsrf] = page.setCookies.slice(-5)
  expect(refresh).toMatch(/^samudra_refresh=[\w-]{43}; .*Path=\/api\/v1\/auth;.*HttpOnly; .*SameSite=Strict/)
  expect(xsrf).toMatch(/^XSRF-TOKEN=[\w-]{43};/)
  expect(xsrf).not.toMatch(/HttpOnly/)
  expect(chat).toMatch(/^MMAUTHTOKEN=[\w.-]+; .*Path=\/chat;.*HttpOnly; .*SameSite=Strict/)
  expect(chatUser).toMatch(/^MMUSERID=[a-z0-9]{26};/)
  expect(chatXsrf).toMatch(/^MMCSRF=[\w-]{43};/)
  expect(page.setCookies.every((one) => !/;\s*Domain/i.test(one))).toBe(true)
})

test('a session renews itself: the cookie changes every time, and the token is fresh', async () => {
  const before = { cookie: page.cookies.get('samudra_refresh'), token: page.token }
  clock.turn(10 * MINUTE)
  dataOf(await page.refresh())
  expect(page.cookies.get('samudra_refresh')).not.toBe(before.cookie)
  expect(page.token).not.toBe(before.token)
  clock.turn(10 * MINUTE)
  expect(await works(page)).toBe('OK')
  page.token = before.token
  expect(await works(page)).toBe('SESSION_EXPIRED')
})

test('a cookie used twice ends the session for both holders, and leaves a record', async () => {
  const thief = page.copy()
  dataOf(await page.refresh())
  expect(codeOf(await thief.refresh())).toBe('SESSION_EXPIRED')
  expect(await works(page)).toBe('SESSION_EXPIRED')
  expect(codeOf(await page.refresh())).toBe('SESSION_EXPIRED')
  const other = await admin()
  const { items } = dataOf(await other.ask(getAudit, { action: 'refreshSession' }))
  expect(items[0]).toMatchObject({
    actor: 'admin',
    reason: 'refresh token used twice',
    result: 'SESSION_EXPIRED',
  })
  const sessions = dataOf(await other.ask(getUserSessions, { active: false }))
  expect(sessions.items[0]).toMatchObject({ state: 'REVOKED', ended_reason: 'refresh token used twice' })
})

test('even a cookie of three exchanges ago ends the session', async () => {
  const thief = page.copy()
  for (let n = 0; n < 3; n++) dataOf(await page.refresh())
  await thief.refresh()
  expect(await works(page)).toBe('SESSION_EXPIRED')
})

test('when an answer was lost the same attempt is answered again for five minutes, and no longer', async () => {
  const lost = page.copy()
  const late = page.copy()
  const attempt = crypto.randomUUID()
  dataOf(await page.refresh(attempt))
  clock.turn(30_000)
  dataOf(await lost.refresh(attempt))
  expect(await works(lost)).toBe('OK')
  dataOf(await lost.refresh())
  clock.turn(6 * MINUTE)
  expect(codeOf(await late.refresh(attempt))).toBe('SESSION_EXPIRED')
  expect(await works(lost)).toBe('SESSION_EXPIRED')
})

test('two exchanges at one moment: of one attempt both are answered, of two the session ends', async () => {
  const [one, two] = [page.copy(), page.copy()]
  const attempt = crypto.randomUUID()
  const both = await Promise.all([one.refresh(attempt), two.refresh(attempt)])
  expect(both.map(codeOf)).toEqual(['OK', 'OK'])
  const other = await admin()
  const [three, four] = [other.copy(), other.copy()]
  const answers = await Promise.all([three.refresh(), four.refresh()])
  // The first answer may also be that the session has ended: the second exchange can end it before the first answer is
  // written.
  expect(answers.map(codeOf)).toContain('SESSION_EXPIRED')
  for (const browser of [three, four]) expect(await works(browser)).toBe('SESSION_EXPIRED')
})

test('a foreign page cannot exchange the cookie, and its attempt does no harm', async () => {
  const foreign = page.copy()
  expect(codeOf(await foreign.refresh(undefined, { xsrf: '' }))).toBe('FORBIDDEN')
  const other = await admin()
  const xsrf = other.cookies.get('XSRF-TOKEN')!
  expect(codeOf(await foreign.refresh(undefined, { xsrf }))).toBe('FORBIDDEN')
  expect(codeOf(await new Browser(server.base).refresh())).toBe('SESSION_EXPIRED')
  dataOf(await page.refresh())
})

test('a user idle for half an hour is logged out; an active one stays until the maximum time', async () => {
  clock.turn(14 * MINUTE)
  dataOf(await page.refresh(undefined, { idle_s: 14 * 60 }))
  clock.turn(14 * MINUTE)
  expect(await works(page)).toBe('OK')
  clock.turn(1.5 * MINUTE)
  dataOf(await page.refresh(undefined, { idle_s: 60 }))
  clock.turn(30 * MINUTE)
  expect(codeOf(await page.refresh(undefined, { idle_s: 29.5 * 60 + 60 }))).toBe('SESSION_EXPIRED')
  const busy = await admin()
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    clock.turn(10 * MINUTE)
    dataOf(await busy.refresh())
  }
  clock.turn(11 * MINUTE)
  expect(codeOf(await busy.refresh())).toBe('SESSION_EXPIRED')
  const sessions = dataOf(await (await admin()).ask(getUserSessions, { active: false, limit: 1 }))
  expect(sessions.items[0]).toMatchObject({ state: 'EXPIRED', isLoggedIn: false })
})

test('a page that slept for an hour cannot say it was busy', async () => {
  clock.turn(60 * MINUTE)
  expect(codeOf(await page.refresh(undefined, { idle_s: 0 }))).toBe('SESSION_EXPIRED')
})

test('a shorter timeout counts at once for sessions that are open', async () => {
  clock.turn(10 * MINUTE)
  expect(await works(page)).toBe('OK')
  const other = await admin()
  const set = async (minutes: number, version: number) =>
    dataOf(
      await other.ask(updateAdminSettings, {
        changes: { 'session.timeout_min': minutes, 'session.warn_before_min': 1 },
        expected_version: version,
      }),
    ).version
  const version = await set(5, 2)
  clock.turn(3000)
  expect(await works(page)).toBe('SESSION_EXPIRED')
  const claims = claimsOf(dataOf(await other.logIn('admin', PASSWORD)).token) as { exp: number; iat: number }
  expect(claims.exp - claims.iat).toBe(300)
  await set(30, version)
})

test('logging out ends this session, or all of them, and takes the cookies', async () => {
  const second = await admin()
  expect(dataOf(await second.ask(logout, {}))).toEqual({ revoked: 1 })
  // The browser stays known: it may try a password although others guess.
  expect([...second.cookies.keys()]).toEqual(['samudra_device'])
  expect(await works(second)).toBe('SESSION_EXPIRED')
  expect(await works(page)).toBe('OK')
  const third = await admin()
  expect(dataOf(await third.ask(logout, { all_sessions: true })).revoked).toBeGreaterThan(1)
  expect(await works(page)).toBe('SESSION_EXPIRED')
})

test('a token bound to a sealed wire is invalid in the clear, and is bound again on exchange', async () => {
  const client = new WireClient({ base: server.base })
  const outcome = await client.call({ op: login, input: { username: 'admin', password: PASSWORD } })
  if (outcome.kind !== 'answered' || !outcome.envelope.Status) throw new Error('no login')
  const { token } = outcome.envelope.Data as { token: string }
  expect(claimsOf(token).env).toMatch(/./)
  expect(codeOf(await callRaw(server.base, token, getTimezones, {}))).toBe('SESSION_EXPIRED')
})

test('a failed login is recorded under the attempted name', async () => {
  await new Browser(server.base).logIn('nobody.here', 'Not-the-password-1')
  await new Browser(server.base).logIn('admin', 'Not-the-password-1')
  const { items } = dataOf(await page.ask(getAudit, { action: 'login', limit: 2 }))
  expect(items.map(({ actor, result }) => [actor, result])).toEqual([
    ['admin', 'AUTH_FAILED'],
    ['nobody.here', 'AUTH_FAILED'],
  ])
  expect(items[0]!.actor_id).not.toBe('')
  expect(JSON.stringify(items)).not.toMatch(/Not-the-password|argon2/)
})

test('a sixth session ends the oldest', async () => {
  const made = dataOf(
    await page.ask(addUser, { username: 'many', role: '2', sources: ['*'], zone_access: ['*'] }),
  )
  const { version } = dataOf(
    await page.ask(updateAdminSettings, { changes: { 'session.max_sessions': 5 }, expected_version: 4 }),
  )
  const open: Browser[] = []
  for (let n = 0; n < 6; n++) {
    clock.turn(1000)
    const browser = new Browser(server.base)
    dataOf(await browser.logIn('many', made.temporary_password))
    open.push(browser)
  }
  expect(codeOf(await open[0]!.refresh())).toBe('SESSION_EXPIRED')
  expect(codeOf(await open[1]!.refresh())).toBe('OK')
  expect(codeOf(await open[5]!.refresh())).toBe('OK')
  await page.ask(updateAdminSettings, { changes: { 'session.max_sessions': 50 }, expected_version: version })
})
