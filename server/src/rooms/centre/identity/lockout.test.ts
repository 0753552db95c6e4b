import { addUser, changePassword, getUsers, login, unlockUser } from '@samudra/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, aClock, codeOf, dataOf } from '../../../../testing/servers/a-browser.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { PASSWORD, aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { afterFailure, networkOf, waitOf } from './lockout.ts'

const clock = aClock()
const MINUTE = 60_000
const WRONG = 'Not-the-password-1'
let database: Awaited<ReturnType<typeof aDatabase>>
let server: TestServer
let made: { user: { id: string }; temporary_password: string }
// Every test comes from an address of its own.
let from = ''
const start = () => aServer([], database, { clock, trustProxy: ['127.0.0.1'] })

beforeAll(async () => {
  database = await aDatabase()
  server = await start()
  made = await server.call(addUser, { username: 'asha', role: '2', sources: ['*'], zone_access: ['*'] })
})
afterAll(() => server.close())

const unlockAsha = async () => {
  const admin = await server.logIn('admin', PASSWORD)
  return admin.call(unlockUser, { id: made.user.id })
}
const tryOn = async (username: string, password: string) => {
  return new Browser(server.base).ask(login, { username, password }, { 'x-forwarded-for': from })
}
/** Wrong passwords until `count` were counted, each after its wait. */
async function fail(username: string, count: number) {
  const codes: string[] = []
  for (let n = 0; n < count; n++) {
    const answer = await tryOn(username, WRONG)
    codes.push(codeOf(answer))
    clock.turn(MINUTE)
  }
  return codes
}

test('after five wrong passwords a name waits, whether it exists or not, with the same words', async () => {
  const received: unknown[] = []
  for (const [n, name] of ['asha', 'nobody.here'].entries()) {
    from = `10.0.0.${n}`
    expect(await fail(name, 5)).toEqual(Array.from({ length: 5 }, () => 'AUTH_FAILED'))
    const { Status, Message, status, ...rest } = await tryOn(name, made.temporary_password)
    received.push({ Status, Message, status, Code: 'Code' in rest && rest.Code, Data: rest.Data })
    clock.turn(16 * MINUTE)
  }
  expect(received[0]).toEqual(received[1])
  expect(received[0]).toMatchObject({ status: 423, Code: 'LOCKED' })
  expect((received[0] as { Message: string }).Message).toBe(
    'Too many wrong passwords. Try again in 14 minutes, or ask an administrator to unlock the account.',
  )
})

test('a lock ends by itself, and the right password opens at once', async () => {
  from = '10.0.1.1'
  await fail('asha', 5)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('LOCKED')
  clock.turn(14 * MINUTE)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('OK')
})

test('a restart does not forget a lock; an administrator ends it', async () => {
  from = '10.0.2.1'
  await fail('asha', 5)
  await server.halt()
  server = await start()
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('LOCKED')
  const [row] = (await server.call(getUsers, { q: 'asha' })).items
  expect(row).toMatchObject({ failed_logins: 5 })
  expect(row!.locked_until).not.toBeNull()
  const user = await unlockAsha()
  expect(user).toMatchObject({ failed_logins: 0, locked_until: null })
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('OK')
})

test('before the lock the waits grow, and even the right password waits', async () => {
  from = '10.0.3.1'
  for (const name of ['asha', 'nobody.there']) {
    const codes = []
    for (let n = 0; n < 4; n++) codes.push(codeOf(await tryOn(name, WRONG)))
    expect(codes).toEqual(['AUTH_FAILED', 'AUTH_FAILED', 'AUTH_FAILED', 'RATE_LIMIT'])
  }
  const answer = await tryOn('asha', made.temporary_password)
  expect(answer).toMatchObject({ Code: 'RATE_LIMIT', Data: { retry_after_s: 1 } })
  clock.turn(1000)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('OK')
})

test('a hundred guesses at one moment are not a hundred guesses', async () => {
  from = '10.0.4.1'
  const codes = (await Promise.all(Array.from({ length: 100 }, () => tryOn('asha', WRONG)))).map(codeOf)
  expect(codes.filter((code) => code === 'AUTH_FAILED')).toHaveLength(3)
  expect(codes.filter((code) => code === 'RATE_LIMIT')).toHaveLength(97)
  await unlockAsha()
})

test('an address that guesses over many names waits longer and longer, others do not', async () => {
  from = '10.0.5.1'
  for (let n = 0; n < 20; n++) expect(codeOf(await tryOn(`name.${n}`, WRONG))).toBe('AUTH_FAILED')
  const waits = []
  for (let n = 20; n < 28; n++) {
    const answer = await tryOn('admin', PASSWORD)
    expect(answer).toMatchObject({ status: 429, Code: 'RATE_LIMIT' })
    const { retry_after_s: seconds } = answer.Data as { retry_after_s: number }
    waits.push(seconds)
    clock.turn(seconds * 1000)
    expect(codeOf(await tryOn(`name.${n}`, WRONG))).toBe('AUTH_FAILED')
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 900, 900])
  expect(await tryOn('admin', PASSWORD)).toMatchObject({
    Message: 'Too many wrong passwords from this address. Try again in 15 minutes.',
  })
  from = '10.0.5.2'
  expect(codeOf(await tryOn('admin', PASSWORD))).toBe('OK')
  from = '10.0.5.1'
  clock.turn(15 * MINUTE)
  expect(codeOf(await tryOn('admin', PASSWORD))).toBe('OK')
})

test('guesses from elsewhere lock no own browser or address, and the user is notified of them', async () => {
  from = '10.0.8.1'
  const own = new Browser(server.base)
  await own.ask(login, { username: 'asha', password: made.temporary_password }, { 'x-forwarded-for': from })
  clock.turn(MINUTE)
  from = '10.0.8.66'
  await fail('asha', 5)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('LOCKED')
  // Travelling, with the browser he always uses.
  const away = await own.ask(
    login,
    { username: 'asha', password: made.temporary_password },
    { 'x-forwarded-for': '10.0.8.2' },
  )
  expect(dataOf(away).wrong_passwords).toEqual({ count: 5, last_at: expect.any(String) as string })
  from = '10.0.8.66'
  await fail('asha', 5)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('LOCKED')
  // At his desk, with a browser that knows nothing.
  from = '10.0.8.1'
  const back = dataOf(await tryOn('asha', made.temporary_password))
  expect(back.wrong_passwords?.count).toBe(5)
  expect(dataOf(await tryOn('asha', made.temporary_password)).wrong_passwords).toBeUndefined()
})

test('a user locked at an own address is shown as locked, and the administrator unlocks it', async () => {
  from = '10.0.7.1'
  await unlockAsha()
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('OK')
  await fail('asha', 5)
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('LOCKED')
  const admin = await server.logIn('admin', PASSWORD)
  const [shown] = (await admin.call(getUsers, { q: 'asha' })).items
  expect(shown).toMatchObject({ failed_logins: 5, locked_until: expect.any(String) })
  expect(await unlockAsha()).toMatchObject({ failed_logins: 0, locked_until: null })
  expect(codeOf(await tryOn('asha', made.temporary_password))).toBe('OK')
})

test('own browsers and addresses allow no guesses without wait, nor do marks of other users', async () => {
  from = '10.0.9.1'
  const thief = new Browser(server.base)
  const asAsha = (password: string) =>
    thief.ask(login, { username: 'asha', password }, { 'x-forwarded-for': from })
  dataOf(await asAsha(made.temporary_password))
  for (let n = 0; n < 5; n++) {
    expect(codeOf(await asAsha(WRONG))).toBe('AUTH_FAILED')
    clock.turn(MINUTE)
  }
  expect(codeOf(await asAsha(made.temporary_password))).toBe('LOCKED')
  const stranger = new Browser(server.base)
  from = '10.0.9.2'
  await stranger.ask(login, { username: 'admin', password: PASSWORD }, { 'x-forwarded-for': from })
  await fail('asha', 5)
  const withHisMark = await stranger.ask(
    login,
    { username: 'asha', password: made.temporary_password },
    { 'x-forwarded-for': from },
  )
  expect(codeOf(withHisMark)).toBe('LOCKED')
  await unlockAsha()
  from = '10.0.9.1'
  expect(codeOf(await asAsha(made.temporary_password))).toBe('OK')
})

test('a wrong name takes as long as a wrong password', async () => {
  const took = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < 6; n++) {
    from = `10.0.6.${n}`
    took.known.push((await tryOn('asha', WRONG)).took)
    took.unknown.push((await tryOn('nobody.at.all', WRONG)).took)
    clock.turn(MINUTE)
  }
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[3]!
  // Half a hash: a measurable difference would be a whole one.
  expect(Math.abs(middle(took.known) - middle(took.unknown))).toBeLessThan(25)
  await unlockAsha()
})

test('guessing the old password in an open session locks, too', async () => {
  from = '10.0.7.1'
  const thief = new Browser(server.base)
  dataOf(await thief.logIn('asha', made.temporary_password))
  for (let n = 0; n < 5; n++) {
    const answer = await thief.ask(changePassword, {
      old_password: WRONG,
      new_password: 'Monsoon-over-Kochi-7',
    })
    expect(answer).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'old_password' }] })
    clock.turn(MINUTE)
  }
  const answer = await thief.ask(changePassword, {
    old_password: made.temporary_password,
    new_password: 'Monsoon-over-Kochi-7',
  })
  expect(codeOf(answer)).toBe('LOCKED')
})

test('wrong passwords of a quarter of an hour ago do not count', () => {
  const rules = { after: 5, lockMs: 15 * MINUTE }
  let failures = afterFailure(
    { failed_logins: 0, failed_since: null, failed_at: null, locked_until: null },
    0,
    rules,
  )
  for (let n = 1; n < 4; n++) failures = afterFailure(failures, n * MINUTE, rules)
  expect(waitOf(failures, 3 * MINUTE)).toEqual({ isLocked: false, ms: 2000 })
  expect(afterFailure(failures, 16 * MINUTE, rules)).toMatchObject({ failed_logins: 1, locked_until: null })
  expect(afterFailure(failures, 4 * MINUTE, rules).locked_until).toEqual(new Date(19 * MINUTE))
})

test('a network of version 6 is one address', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'))
  expect(networkOf('::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1')
})

test('wrong passwords dated in the future after a clock set back cause no wait, and count again', () => {
  const now = 10 * 3_600_000
  const later = new Date(now + 2 * 3_600_000)
  const failures = { failed_logins: 5, failed_since: later, failed_at: later, locked_until: null }
  expect(waitOf(failures, now)).toBeNull()
  expect(waitOf({ ...failures, locked_until: new Date(later.getTime() + 15 * MINUTE) }, now)).toBeNull()
  const next = afterFailure(failures, now, { after: 10, lockMs: 15 * MINUTE })
  expect(waitOf(next, now)).toMatchObject({ isLocked: false })
  // Clocks of two servers differ a little.
  expect(waitOf({ ...failures, failed_at: new Date(now + 1000) }, now)).toMatchObject({ isLocked: false })
})
