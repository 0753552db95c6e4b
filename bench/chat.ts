/**
 * Team chat: posts a second to 1,000 sockets in one channel, each stored before it is answered. A bare Socket.IO room of as
 * many sockets runs in turns with it. Measures p99 from send to a socket at a rate that both carry.
 * Opens and searches a channel of a million posts.
 * `npm run bench -- chat [--sockets=1000] [--posts=1000000] [--seconds=8] [--rounds=2]`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ChatBenchServer } from './chat-server.ts'
import type { SocketOrder, SocketReport } from './chat-sockets.ts'
import { median, option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const SOCKETS = Number(option('sockets', sized('1000', '20')))
const POSTS = Number(option('posts', sized('1000000', '2000')))
const SECONDS = Number(option('seconds', sized('8', '1')))
const ROUNDS = Number(option('rounds', sized('2', '1')))
/** Posts on the way at once, and posts a second of the calm run. */
const IN_FLIGHT = 16
const CALM_A_SECOND = 10
const OPENINGS = sized(200, 10)
const SEARCHES = sized(60, 5)

const started = (file: string, ...args: string[]) =>
  fork(path.resolve(import.meta.dirname, file), args, { execArgv: ['--import', 'tsx'] })
const next = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const end = (code: number | null) => reject(new Error(`a process of the bench ended with ${code}`))
    child.once('exit', end)
    child.once('message', (message) => {
      child.off('exit', end)
      resolve(message as T)
    })
  })
const now = () => performance.timeOrigin + performance.now()
const marked = () =>
  `sent-at-${now().toFixed(3).padStart(17, '0')} convoy passes the reporting line, ETA as planned`

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
/** One call of the chat; answers its body. */
const call = (port: number, token: string, method: string, url: string, body?: object) =>
  new Promise<string>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `/chat/api/v4${url}`,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        let got = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (got += part))
        answer.on('end', () =>
          answer.statusCode! < 300 ? resolve(got) : reject(new Error(`${url}: ${answer.statusCode} ${got}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

type Run = { rate: number; p50: number; p99: number; lost: number; sent: number }
type Sender = { send: () => Promise<unknown>; close: () => void }

const readers = started('chat-sockets.ts')
const order = (what: SocketOrder): Promise<SocketReport> => {
  const answer = next<SocketReport>(readers)
  readers.send(what)
  return answer
}

/** Sends for some seconds and waits until every socket received every post. `perSecond`: null for as many as go. */
async function measure({ send }: Sender, perSecond: number | null, seconds: number): Promise<Run> {
  await order({ what: 'begin' })
  const began = now()
  const end = began + seconds * 1000
  let sent = 0
  if (perSecond === null)
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (now() < end) {
          sent++
          await send()
        }
      }),
    )
  else
    for (const waiting: Promise<unknown>[] = []; ;) {
      if (now() >= end) {
        await Promise.all(waiting)
        break
      }
      sent++
      waiting.push(send())
      await sleep(Math.max(0, began + (sent * 1000) / perSecond - now()))
    }
  let report = await order({ what: 'report' })
  for (let wait = 0; wait < 100 && report.received < sent * SOCKETS; wait++) {
    await sleep(100)
    report = await order({ what: 'report' })
  }
  const sorted = report.latencies.toSorted((a, b) => a - b)
  return {
    rate: report.received / SOCKETS / ((report.lastAt - began) / 1000),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    lost: sent * SOCKETS - report.received,
    sent,
  }
}

/** Sender to the bare room, by one socket of the same protocol with acknowledgements. */
async function roomSender(url: string): Promise<Sender> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const waiting = new Map<number, () => void>()
  let count = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1', 0, 24)
      if (text.startsWith('0')) socket.send('40')
      else if (text === '2') socket.send('3')
      else if (text.startsWith('40')) resolve()
      else if (text.startsWith('43')) {
        const number = Number.parseInt(text.slice(2), 10)
        waiting.get(number)?.()
        waiting.delete(number)
      }
    })
  })
  // As large as the event of a post.
  const rest = {
    event: 'posted',
    channel_display_name: 'quiet',
    sender_name: '@member1',
    post: 'x'.repeat(700),
  }
  return {
    send: () =>
      new Promise<void>((resolve) => {
        waiting.set(++count, resolve)
        socket.send(`42${count}${JSON.stringify(['post', { ...rest, message: marked() }])}`)
      }),
    close: () => socket.terminate(),
  }
}

const row = (name: string, { rate, p50, p99, lost, sent }: Run) => [
  name,
  whole(sent),
  rate.toFixed(1),
  p50.toFixed(1),
  p99.toFixed(1),
  whole(lost),
]

async function openings({ port, users, full }: ChatBenchServer) {
  const rows: string[][] = []
  const timed = async (name: string, times: number, one: (i: number) => Promise<unknown>) => {
    const taken: number[] = []
    for (let i = 0; i < times; i++) {
      const began = performance.now()
      await one(i)
      taken.push(performance.now() - began)
    }
    const sorted = taken.toSorted((a, b) => a - b)
    rows.push([name, ...[0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(1))])
    return quantile(sorted, 0.95)
  }
  const of = (i: number) => users[i % users.length]!
  const get = (i: number, url: string) => call(port, of(i).token, 'GET', url)
  const unread = `/users/me/channels/${full}/posts/unread?limit_before=30&limit_after=30`
  const opened = await timed('open at the first unread', OPENINGS, (i) => get(i, unread))
  const newest = await timed('newest 60', OPENINGS, (i) => get(i, `/channels/${full}/posts?per_page=60`))
  await timed('60 before one in the middle', OPENINGS, (i) =>
    get(i, `/channels/${full}/posts?per_page=60&before=${String(POSTS >> 1).padStart(26, '0')}`),
  )
  await timed('page 100 of 60', OPENINGS / 10, (i) => get(i, `/channels/${full}/posts?per_page=60&page=100`))
  await timed('numbers of the channel', OPENINGS, (i) => get(i, `/channels/${full}/stats`))
  const terms = [
    'anchorage',
    'vessel',
    'collision',
    '"collision risk"',
    'w777*',
    'anchorage -collision',
    'no-such-word',
    'from:member3 anchorage',
    'vessel before:2020-01-01',
  ]
  let slowest = 0
  for (const term of terms)
    slowest = Math.max(
      slowest,
      await timed(`search ${term}`, SEARCHES, (i) =>
        call(port, of(i).token, 'POST', '/posts/search', {
          terms: term,
          is_or_search: false,
          page: 0,
          per_page: 60,
        }),
      ),
    )
  printTable(`A channel of ${whole(POSTS)} posts, ms`, ['call', 'p50', 'p95', 'worst'], rows)
  printTarget('a channel opens, p95 ms', Math.max(opened, newest), { below: 50 })
  printTarget('slowest search, p95 ms', slowest, { below: 300 })
}

const chatServer = started('chat-server.ts', String(SOCKETS), String(POSTS))
const room = started('chat-room.ts')
const [chat, { port: roomPort }] = await Promise.all([
  next<ChatBenchServer>(chatServer),
  next<{ port: number }>(room),
])
await openings(chat)

let turn = 0
const chatSender: Sender = {
  send: () =>
    call(chat.port, chat.users[turn++ % chat.users.length]!.token, 'POST', '/posts', {
      channel_id: chat.quiet,
      message: marked(),
      pending_post_id: `bench:${turn}`,
    }),
  close: () => undefined,
}
const roomUrl = `ws://127.0.0.1:${roomPort}/socket.io/?EIO=4&transport=websocket`
const sides = [
  {
    name: 'bare room',
    url: roomUrl,
    tokens: Array<null>(SOCKETS).fill(null),
    sender: () => roomSender(roomUrl),
  },
  {
    name: 'chat, stored first',
    url: `ws://127.0.0.1:${chat.port}/chat/api/v4/websocket`,
    tokens: chat.users.map(({ token }) => token),
    sender: async () => chatSender,
  },
] as const
const rows: string[][] = []
const rates: number[][] = [[], []]
const calm: number[][] = [[], []]
for (let round = 0; round < ROUNDS; round++)
  for (const [i, { name, url, tokens, sender }] of sides.entries()) {
    const { open } = await order({ what: 'connect', url, tokens: [...tokens] })
    if (open !== SOCKETS) throw new Error(`${open} of ${SOCKETS} sockets are open`)
    const by = await sender()
    await measure(by, CALM_A_SECOND, 1)
    const [fast, slow] = [await measure(by, null, SECONDS), await measure(by, CALM_A_SECOND, SECONDS)]
    rows.push(row(`${name}, as many as go`, fast), row(`${name}, ${CALM_A_SECOND} a second`, slow))
    rates[i]!.push(fast.rate)
    calm[i]!.push(slow.p99)
    by.close()
    await order({ what: 'close' })
  }
printTable(
  `Posts to ${whole(SOCKETS)} sockets in one channel`,
  ['', 'sent', 'posts a second', 'p50 ms', 'p99 ms', 'not received'],
  rows,
)
console.log(
  `p99 at ${CALM_A_SECOND} a second: bare ${median(calm[0]!).toFixed(1)} ms, chat ${median(calm[1]!).toFixed(1)} ms`,
)
printTarget('rate of chat by that of a bare room', median(rates[1]!) / median(rates[0]!), { atLeast: 0.5 })
for (const child of [chatServer, room]) child.send('end')
readers.disconnect()
