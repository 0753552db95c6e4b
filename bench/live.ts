/**
 * Measures the path from feed to browser: the real server with its own database, a feed of real sentences at 400 fixes
 * a second, and 200 operators with individual views. Server and operators run in separate processes, all on this
 * machine. `npm run bench -- live [--contacts=2000,20000,200000] [--seconds=60] [--clients=200] [--settle=15]
 * [--detectors=off]`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDetectors, updateDetector } from '../contract/src/detectors.ts'
import { login } from '../contract/src/identity.ts'
import { BenchFleet } from './live-fleet.ts'
import type { LoadOrder, LoadReport } from './live-load.ts'
import { cpuSecondsBelow, cpuSecondsOf, residentMb } from './processes.ts'
import { callerOf, PASSWORD } from '../server/testing/servers/caller-of.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const sizes = option('contacts', sized('2000,20000,200000', '500')).split(',').map(Number)
const seconds = Number(option('seconds', sized('60', '2')))
const clients = Number(option('clients', sized('200', '10')))

const FIXES_PER_S = 400
/**
 * Number of fixes per static report: a vessel reports its name every six minutes (M.1371); at 20,000 vessels that is
 * 55 a second.
 */
const FIXES_PER_STATIC = 8
const WRITE_MS = 25
const WATCHMEN = 5
/** True to measure the path from feed to browser alone. */
const isWithoutDetectors = option('detectors', 'on') === 'off'
/** Time the traffic runs before it is measured. */
const SETTLE_MS = Number(option('settle', sized('15', '0.5'))) * 1000

type Health = { contacts: number; fixes: { waiting: number } }
type Measured = {
  contacts: number
  report: LoadReport
  serverShare: number
  engineShare: number
  operatorShare: number
  serverMb: number
}

function child(script: string, args: string[] = []): ChildProcess {
  return fork(path.join(import.meta.dirname, script), args, { execArgv: ['--import', 'tsx'] })
}
async function answer<T>(from: ChildProcess): Promise<T> {
  const ended = once(from, 'close').then(([code]) => {
    throw new Error(`${from.spawnargs.at(-1)} ended with ${String(code)}`)
  })
  const [message] = (await Promise.race([once(from, 'message'), ended])) as [T]
  ended.catch(() => undefined)
  return message
}

/** Feed: a client that connects receives the written lines. */
class Feed {
  readonly #server = net.createServer((socket) => {
    this.#socket = socket
    socket.on('error', () => undefined)
  })
  #socket: net.Socket | undefined
  #timer: NodeJS.Timeout | undefined
  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as net.AddressInfo).port
  }
  async write(lines: string[]): Promise<void> {
    while (this.#socket === undefined) await sleep(20)
    if (!this.#socket.write(`${lines.join('\r\n')}\r\n`)) await once(this.#socket, 'drain')
  }
  /** Every contact once, as fast as the server takes it. */
  async writeAll(fleet: BenchFleet) {
    for (let n = 0; n < fleet.ships.length; n += 500) {
      const lines: string[] = []
      for (let i = n; i < Math.min(n + 500, fleet.ships.length); i++)
        lines.push(...fleet.position(Date.now()), ...fleet.statics(Date.now()))
      await this.write(lines)
    }
  }
  run(fleet: BenchFleet) {
    const began = performance.now()
    let written = 0
    this.#timer = setInterval(() => {
      const due = ((performance.now() - began) / 1000) * FIXES_PER_S
      const lines: string[] = []
      for (; written < due; written++) {
        lines.push(...fleet.position(Date.now()))
        if (written % FIXES_PER_STATIC === 0) lines.push(...fleet.statics(Date.now()))
      }
      if (lines.length > 0) void this.write(lines)
    }, WRITE_MS)
  }
  close() {
    clearInterval(this.#timer)
    this.#socket?.destroy()
    this.#server.close()
  }
}

async function tokenOf(base: string, username: string): Promise<string> {
  const response = await fetch(base + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', timestamp: String(Date.now()) },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const { Data, Message } = (await response.json()) as { Data?: { token: string }; Message: string }
  if (Data?.token === undefined) throw new Error(`${username} cannot log in: ${Message}`)
  return Data.token
}

async function switchDetectorsOff(base: string) {
  const call = await callerOf(base)
  const { items } = await call(getDetectors, { limit: 500 })
  for (const { id, version } of items)
    await call(updateDetector, { id, expected_version: version, enabled: false, reason: 'Measured without' })
}

async function filled(base: string, contacts: number) {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(500)) {
    const health = (await (await fetch(`${base}/healthz`)).json()) as Health
    if (health.contacts >= contacts && health.fixes.waiting === 0) return
  }
  throw new Error(`the picture does not fill to ${contacts} contacts`)
}

async function measure(contacts: number): Promise<Measured> {
  const fleet = new BenchFleet(contacts)
  const feed = new Feed()
  const server = child('live-server.ts', [String(await feed.listen()), PASSWORD, String(WATCHMEN)])
  const operators = child('live-load.ts')
  try {
    const { port } = await answer<{ port: number }>(server)
    const base = `http://127.0.0.1:${port}`
    if (isWithoutDetectors) await switchDetectorsOff(base)
    await feed.writeAll(fleet)
    await filled(base, fleet.ships.length)
    feed.run(fleet)
    const names = Array.from({ length: WATCHMEN }, (_, n) => `watchman-${n + 1}`)
    const tokens = await Promise.all(names.map((name) => tokenOf(base, name)))
    const order = (what: LoadOrder) => operators.send(what)
    order({ what: 'connect', base, tokens, views: fleet.views(clients, Date.now()) })
    const connected = await answer<{ connected?: number; failed?: string }>(operators)
    if (connected.connected !== clients) throw new Error(`operators cannot connect: ${connected.failed}`)
    await sleep(SETTLE_MS)
    const before = [cpuSecondsOf(server.pid!), cpuSecondsBelow(server.pid!), cpuSecondsOf(operators.pid!)]
    const began = performance.now()
    order({ what: 'begin' })
    await sleep(seconds * 1000)
    const serverMb = residentMb(server.pid!)
    const after = [cpuSecondsOf(server.pid!), cpuSecondsBelow(server.pid!), cpuSecondsOf(operators.pid!)]
    const share = (n: number) => (after[n]! - before[n]!) / ((performance.now() - began) / 1000)
    order({ what: 'end' })
    const report = await answer<LoadReport>(operators)
    const measured = { serverShare: share(0), engineShare: share(1), operatorShare: share(2), serverMb }
    return { contacts: fleet.ships.length, report, ...measured }
  } finally {
    feed.close()
    operators.kill()
    const ended = once(server, 'close')
    server.send('stop')
    await ended
  }
}

const sum = (report: LoadReport, what: 'changed' | 'bytes' | 'frames') =>
  report.views.reduce((total, view) => total + view[what], 0)
const perChanged = (report: LoadReport) => sum(report, 'bytes') / sum(report, 'changed')
const perChangedUnnamed = (report: LoadReport) =>
  (sum(report, 'bytes') - report.namedBytes) / sum(report, 'changed')
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const p = (one: Measured, share: number) => quantile(one.report.latencies, share)

const results: Measured[] = []
for (const contacts of sizes) results.push(await measure(contacts))

printTable(
  `sentence written to frame arrived, ${clients} operators, ${FIXES_PER_S} fixes a second, ${seconds} s`,
  [
    'contacts',
    'p50 ms',
    'p99 ms',
    'worst ms',
    'samples',
    'server CPU',
    'database CPU',
    'operators CPU',
    'server MB',
  ],
  results.map((one) => [
    whole(one.contacts),
    ...[0.5, 0.99, 1].map((share) => whole(p(one, share))),
    whole(one.report.latencies.length),
    percent(one.serverShare),
    percent(one.engineShare),
    percent(one.operatorShare),
    whole(one.serverMb),
  ]),
)
printTable(
  'bytes in steady state (a share is of one core; frames lost must be 0)',
  [
    'contacts',
    'a changed contact',
    'without named rows',
    'named rows',
    'bytes each',
    'removed',
    'on the wire, KB/s a client',
    'lost',
  ],
  results.map(({ contacts, report }) => [
    whole(contacts),
    perChanged(report).toFixed(1),
    perChangedUnnamed(report).toFixed(1),
    whole(report.named),
    (report.namedBytes / Math.max(1, report.named)).toFixed(1),
    whole(report.removed),
    (report.wireBytes / seconds / clients / 1000).toFixed(2),
    String(report.lost),
  ]),
)
printTable(
  'by what is looked at',
  ['contacts, view', 'clients', 'changed a second', 'bytes a changed contact'],
  results.flatMap(({ contacts, report }) =>
    report.views.map((view) => [
      `${whole(contacts)}, ${view.kind}`,
      String(view.clients),
      (view.changed / view.clients / seconds).toFixed(1),
      (view.bytes / Math.max(1, view.changed)).toFixed(1),
    ]),
  ),
)
const [least, most] = [results[0]!, results.at(-1)!]
if (most !== least)
  console.log(
    `\nfrom ${whole(least.contacts)} to ${whole(most.contacts)} contacts: server CPU x ${(most.serverShare / least.serverShare).toFixed(2)}, ` +
      `p99 x ${(p(most, 0.99) / p(least, 0.99)).toFixed(2)}, memory + ${whole(most.serverMb - least.serverMb)} MB ` +
      `(${whole(((most.serverMb - least.serverMb) * 1024 * 1024) / (most.contacts - least.contacts))} bytes a contact)`,
  )
console.log()
for (const one of results.filter(({ contacts }) => contacts === 20_000)) {
  printTarget('sentence to frame, p99 seconds, 20,000 contacts', p(one, 0.99) / 1000, { below: 1.5 })
  printTarget('bytes a changed contact, 20,000 contacts', perChanged(one.report), { below: 24 })
}
