import { hash } from '@node-rs/argon2'
import {
  addUser,
  blockOrUnblockUser,
  getTimezones,
  getUsers,
  login,
  refreshSession,
} from '@samudra/contract/identity'
import { confirmTotp, startTotp } from '@samudra/contract/second-factor'
import { WireClient } from '@samudra/contract/wire/client'
import { claimsOf } from '@samudra/contract/wire/token'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Browser, aClock, codeOf, dataOf } from '../../../../testing/servers/a-browser.ts'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { PASSWORD, aServer, callRaw } from '../../../../testing/servers/a-server.ts'
import { totpCode } from '../../../../testing/samples/totp-code.ts'
import { administered } from '../../../platform/kernel/http/admin-values.ts'
import { StartFailure } from '../../../platform/kernel/http/errors.ts'
import { keysFrom } from '../../../platform/kernel/http/keys.ts'
import { systemClock } from '../../../platform/needs/clock.ts'
import { query } from '../../../platform/needs/query.ts'
import { countsOf } from '../settings/counts.sql.ts'
import { createPasswords } from './passwords.ts'
import { resetAdministrator } from './recovery.ts'

const settings = administered(() => new Map())

test('a password given for the first start must be a good one', async () => {
  const database = await aDatabase()
  const start = aServer([], database, { adminPassword: 'Password@1234' })
  await expect(start).rejects.toThrow(StartFailure)
  await expect(start).rejects.toThrow(
    'The password given with --admin-password is not allowed. This password is too common. Choose another password.',
  )
  // Nothing was made, so the next start is the first one still.
  const server = await aServer([], database)
  await server.close()
})

test('a password hashed before the pepper works once as it is, and is then hashed again', async () => {
  const server = await aServer([], undefined, { passwordCost: undefined })
  const db = query<{ users: { username: string; password_hash: string } }>(server.database.db)
  const stored = async () =>
    (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash
  expect(await stored()).toMatch(/^p1:\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  await db
    .updateTable('users')
    .set({ password_hash: await hash(PASSWORD) })
    .execute()
  expect(codeOf(await new Browser(server.base).logIn('admin', 'Not-the-password-1'))).toBe('AUTH_FAILED')
  expect(await stored()).not.toMatch(/^p1:/)
  for (let n = 0; n < 2; n++) {
    expect(codeOf(await new Browser(server.base).logIn('admin', PASSWORD))).toBe('OK')
    expect(await stored()).toMatch(/^p1:/)
  }
  await server.close()
})

test('a stolen database is no use with another key', async () => {
  const [ours, theirs] = await Promise.all([7, 8].map((n) => createPasswords(keysFrom(Buffer.alloc(32, n)))))
  const stored = await ours!.hash(PASSWORD)
  expect(await ours!.fits(stored, PASSWORD)).toBe(true)
  expect(await theirs!.fits(stored, PASSWORD)).toBe(false)
})

test('the effects of a change of the settings are counted', async () => {
  const server = await aServer()
  const clock = aClock(Date.now() + 2 * 3_600_000)
  const counts = countsOf(server.database.db, clock)
  expect(await counts.sessionsIdleFor(119)).toBe(1)
  expect(await counts.sessionsIdleFor(121)).toBe(0)
  expect(await counts.sessionsOlderThan(1)).toBe(1)
  expect(await counts.sessionsOlderThan(3)).toBe(0)
  expect(await counts.passwordsOlderThan(1)).toBe(0)
  clock.turn(2 * 24 * 3_600_000)
  expect(await counts.passwordsOlderThan(1)).toBe(1)
  await server.call(addUser, { username: 'asha', role: '2', sources: [], zone_access: [] })
  expect(await counts.usersWithoutSecondFactor('administrators')).toBe(1)
  expect(await counts.usersWithoutSecondFactor('everyone')).toBe(2)
  await server.close()
})

test('an operator of the server restores the access of an administrator', async () => {
  const server = await aServer()
  const admin = new Browser(server.base)
  dataOf(await admin.logIn('admin', PASSWORD))
  const { secret } = dataOf(await admin.ask(startTotp, { password: PASSWORD }))
  const code = totpCode(secret)
  dataOf(await admin.ask(confirmTotp, { code }))
  for (let n = 0; n < 3; n++) await new Browser(server.base).logIn('admin', 'Not-the-password-1')
  const { db } = server.database
  await sql`update users set status = 'BLOCKED', expires_at = now() - interval '1 day'`.execute(query(db))
  const keys = keysFrom(Buffer.alloc(32, 7))
  await expect(resetAdministrator(db, systemClock, keys, settings, 'nobody')).rejects.toThrow(
    'No administrator has the user name nobody.',
  )
  const { password } = await resetAdministrator(db, systemClock, keys, settings, 'ADMIN')
  expect(codeOf(await admin.refresh())).toBe('SESSION_EXPIRED')
  const me = dataOf(await admin.logIn('admin', password))
  expect(me.isDefaultPassword).toBe(true)
  expect(codeOf(await admin.ask(getTimezones, {}))).toBe('PASSWORD_CHANGE_REQUIRED')
  await server.close()
})

test('over another sealed wire the cookie brings a token bound to that one', async () => {
  const server = await aServer()
  const cookies = new Map<string, string>()
  const page = () =>
    new WireClient({
      base: server.base,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
        const answer = await fetch(input, { ...init, headers })
        for (const set of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        return answer
      },
    })
  const found = (outcome: Awaited<ReturnType<WireClient['call']>>) => {
    if (outcome.kind !== 'answered') throw new Error(outcome.kind)
    return outcome.envelope as { Code?: string; Data: { token: string } }
  }
  const [before, after] = [page(), page()]
  const first = found(await before.call({ op: login, input: { username: 'admin', password: PASSWORD } }))
  const again = found(
    await after.call({
      op: refreshSession,
      input: { idle_s: 0, attempt: crypto.randomUUID() },
      headers: { 'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '' },
    }),
  )
  const [one, two] = [claimsOf(first.Data.token), claimsOf(again.Data.token)]
  expect(two.jti).toBe(one.jti)
  expect(two.env).not.toBe(one.env)
  after.token = again.Data.token
  expect(found(await after.call({ op: getTimezones, input: {} })).Code).toBeUndefined()
  after.token = first.Data.token
  expect(found(await after.call({ op: getTimezones, input: {} })).Code).toBe('SESSION_EXPIRED')
  expect(codeOf(await callRaw(server.base, again.Data.token, getTimezones, {}))).toBe('SESSION_EXPIRED')
  await server.close()
})

test('a token without a signature, or signed with another key, is invalid', async () => {
  const server = await aServer()
  const [head, body, signature] = server.token.split('.') as [string, string, string]
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const bent = Buffer.from(JSON.stringify({ ...claimsOf(server.token), role: '1', exp: 4e9 }))
  for (const token of [
    `${none}.${body}.`,
    `${head}.${bent.toString('base64url')}.${signature}`,
    'a.b.c',
    'x',
  ])
    expect(codeOf(await callRaw(server.base, token, getUsers, {}))).toBe('SESSION_EXPIRED')
  await server.close()
})

test('calls under way see within two seconds that an account was blocked by another process', async () => {
  const server = await aServer()
  const { user, temporary_password } = await server.call(addUser, {
    username: 'asha',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const asha = new Browser(server.base)
  dataOf(await asha.logIn('asha', temporary_password))
  expect(codeOf(await asha.ask(getTimezones, {}))).toBe('PASSWORD_CHANGE_REQUIRED')
  await sql`update users set status = 'BLOCKED' where id = ${user.id}`.execute(query(server.database.db))
  await new Promise((resolve) => setTimeout(resolve, 2100))
  expect(codeOf(await asha.ask(getTimezones, {}))).toBe('SESSION_EXPIRED')
  expect(codeOf(await asha.ask(blockOrUnblockUser, { id: user.id, blocked: false, reason: 'me' }))).toBe(
    'SESSION_EXPIRED',
  )
  await server.close()
})
