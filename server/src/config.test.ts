import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the password of the administrator is taken from a file, the environment or an option, and from one of them', () => {
  const file = path.join(folder, 'password')
  writeFileSync(file, 'Vasudhaiva-1-Kutumbakam\nof the centre\n')
  const given = (args: string[], environment = {}) => readConfig(args, environment, folder)?.adminPassword
  expect(given([])).toBeUndefined()
  expect(given(['--admin-password-file', file])).toBe('Vasudhaiva-1-Kutumbakam')
  expect(given([], { ADMIN_PASSWORD_FILE: file })).toBe('Vasudhaiva-1-Kutumbakam')
  expect(given([], { ADMIN_PASSWORD: 'chosen' })).toBe('chosen')
  expect(given(['--admin-password', 'chosen'])).toBe('chosen')
  expect(() => given(['--admin-password', 'chosen', '--admin-password-file', file])).toThrow(/once/)
  expect(() => given(['--admin-password-file', `${file}s`])).toThrow(/cannot be read/)
  writeFileSync(file, '\n')
  expect(() => given(['--admin-password-file', file])).toThrow(/is empty/)
})

test('a Redis is taken with a database that several servers can share, and its password is in no fault', () => {
  const given = (args: string[], environment = {}) => readConfig(args, environment, folder)?.redisUrl
  const database = ['--database', 'postgres://localhost/samudra']
  expect(given([])).toBeUndefined()
  expect(given([...database, '--redis', 'redis://:secret@host:6379'])).toBe('redis://:secret@host:6379')
  expect(given(database, { REDIS_URL: 'rediss://host' })).toBe('rediss://host')
  expect(() => given(['--redis', 'redis://:secret@host'])).toThrow(/name that database with --database/)
  for (const wrong of ['http://:secret@host', 'secret', 'redis://'])
    expect(() => given([...database, '--redis', wrong])).toThrow(/^--redis must be an address like/)
})
