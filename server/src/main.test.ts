import net from 'node:net'
import path from 'node:path'
import { changePassword } from '@samudra/contract/identity'
import { filterAisData } from '@samudra/contract/picture'
import { expect, test } from 'vitest'
import { callRaw, PASSWORD, until } from '../testing/servers/a-server.ts'
import { anInstallation, tokenOf } from '../testing/servers/installation.ts'
import { listening } from '../testing/seas/ports.ts'

const installation = anInstallation()

test('the first start prints an administrator once, who must choose a new password', async () => {
  const first = installation.start(['--sim', 'none'])
  const base = await first.ready()
  await until(() => /password \(shown this once\): (\S+)/.test(first.output), 'the password is printed')
  const given = /password \(shown this once\): (\S+)/.exec(first.output)![1]!
  expect(first.output).toContain(`Data is stored in ${path.join(installation.folder, 'data')}`)
  const token = await tokenOf(base, given)
  const refused = await callRaw(base, token, filterAisData, { filter: {} })
  expect(refused).toMatchObject({ Status: false, Code: 'PASSWORD_CHANGE_REQUIRED' })
  const changed = await callRaw(base, token, changePassword, { old_password: given, new_password: PASSWORD })
  expect(changed.Status).toBe(true)
  expect((await callRaw(base, token, filterAisData, { filter: {} })).Status).toBe(true)
  // Browsers open connections ahead, on which they may never ask anything.
  const silent = net.connect(Number(new URL(base).port), '127.0.0.1')
  installation.open.push({ close: () => silent.destroy() })
  await new Promise<void>((resolve) => silent.once('connect', resolve))
  let answered = ''
  silent.on('data', (bytes: Buffer) => (answered += bytes.toString()))
  const isClosed = new Promise<void>((resolve) => silent.once('close', () => resolve()))
  expect(await first.stop()).toBe(0)
  await isClosed
  // The server did not wait for it: a connection without a request for a minute gets 408 before it is closed.
  expect(answered).toBe('')
  const second = installation.start(['--sim', 'none'])
  const again = await second.ready()
  expect(second.output).not.toContain('First start')
  expect(await tokenOf(again)).not.toBe('')
  expect(await second.stop('SIGINT')).toBe(0)
})

test('--help lists every option, and a wrong one is named with the way to the list', async () => {
  const help = installation.start(['--help'])
  expect(await help.ended).toBe(0)
  for (const option of [
    '--port',
    '--host',
    '--data',
    '--database',
    '--feed',
    '--sim',
    '--admin-password-file',
  ])
    expect(help.output).toContain(option)
  const wrong = installation.start(['--prot', '1'])
  expect(await wrong.ended).toBe(1)
  expect(wrong.output).toMatch(/Unknown option '--prot'.*--help/)
  expect(wrong.output).not.toContain('    at ')
})

test('a taken port and a data folder in use are reported plainly', async () => {
  const holder = net.createServer()
  const port = await listening(holder)
  installation.open.push({ close: () => holder.close() })
  const taken = installation.start(['--sim', 'none', '--port', String(port)])
  expect(await taken.ended).toBe(1)
  expect(taken.output).toContain(`Port ${port} is taken`)
  const first = installation.start(['--sim', 'none'])
  await first.ready()
  const second = installation.start(['--sim', 'none'])
  expect(await second.ended).toBe(1)
  expect(second.output).toContain(`is in use by process ${first.child.pid}`)
})
