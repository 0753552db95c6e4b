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

test('the administrator password comes from a file, the environment or an option, from one only', () => {
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

test('a Redis requires a database that servers can share, and no fault shows its password', () => {
  const given = (args: string[], environment = {}) => readConfig(args, environment, folder)?.redisUrl
  const database = ['--database', 'postgres://localhost/samudra', '--files', '/srv/shared']
  expect(given([])).toBeUndefined()
  expect(given([...database, '--redis', 'redis://:secret@host:6379'])).toBe('redis://:secret@host:6379')
  expect(given(database, { REDIS_URL: 'rediss://host' })).toBe('rediss://host')
  expect(() => given(['--redis', 'redis://:secret@host'])).toThrow(/Add --database/)
  for (const wrong of ['http://:secret@host', 'secret', 'redis://'])
    expect(() => given([...database, '--redis', wrong])).toThrow(/^--redis must be an address like/)
})

test('files go to the data folder, a named one, or a store with keys from the environment only', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'quite-secret' }
  const given = (files: string | null, environment: object = keys) =>
    readConfig(['--data', 'd', ...(files === null ? [] : ['--files', files])], { ...environment }, folder)
      ?.files
  const inData = path.join(folder, 'd', 'files')
  expect(given(null, {})).toEqual({ folder: inData, s3: null })
  expect(given('/srv/shared', {})).toEqual({ folder: '/srv/shared', s3: null })
  const s3 = { bucket: 'sea', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'quite-secret' }
  expect(given('s3://sea/of/files?endpoint=https://s3.example:9000')).toEqual({
    folder: inData,
    s3: { ...s3, endpoint: 'https://s3.example:9000', prefix: 'of/files/' },
  })
  expect(given('s3://sea?region=ap-south-1')?.s3).toEqual({
    ...s3,
    region: 'ap-south-1',
    endpoint: 'https://s3.ap-south-1.amazonaws.com',
    prefix: '',
  })
  expect(() => given('s3://sea', {})).toThrow(/set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/)
  const two = ['--database', 'postgres://localhost/samudra', '--redis', 'redis://host']
  expect(() => readConfig(two, {}, folder)).toThrow(/one place for files that all of them reach/)
  for (const wrong of [
    's3://',
    's3://id:quite-secret@sea',
    'https://quite-secret.example',
    's3://sea?secret=quite-secret',
    's3://sea?endpoint=https://quite-secret@s3.example',
  ]) {
    expect(() => given(wrong)).toThrow(/^--files is a folder, or/)
    expect(() => given(wrong)).not.toThrow(/quite-secret/)
  }
})

test('another chat server and page addresses are accepted, and no secret of theirs is repeated', () => {
  const given = (...args: string[]) => readConfig(args, {}, folder)
  expect(given()).toMatchObject({ chatRemote: undefined, addresses: undefined, chatClients: false })
  expect(given('--chat-url', 'https://chat.example/mm/', '--chat-admin-token', 'x')?.chatRemote).toEqual({
    url: 'https://chat.example/mm',
    adminToken: 'x',
  })
  expect(given('--video-address', 'https://video.example')?.addresses).toEqual({
    chat: null,
    chatSocket: null,
    chatFiles: null,
    video: 'https://video.example',
  })
  expect(() => given('--chat-admin-token', 'quite-secret')).toThrow(/is for --chat-url/)
  for (const wrong of ['chat.example', 'ws://chat.example', 'https://me:quite-secret@chat.example']) {
    expect(() => given('--chat-url', wrong)).toThrow(/^--chat-url must be an address like/)
    expect(() => given('--chat-url', wrong)).not.toThrow(/quite-secret/)
  }
})
