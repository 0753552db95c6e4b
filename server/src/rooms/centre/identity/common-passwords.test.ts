import { expect, test } from 'vitest'
import { ADMIN_SETTINGS } from '@samudra/contract/admin-settings'
import { administered } from '../../../platform/kernel/http/admin-values.ts'
import { passwordFault, randomPassword } from './passwords.ts'

const settings = administered(() => new Map())
const user = { username: 'a.singh', email: 'asha.singh@navy.example' }
const fault = (password: string, of = settings) => passwordFault(password, user, of)

test('common passwords are refused however they are dressed up', async () => {
  for (const password of [
    'Password@1234',
    'Welcome@12345',
    'Summer2026!!!',
    'P@ssw0rd2026!',
    'PasswordPassword-1',
  ])
    expect(`${password}: ${await fault(password)}`).toMatch(/too common/)
  const loose = administered(() => new Map([['password.classes', 2]]))
  expect(await fault('qwertyuiop12', loose)).toMatch(/too common/)
})

test('a passphrase, and passwords that the server generates, pass', async () => {
  expect(await fault('Vasudhaiva-1-Kutumbakam')).toBeNull()
  // Of a name with an l or an o nothing can be drawn: these are not in the alphabet.
  const other = { username: 'lookout', email: 'lookout@oil.example' }
  for (let n = 0; n < 200; n++)
    expect(await passwordFault(`${randomPassword()}-a1A`, other, settings)).toBeNull()
})

test('each rule of the settings has its own sentence', async () => {
  expect(await fault('Short-1-Aa')).toBe('Use at least 12 characters.')
  expect(await fault(`Aa1-${'xyz0'.repeat(40)}`)).toBe('Use at most 128 characters.')
  expect(await fault('no-upper-case-letter-1')).toMatch(/mix of uppercase/)
  expect(await fault('Mango-1111-tree-Top')).toMatch(/repeat/)
  expect(await fault('Mango-1!Mango-1!')).toMatch(/repeat/)
  expect(await fault('Xy-A.Singh-and-90')).toMatch(/user name/)
  expect(await fault('Xy-4sha-and-90-Q')).toMatch(/e-mail/)
  const banned = administered(() => new Map([['password.banned_list', ['Samudra']]]))
  expect(await fault('S4mudr@-and-90-Q', banned)).toMatch(/banned word/)
  expect(await fault('Mango-and-90-Qxy', banned)).toBeNull()
  expect(ADMIN_SETTINGS.filter(({ key }) => key.startsWith('password.')).length).toBe(5)
})

test('a password counts by its characters, not by how the keyboard composed them', async () => {
  expect(await fault('Ａbcdef-ghij-k1')).toBeNull()
  // Seven characters that take fourteen places composed apart.
  expect(await fault('e\u0301'.repeat(5) + 'A1-')).toBe('Use at least 12 characters.')
})
