// Rooms: audit, feeds, kernel
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getAudit } from '@samudra/contract/audit'
import { addFeed, deleteFeed, getFeeds } from '@samudra/contract/feeds'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachOf } from '../../src/platform/kernel/http/allowed-addresses.ts'
import { Receiver, aServer, until, type TestServer } from '../servers/a-server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-feeds-'))
const feeds = path.join(folder, 'feeds')
let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  mkdirSync(feeds)
  writeFileSync(path.join(folder, 'secret'), 'secret')
  receiver = await Receiver.listen()
  // The feed of the command line calls this machine, whatever those of administrators may do.
  server = await aServer([receiver.feed('START')], undefined, {
    feedReach: { folders: [feeds], hosts: [], databaseHost: null },
  })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
  rmSync(folder, { recursive: true })
})

let orders = 0
const order = (kind: string, address: string, name = `${kind} ${++orders}`) =>
  ({
    name,
    kind,
    address,
    source: 'PROBE',
    priority: 10,
    trust: 0.5,
    expected_interval_s: 10,
    options: {},
  }) as never
const lastErrorOf = async (id: string) =>
  (await server.call(getFeeds, {})).items.find((feed) => feed.id === id)?.last_error ?? null

test('feeds of administrators reach nothing here by any name, and each attempt is recorded', async () => {
  const port = receiver.port
  const probes = [
    ['nmea-tcp', `127.0.0.1:${port}`],
    ['nmea-tcp', `:${port}`],
    ['nmea-tcp', `[::1]:${port}`],
    ['nmea-tcp', `[::ffff:127.0.0.1]:${port}`],
    ['sbs-tcp', '0.0.0.0:5432'],
    ['beast-tcp', 'localhost:5432'],
    ['avr-tcp', '169.254.169.254:80'],
    ['aircraft-json', `http://127.1:${port}/`],
    ['aircraft-json', 'http://[::1]/'],
    ['mqtt', 'mqtt://localhost:1883'],
    ['aisstream', 'ws://2130706433/'],
  ] as const
  for (const [kind, address] of probes) {
    const answer = await server.raw(addFeed, order(kind, address))
    expect({ address, ...answer }).toMatchObject({ Status: false, Code: 'VALIDATION' })
    expect(answer.Message).toContain('--feed-hosts')
  }
  const { items } = await server.call(getAudit, { action: 'addFeed', limit: 50 })
  expect(items.filter((one) => one.result === 'VALIDATION').length).toBe(probes.length)
  await receiver.send(encodePosition({ mmsi: 419000001, lat: 5, lon: 75 }))
  await until(async () => (await server.call(getFeeds, {})).items[0]!.counters.fixes === 1, 'START is heard')
})

test('a name that leads to this machine is found out when it is called', async () => {
  const reach = await reachOf({ folders: [], hosts: [], databaseHost: null })
  const found = await new Promise<string>((resolve) =>
    reach.lookup('localhost', {}, (error, address) => resolve(error?.message ?? String(address))),
  )
  expect(found).toContain('--feed-hosts')
  await expect(reach.check('localhost')).rejects.toThrow('--feed-hosts')
  const open = await reachOf({ folders: [], hosts: ['127.0.0.0/8', '::1'], databaseHost: null })
  await expect(open.check('localhost')).resolves.toBeUndefined()
  expect(open.refuses('127.0.0.1')).toBeNull()
  const beside = await reachOf({ folders: [], hosts: [], databaseHost: '192.0.2.7' })
  expect(beside.refuses('192.0.2.7')).toContain('database')
  expect(beside.refuses('192.0.2.8')).toBeNull()
})

test('recordings are read from their folder only; files elsewhere appear absent', async () => {
  writeFileSync(path.join(feeds, 'day.nmea'), encodePosition({ mmsi: 419000002, lat: 6, lon: 75 }).join('\n'))
  symlinkSync(path.join(folder, 'secret'), path.join(feeds, 'linked'))
  mkdirSync(path.join(feeds, 'deeper'))
  const received = new Set<string>()
  for (const address of [
    '/etc/passwd',
    '/etc/nothing-here',
    '/dev/zero',
    path.join(folder, 'secret'),
    '../secret',
    'linked',
    'deeper',
    feeds,
    'missing.nmea',
  ]) {
    const answer = await server.raw(addFeed, order('nmea-file', address))
    expect({ address, ...answer }).toMatchObject({ Status: false, Code: 'VALIDATION' })
    received.add(answer.Message)
  }
  expect(received.size).toBe(1)
  const added = await server.call(addFeed, order('nmea-file', 'day.nmea'))
  await until(async () => (await lastErrorOf(added.id)) === 'the file has ended', 'it is played')
  expect((await server.call(getFeeds, {})).items.find(({ id }) => id === added.id)!.counters.fixes).toBe(1)
  await server.call(deleteFeed, { id: added.id })
})
