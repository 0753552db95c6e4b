// Rooms: feeds, history
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { login } from '@samudra/contract/identity'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterEach, expect, test } from 'vitest'
import { Program } from '../../../../testing/servers/a-process.ts'
import { callRaw, PASSWORD, Receiver, until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { fixOf, rawOf } from '../../../../testing/seas/raw-messages.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

test('killed with -9 in the middle of a burst, every stored fix has what was received for it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-raw-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const receiver = await Receiver.listen()
  open.push(() => receiver.close())
  const feed = `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS`
  const args = ['--port', '0', '--host', '127.0.0.1', '--data', path.join(folder, 'data'), '--sim', 'none']
  const start = () => {
    const program = new Program([...args, '--feed', feed, '--admin-password', PASSWORD])
    open.push(() => program.stop('SIGKILL'))
    return program
  }
  const stored = async (base: string) =>
    ((await (await fetch(`${base}/healthz`)).json()) as { fixes: { stored: number } }).fixes.stored
  const sent: { mmsi: number; sentence: string }[] = []
  const program = start()
  const base = await program.ready()
  for (let burst = 0; burst < 12; burst++) {
    const lines = Array.from({ length: 100 }, (_, n) => {
      const mmsi = 419_000_000 + burst * 100 + n
      return { mmsi, sentence: encodePosition({ mmsi, lat: 5, lon: 75, sog: mmsi % 40 })[0]! }
    })
    sent.push(...lines)
    // The kill comes while the last are on their way.
    if (burst === 11) await until(async () => (await stored(base)) > 500, 'most are stored')
    await receiver.send(lines.map((one) => one.sentence))
  }
  await program.stop('SIGKILL')
  const again = await start().ready()
  const answer = await callRaw(again, '', login, { username: 'admin', password: PASSWORD })
  if (!answer.Status) throw new Error(answer.Message)
  const server = { call: query(again, answer.Data.token) }
  let found = 0
  for (const { mmsi, sentence } of sent.filter((_, n) => n % 29 === 0 || n >= 1170)) {
    if ((await fixOf(server, mmsi)) === undefined) continue
    found++
    expect(await rawOf(server, mmsi)).toMatchObject({ kept: true, lines: [sentence] })
  }
  expect(found).toBeGreaterThan(15)
}, 120_000)

const query =
  (base: string, token: string): TestServer['call'] =>
  async (op, input) => {
    const answer = await callRaw(base, token, op, input)
    if (!answer.Status) throw new Error(answer.Message)
    return answer.Data
  }
