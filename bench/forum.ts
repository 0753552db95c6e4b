/**
 * Forum: lists, opens and searches a million posts, a third of them in categories that the reader does not see, beside a
 * call without rows. Measures p99 from send to 200 screens that have one topic open.
 * `npm run bench -- forum [--posts=1000000] [--screens=200] [--seconds=8]`
 */
import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getForumTopics, searchForum } from '@samudra/contract/forum-calls'
import { addForumPosts, getForumPosts } from '@samudra/contract/forum-posts'
import { getForumDrafts, getForumUnread } from '@samudra/contract/forum-reading'
import type { Op } from '@samudra/contract/kernel'
import { callRaw } from '../server/testing/servers/a-server.ts'
import type { SocketOrder, SocketReport } from './chat-sockets.ts'
import type { ForumBenchServer } from './forum-server.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const POSTS = Number(option('posts', sized('1000000', '4000')))
const SCREENS = Number(option('screens', sized('200', '20')))
const SECONDS = Number(option('seconds', sized('8', '1')))
const ROUNDS = sized(60, 5)
const CALM_A_SECOND = 10

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

const child = started('forum-server.ts', String(SCREENS), String(POSTS))
const forum = await next<ForumBenchServer>(child)
const base = `http://127.0.0.1:${forum.port}`
let turn = 0
async function call<In, Out>(op: Op<In, Out>, input: In): Promise<Out> {
  const answer = await callRaw(base, forum.tokens[turn++ % SCREENS]!, op, input)
  if (!answer.Status) throw new Error(`${op.name}: ${answer.Code}: ${answer.Message}`)
  return answer.Data
}

const rows: string[][] = []
/** Times calls, and returns their p95, ms. */
async function timed(name: string, work: (round: number) => Promise<unknown>): Promise<number> {
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  rows.push([name, ...[0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(1))])
  return quantile(sorted, 0.95)
}

await timed('a call without rows', () => call(getForumDrafts, {}))
let cursor: string | undefined
const lists = [
  await timed('latest of all categories', () => call(getForumTopics, {})),
  await timed('latest of one category', () => call(getForumTopics, { category_id: 'c2' })),
  await timed('next pages', async () => {
    const page = await call(getForumTopics, cursor === undefined ? {} : { cursor })
    cursor = page.next ?? undefined
  }),
  await timed('most liked', () => call(getForumTopics, { sort: 'TOP' })),
  await timed('unread', () => call(getForumTopics, { unread: true })),
  await timed('never opened', () => call(getForumTopics, { new: true })),
  await timed('with a tag', () => call(getForumTopics, { tag: 'piracy' })),
  await timed('counts of unread', () => call(getForumUnread, {})),
]
const place = sized(7342, 1500)
const opens = [
  await timed(`open at post ${whole(place)} of ${whole(sized(10_000, 2000))}`, () =>
    call(getForumPosts, { id: forum.long, around: place, limit: 40 }),
  ),
  await timed('the posts before and after', async () => {
    await call(getForumPosts, { id: forum.long, before: place - 20, limit: 40 })
    await call(getForumPosts, { id: forum.long, after: place + 20, limit: 40 })
  }),
]
const searches = []
for (const q of [
  'vessel',
  'anchorage',
  'collision',
  '"collision risk"',
  'w777*',
  'anchorage -collision',
  'anchorage w77',
  'no-such-word',
  'from:member3 anchorage',
  'vessel in:desk-2 tag:piracy',
  'vessel is:mine',
])
  searches.push(await timed(`search ${q}`, () => call(searchForum, { q })))
printTable(`${whole(POSTS)} posts, ms`, ['', 'p50', 'p95', 'worst'], rows)
printTarget('latest list, p95 ms', Math.max(...lists), { below: 100 })
printTarget('a topic of 10,000 posts opens, p95 ms', Math.max(...opens), { below: 1000 })
printTarget('search, p95 ms', Math.max(...searches), { below: 300 })

const readers = started('chat-sockets.ts')
const order = (what: SocketOrder): Promise<SocketReport> => {
  const answer = next<SocketReport>(readers)
  readers.send(what)
  return answer
}
const url = `ws://127.0.0.1:${forum.port}/socket.io/?EIO=4&transport=websocket`
const { open } = await order({ what: 'connect', url, tokens: forum.tokens })
if (open !== SCREENS) throw new Error(`${open} of ${SCREENS} screens are open`)
const send = () =>
  call(addForumPosts, {
    id: forum.quiet,
    body: `sent-at-${now().toFixed(3).padStart(17, '0')} convoy passes the reporting line, ETA as planned`,
  })
await send()
await order({ what: 'begin' })
const began = now()
const waiting: Promise<unknown>[] = []
while (now() < began + SECONDS * 1000) {
  waiting.push(send())
  await sleep(Math.max(0, began + (waiting.length * 1000) / CALM_A_SECOND - now()))
}
await Promise.all(waiting)
let report = await order({ what: 'report' })
for (let wait = 0; wait < 100 && report.received < waiting.length * SCREENS; wait++) {
  await sleep(100)
  report = await order({ what: 'report' })
}
const sorted = report.latencies.toSorted((a, b) => a - b)
printTable(
  `${CALM_A_SECOND} posts a second in one topic to ${whole(SCREENS)} screens`,
  ['sent', 'p50 ms', 'p99 ms', 'not received'],
  [
    [
      whole(waiting.length),
      quantile(sorted, 0.5).toFixed(1),
      quantile(sorted, 0.99).toFixed(1),
      whole(waiting.length * SCREENS - report.received),
    ],
  ],
)
printTarget('p99 to a screen, ms', quantile(sorted, 0.99), { below: 300 })
readers.disconnect()
child.send('end')
