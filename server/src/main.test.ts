import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { getSourceWiseAisInfo } from '@samudra/contract/feeds'
import { changePassword, login } from '@samudra/contract/identity'
import { filterAisData } from '@samudra/contract/picture'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Program } from '../testing/a-process.ts'
import { Receiver, callRaw, until } from '../testing/a-server.ts'
import { listening } from '../testing/ports.ts'

const PASSWORD = 'Vasudhaiva-1-Kutumbakam'
let folder = ''
const open: { close(): unknown }[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-main-'))
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(args: string[], environment: Record<string, string> = {}) {
  const program = new Program(
    ['--port', '0', '--host', '127.0.0.1', '--data', path.join(folder, 'data'), ...args],
    environment,
  )
  open.push({ close: () => program.stop('SIGKILL') })
  return program
}
type Health = { state: string; contacts: number; fixes: { received: number; stored: number } }
const health = async (base: string) => (await (await fetch(`${base}/healthz`)).json()) as Health
async function tokenOf(base: string, password = PASSWORD) {
  const answer = await callRaw(base, '', login, { username: 'admin', password })
  if (!answer.Status) throw new Error(answer.Message)
  return answer.Data.token
}

test('the first start prints an administrator once, who must choose a password of their own', async () => {
  const first = start(['--sim', 'none'])
  const base = await first.ready()
  await until(() => /password \(shown this once\): (\S+)/.test(first.said), 'the password is printed')
  const given = /password \(shown this once\): (\S+)/.exec(first.said)![1]!
  expect(first.said).toContain(`Data is kept in ${path.join(folder, 'data')}`)
  const token = await tokenOf(base, given)
  const refused = await callRaw(base, token, filterAisData, { filter: {} })
  expect(refused).toMatchObject({ Status: false, Code: 'PASSWORD_CHANGE_REQUIRED' })
  const changed = await callRaw(base, token, changePassword, { old_password: given, new_password: PASSWORD })
  expect(changed.Status).toBe(true)
  expect((await callRaw(base, token, filterAisData, { filter: {} })).Status).toBe(true)
  // Browsers open connections ahead, on which they may never ask anything.
  const silent = net.connect(Number(new URL(base).port), '127.0.0.1')
  open.push({ close: () => silent.destroy() })
  await new Promise<void>((resolve) => silent.once('connect', resolve))
  let answered = ''
  silent.on('data', (bytes: Buffer) => (answered += bytes.toString()))
  const isClosed = new Promise<void>((resolve) => silent.once('close', () => resolve()))
  expect(await first.stop()).toBe(0)
  await isClosed
  // It was not waited for: whoever asks nothing for a minute is told 408 before he is let go.
  expect(answered).toBe('')
  const second = start(['--sim', 'none'])
  const again = await second.ready()
  expect(second.said).not.toContain('First start')
  expect(await tokenOf(again)).not.toBe('')
  expect(await second.stop('SIGINT')).toBe(0)
})

test('--help lists every option, and a wrong one is named with the way to the list', async () => {
  const help = start(['--help'])
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
    expect(help.said).toContain(option)
  const wrong = start(['--prot', '1'])
  expect(await wrong.ended).toBe(1)
  expect(wrong.said).toMatch(/Unknown option '--prot'.*--help/)
  expect(wrong.said).not.toContain('    at ')
})

test('a taken port and a data folder in use are said plainly', async () => {
  const holder = net.createServer()
  const port = await listening(holder)
  open.push({ close: () => holder.close() })
  const taken = start(['--sim', 'none', '--port', String(port)])
  expect(await taken.ended).toBe(1)
  expect(taken.said).toContain(`Port ${port} is taken`)
  const first = start(['--sim', 'none'])
  await first.ready()
  const second = start(['--sim', 'none'])
  expect(await second.ended).toBe(1)
  expect(second.said).toContain(`is in use by process ${first.child.pid}`)
})

test('killed with -9 under load it loses at most the batch it held and comes back by itself', async () => {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const args = [
    '--sim',
    'none',
    '--feed',
    `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`,
    '--admin-password',
    PASSWORD,
  ]
  let sent = 0
  let storedBefore = 0
  const lines = (count: number) =>
    Array.from({ length: count }, () => {
      sent++
      return encodePosition({
        mmsi: 419000000 + (sent % 500),
        lat: 5,
        lon: 75,
        sog: 0,
        // What makes one report of a ship at rest differ from the next.
        radio: sent % 500_000,
      })
    }).flat()
  let program = start(args)
  await until(() => /First start/.test(program.said), 'it starts')
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${program.child.pid}/cmdline`, 'latin1')).not.toContain(PASSWORD)
  let base = await program.ready()
  for (let round = 0; round < 3; round++) {
    for (let burst = 0; burst < 20; burst++) {
      await receiver.send(lines(500))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await until(async () => (await health(base)).fixes.stored > 0, 'some are stored')
    const { stored } = (await health(base)).fixes
    await program.stop('SIGKILL')
    program = start(args)
    base = await program.ready()
    await until(async () => (await health(base)).state === 'OK', 'it is well again')
    expect((await health(base)).contacts).toBe(500)
    storedBefore += stored
    const info = await callRaw(base, await tokenOf(base), getSourceWiseAisInfo, {})
    expect(info.Status && info.Data[0]!.positions).toBeGreaterThanOrEqual(storedBefore)
  }
})

test('ended by SIGTERM under load it keeps every fix it has received', async () => {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const args = [
    '--sim',
    'none',
    '--feed',
    `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`,
    '--admin-password',
    PASSWORD,
  ]
  const program = start(args)
  const base = await program.ready()
  const list = `/proc/${program.child.pid}/cmdline`
  if (process.platform === 'linux') expect(readFileSync(list, 'utf8')).not.toContain(PASSWORD)
  await receiver.send(
    Array.from({ length: 20_000 }, (_, n) => encodePosition({ mmsi: 419000000 + n, lat: 5, lon: 75 })).flat(),
  )
  await until(async () => (await health(base)).fixes.received === 20_000, 'all are received')
  expect(await program.stop()).toBe(0)
  const again = start(args)
  expect((await health(await again.ready())).contacts).toBe(20_000)
})

test('a backup is taken while it runs, and brings a whole installation back', async () => {
  const receiver = await Receiver.listen()
  open.push(receiver)
  const args = ['--sim', 'none', '--feed', `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`]
  const program = start([...args, '--admin-password', PASSWORD])
  const base = await program.ready()
  const ships = (from: number) =>
    receiver.send(
      Array.from({ length: 500 }, (_, n) =>
        encodePosition({ mmsi: 419000000 + from + n, lat: 5, lon: 75 }),
      ).flat(),
    )
  await ships(0)
  await until(async () => (await health(base)).fixes.stored === 500, 'the first are stored')
  const file = path.join(folder, 'running.backup')
  const data = path.join(folder, 'data')
  const runs = async (...said: string[]) => {
    const verb = new Program(said)
    open.push({ close: () => verb.stop('SIGKILL') })
    return { code: await verb.ended, said: verb.said }
  }
  const taken = runs('backup', file, '--data', data)
  await ships(500)
  expect(await taken).toMatchObject({ code: 0, said: expect.stringContaining('Wrote and checked') as string })
  await until(async () => (await health(base)).fixes.stored === 1000, 'it went on storing')
  expect(await runs('check-backup', file)).toMatchObject({ code: 0 })
  expect(await program.stop()).toBe(0)
  const anew = path.join(folder, 'anew')
  mkdirSync(anew, { mode: 0o700 })
  copyFileSync(path.join(data, 'samudra.key'), path.join(anew, 'samudra.key'))
  expect(await runs('restore', file, '--data', anew)).toMatchObject({ code: 0 })
  const restored = new Program(['--port', '0', '--host', '127.0.0.1', '--data', anew, ...args])
  open.push({ close: () => restored.stop('SIGKILL') })
  const again = await restored.ready()
  expect(await tokenOf(again)).not.toBe('')
  expect((await health(again)).contacts).toBeGreaterThanOrEqual(500)
  await ships(1000)
  await until(async () => (await health(again)).contacts >= 1000, 'it works on')
})
