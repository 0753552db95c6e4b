// Rooms: archive, engines, feeds, history, picture
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getSourceWiseAisInfo } from '@samudra/contract/feeds'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { Program } from '../testing/servers/a-process.ts'
import { callRaw, PASSWORD, Receiver, until } from '../testing/servers/a-server.ts'
import { size } from '../testing/servers/durability-size.ts'
import { anInstallation, tokenOf } from '../testing/servers/installation.ts'

const installation = anInstallation()
type Health = { state: string; contacts: number; fixes: { received: number; stored: number } }
const health = async (base: string) => (await (await fetch(`${base}/healthz`)).json()) as Health

const argsOf = ({ port }: Receiver) => [
  '--sim',
  'none',
  '--feed',
  `nmea-tcp://127.0.0.1:${port}?source=MSIS`,
  '--admin-password',
  PASSWORD,
]

test('killed with -9 under load it loses at most the batch it held and comes back by itself', async () => {
  const receiver = await Receiver.listen()
  installation.open.push(receiver)
  const args = argsOf(receiver)
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
  let program = installation.start(args)
  await until(() => /First start/.test(program.output), 'it starts')
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${program.child.pid}/cmdline`, 'latin1')).not.toContain(PASSWORD)
  let base = await program.ready()
  for (let round = 0; round < size(2, 3); round++) {
    for (let burst = 0; burst < 20; burst++) {
      await receiver.send(lines(500))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await until(async () => (await health(base)).fixes.stored > 0, 'some are stored')
    const { stored } = (await health(base)).fixes
    await program.stop('SIGKILL')
    program = installation.start(args)
    base = await program.ready()
    await until(async () => (await health(base)).state === 'OK', 'it is well again')
    expect((await health(base)).contacts).toBe(500)
    storedBefore += stored
    const info = await callRaw(base, await tokenOf(base), getSourceWiseAisInfo, {})
    expect(info.Status && info.Data[0]!.positions).toBeGreaterThanOrEqual(storedBefore)
  }
})

/** Ships that report once each. */
const SHIPS = size(10_000, 20_000)

test('ended by SIGTERM under load it keeps every fix it has received', async () => {
  const receiver = await Receiver.listen()
  installation.open.push(receiver)
  const args = argsOf(receiver)
  const program = installation.start(args)
  const base = await program.ready()
  const list = `/proc/${program.child.pid}/cmdline`
  if (process.platform === 'linux') expect(readFileSync(list, 'utf8')).not.toContain(PASSWORD)
  await receiver.send(
    Array.from({ length: SHIPS }, (_, n) => encodePosition({ mmsi: 419000000 + n, lat: 5, lon: 75 })).flat(),
  )
  await until(async () => (await health(base)).fixes.received === SHIPS, 'all are received')
  expect(await program.stop()).toBe(0)
  const again = installation.start(args)
  expect((await health(await again.ready())).contacts).toBe(SHIPS)
})

test('a backup is taken while it runs, and brings a whole installation back', async () => {
  const receiver = await Receiver.listen()
  installation.open.push(receiver)
  const args = ['--sim', 'none', '--feed', `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`]
  const program = installation.start([...args, '--admin-password', PASSWORD])
  const base = await program.ready()
  const ships = (from: number) =>
    receiver.send(
      Array.from({ length: 500 }, (_, n) =>
        encodePosition({ mmsi: 419000000 + from + n, lat: 5, lon: 75 }),
      ).flat(),
    )
  await ships(0)
  await until(async () => (await health(base)).fixes.stored === 500, 'the first are stored')
  const file = path.join(installation.folder, 'running.backup')
  const data = path.join(installation.folder, 'data')
  const runs = async (...fields: string[]) => {
    const verb = new Program(fields)
    installation.open.push({ close: () => verb.stop('SIGKILL') })
    return { code: await verb.ended, output: verb.output }
  }
  const taken = runs('backup', file, '--data', data)
  await ships(500)
  expect(await taken).toMatchObject({
    code: 0,
    output: expect.stringContaining('Wrote and checked') as string,
  })
  await until(async () => (await health(base)).fixes.stored === 1000, 'it went on storing')
  expect(await runs('check-backup', file)).toMatchObject({ code: 0 })
  expect(await program.stop()).toBe(0)
  const againOf = path.join(installation.folder, 'restored')
  mkdirSync(againOf, { mode: 0o700 })
  copyFileSync(path.join(data, 'samudra.key'), path.join(againOf, 'samudra.key'))
  expect(await runs('restore', file, '--data', againOf)).toMatchObject({ code: 0 })
  const restored = new Program(['--port', '0', '--host', '127.0.0.1', '--data', againOf, ...args])
  installation.open.push({ close: () => restored.stop('SIGKILL') })
  const again = await restored.ready()
  expect(await tokenOf(again)).not.toBe('')
  expect((await health(again)).contacts).toBeGreaterThanOrEqual(500)
  await ships(1000)
  await until(async () => (await health(again)).contacts >= 1000, 'it works on')
})
