import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Op } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import { login } from '@samudra/contract/identity'
import { inject } from 'vitest'
import { assemble, foldersOf, type Server } from '../../src/compose.ts'
import type { Assembly } from '../../src/platform/ground.ts'
import { MemoryBus } from '../../src/platform/engines/bus/memory.ts'
import { DiskFiles } from '../../src/platform/engines/files/disk.ts'
import type { ConfiguredFeed } from '../../src/rooms/picture/feeds/feed-url.ts'
import { keysFrom } from '../../src/platform/kernel/http/keys.ts'
import { silentLog } from '../../src/platform/kernel/text/log.ts'
import { aDatabase } from './a-database.ts'
import { PASSWORD } from './caller-of.ts'

export { PASSWORD }
/** Minimum cost that argon2 takes: a start and a login hash three times. */
const CHEAP: Assembly['passwordCost'] = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const root = path.resolve(import.meta.dirname, '../../..')
const { archivesFolder } = foldersOf(root)

export type TestServer = Awaited<ReturnType<typeof aServer>>

/** A feed of sentences the test writes itself. */
export class Receiver {
  readonly #server: net.Server
  readonly #sockets = new Set<net.Socket>()
  readonly port: number
  private constructor(server: net.Server) {
    this.#server = server
    this.port = (server.address() as net.AddressInfo).port
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }
  static async listen(port = 0): Promise<Receiver> {
    const server = net.createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new Receiver(server)
  }
  /** Waits for the server under test to connect, then writes lines or bytes. */
  async send(lines: string[] | Uint8Array): Promise<void> {
    await until(() => this.#sockets.size > 0, 'the feed connects')
    const bytes = Array.isArray(lines) ? Buffer.from(lines.map((line) => `${line}\r\n`).join('')) : lines
    for (const socket of this.#sockets)
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  }
  /** Number of connections. */
  get connected(): number {
    return this.#sockets.size
  }
  hangUp() {
    for (const socket of this.#sockets) socket.destroy()
  }
  async close(): Promise<void> {
    this.hangUp()
    await new Promise((resolve) => this.#server.close(resolve))
  }
  feed(source: string, more: Partial<ConfiguredFeed> = {}): ConfiguredFeed {
    return {
      name: source,
      kind: 'nmea-tcp',
      address: `127.0.0.1:${this.port}`,
      source,
      priority: 10,
      trust: 0.5,
      expectedIntervalS: 10,
      options: {},
      stations: [],
      secret: null,
      ...more,
    }
  }
}

/** Waits until a claim holds; fails with the claim's words when it never does. */
export async function until(
  claim: () => boolean | Promise<boolean>,
  words: string | (() => string),
  seconds = 30,
): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await claim()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited ${seconds} seconds in vain until ${typeof words === 'string' ? words : words()}`)
}

/** A whole server on a database of its own, with an administrator logged in. */
export async function aServer(
  feeds: ConfiguredFeed[] = [],
  on?: Awaited<ReturnType<typeof aDatabase>>,
  more: Partial<Assembly> = {},
) {
  const database = on ?? (await aDatabase())
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-tiles-'))
  const server: Server = await assemble(
    {
      database,
      processes: new MemoryBus({ log: silentLog }),
      log: silentLog,
      feeds,
      archivesFolder,
      cacheFolder,
      files: new DiskFiles(path.join(more.cacheFolder ?? cacheFolder, 'files')),
      adminPassword: PASSWORD,
      passwordCost: CHEAP,
      keys: keysFrom(Buffer.alloc(32, 7)),
      tls: null,
      envelope: 'optional',
      readerProgram: path.join(inject('programs'), 'reader.js'),
      screensFolder: null,
      upstream: [],
      // Receivers of tests are on this machine.
      feedReach: { folders: [], hosts: ['127.0.0.1'], databaseHost: null },
      // A test calls more often than a room full of operators.
      callLimits: { all: 1e6, entry: 1e6 },
      ...more,
    },
    { host: '127.0.0.1', port: 0 },
  )
  const base = `http://127.0.0.1:${server.port}`
  const session = await logInAt(base, 'admin', PASSWORD)
  return {
    base,
    database,
    token: session.token,
    call: session.call,
    raw: session.raw,
    logIn: (username: string, password: string) => logInAt(base, username, password),
    /** Stops the server and keeps its database, as a restart does. */
    halt: () => server.stop(),
    close: async () => {
      await server.stop()
      await database.drop()
      rmSync(cacheFolder, { recursive: true, force: true })
    },
  }
}

/** Logs a user in at a server. */
export async function logInAt(base: string, username: string, password: string) {
  const { token } = unwrap(await callRaw(base, '', login, { username, password }))
  return {
    token,
    raw: <In, Out>(op: Op<In, Out>, input: In) => callRaw(base, token, op, input),
    call: async <In, Out>(op: Op<In, Out>, input: In): Promise<Out> => {
      const data = unwrap(await callRaw(base, token, op, input))
      const read = op.output(data)
      if (!read.ok)
        throw new Error(`${op.name} answered against its contract: ${JSON.stringify(read.fields)}`)
      return read.value
    },
  }
}

function unwrap<Out>(envelope: Envelope<Out>): Out {
  if (!envelope.Status) throw new Error(`${envelope.Code}: ${envelope.Message}`)
  return envelope.Data
}

/** One call over HTTP the way a screen makes it. */
export async function callRaw<In, Out>(
  base: string,
  token: string,
  op: Op<In, Out>,
  input: In,
): Promise<Envelope<Out>> {
  const rest = { ...input } as Record<string, unknown>
  const target = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = new URL(base + target)
  if (op.method !== 'POST')
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    method: op.method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(op.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      timestamp: String(Date.now()),
    },
    ...(op.method === 'POST' ? { body: JSON.stringify(rest) } : {}),
  })
  return (await answer.json()) as Envelope<Out>
}
