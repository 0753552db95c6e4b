// Rooms: chat, presence
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { query } from '../../src/platform/needs/query.ts'
import { addUser, CHAT_PREFIX, ChatTester } from '../chat/chat-server.ts'
import { openChatSocket, socketUrl } from '../chat/chat-socket.ts'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

let server: TestServer
let [eve, asha]: ChatTester[] = []
let channel = ''
beforeAll(async () => {
  server = await aServer()
  for (const name of ['eve', 'asha']) await addUser(server.database.db, name)
  eve = await ChatTester.logIn(server, 'eve')
  asha = await ChatTester.logIn(server, 'asha')
  channel = (await asha.channel({ members: [eve] })).id
})
afterAll(() => server.close())

const others = () => asha!.client.getMe()

test('a user who sends too many posts is rejected with a sentence, and no other user waits', async () => {
  const posts = size(600, 3000)
  const { result } = await whileOthersCall(async () => {
    const answers = []
    for (let i = 0; i < posts; i += 50)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () =>
            eve!.raw('POST', '/posts', { channel_id: channel, message: 'flood' }),
          ),
        )),
      )
    return answers
  }, others)
  const refused = result.filter(({ status }) => status === 429)
  expect(new Set(result.map(({ status }) => status))).toEqual(new Set([201, 429]))
  expect(refused.length).toBeGreaterThan(posts / 4)
  for (const answer of refused.slice(0, 20))
    expect(answer.json()).toMatchObject({
      id: 'api.context.rate_limit_exceeded.app_error',
      message: expect.stringMatching(/Try again in \d+ s\.$/),
      status_code: 429,
    })
})

test.each([
  ['a megabyte', 'x'.repeat(1024 * 1024)],
  ['no JSON', '{"seq":'],
  ['a list', '[1,2]'],
  ['null', 'null'],
  ['no number', '{"seq":"1","action":"ping"}'],
  ['a negative number', '{"seq":-1,"action":"ping"}'],
  ['an action that is no text', '{"seq":1,"action":{"a":1}}'],
  ['bytes', randomBytes(4096)],
  ['deep lists', '['.repeat(30_000)],
])('a frame of %s closes its socket alone', async (_, frame) => {
  const [bystander, socket] = [await asha!.socket(), await eve!.socket()]
  socket.ws.send(frame)
  await socket.closed()
  expect(await bystander.ask('ping')).toMatchObject({ status: 'OK' })
  bystander.close()
})

test('frames in the right form with hostile data are answered, and the socket stays open', async () => {
  const socket = await eve!.socket()
  for (const [action, data] of [
    ['user_typing', null],
    ['user_typing', { channel_id: { $gt: '' }, parent_id: [] }],
    ['user_typing', { channel_id: 'z'.repeat(30_000) }],
    ['status_change', { user_id: eve!.id, status: 'constructor' }],
    ['get_statuses_by_ids', { user_ids: Array.from({ length: 2000 }, () => eve!.id) }],
    ['get_statuses', [null, {}, 5]],
    ['__proto__', { __proto__: { admin: true } }],
    ['constructor', {}],
    ['x'.repeat(10_000), {}],
  ] as const)
    expect(await socket.ask(action, data)).toMatchObject({
      status: 'FAIL',
      error: { message: expect.any(String) },
    })
  expect(await socket.ask('ping')).toMatchObject({ status: 'OK' })
  socket.close()
})

test('a socket that sends frames without a pause is closed', async () => {
  const socket = await eve!.socket()
  for (let i = 0; i < 2000 && socket.ws.readyState === WebSocket.OPEN; i++) socket.send('get_statuses')
  expect((await socket.closed()).code).toBe(1008)
})

test('a client that reads nothing is disconnected, and its waiting data are bounded', async () => {
  // A user whose budget of calls is whole.
  await addUser(server.database.db, 'mallory')
  const mallory = await ChatTester.logIn(server, 'mallory')
  const floor = (await mallory.watchFloor()).id
  const slow = openChatSocket(server.base, { cookie: mallory.cookieHeader })
  await slow.event('hello')
  // Nothing more is read from the network.
  slow.ws.pause()
  const before = process.memoryUsage().rss
  const message = '漢'.repeat(16_000)
  const draft = (i: number) => ({
    channel_id: floor,
    root_id: '',
    message: `${i}${message}`,
    props: {},
    file_ids: [],
  })
  await whileOthersCall(async () => {
    // Drafts of a user go to all of its sockets: more than the network and the server hold for one.
    for (let i = 0; i < size(400, 600); i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, k) => mallory.raw('POST', '/drafts', draft(i + k))))
  }, others)
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
  slow.ws.resume()
  await slow.closed()
})

test('a burst of reconnects is admitted or refused at once, and the chat goes on', async () => {
  const reconnects = size(1000, 5000)
  const { result } = await whileOthersCall(async () => {
    const outcomes = { hello: 0, closed: 0 }
    const once = () =>
      new Promise<void>((resolve) => {
        const ws = new WebSocket(socketUrl(server.base), { headers: { cookie: eve!.cookieHeader } })
        ws.on('error', () => undefined)
        ws.on('message', () => {
          outcomes.hello++
          ws.terminate()
        })
        ws.on('close', () => {
          outcomes.closed++
          resolve()
        })
      })
    for (let i = 0; i < reconnects; i += 100) await Promise.all(Array.from({ length: 100 }, once))
    return outcomes
  }, others)
  expect(result.closed).toBe(reconnects)
  expect(result.hello).toBeGreaterThan(0)
  const socket = await asha!.socket()
  const post = await asha!.post(channel, 'still here')
  await socket.event('posted', ({ data }) => String(data['post']).includes(post.id))
  socket.close()
})

const BOUNDARY = 'samudra-boundary'
const part = (name: string, file: string | null, body: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n\r\n${body}\r\n`
const upload = (body: string | Uint8Array, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  eve!.raw('POST', '/files', body, { 'content-type': type })

test('an upload that is cut in the middle leaves no file', async () => {
  const before = (await eve!.client.getChannelStats(channel)).files_count
  const { hostname, port } = new URL(server.base)
  for (let i = 0; i < 5; i++) {
    const socket = connect(Number(port), hostname)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(
      `POST ${CHAT_PREFIX}/files HTTP/1.1\r\nhost: chat\r\nauthorization: Bearer ${eve!.token}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 5000000\r\n\r\n` +
        part('channel_id', null, channel) +
        part('files', 'cut.bin', 'x'.repeat(1_000_000)).slice(0, 900_000),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
  }
  await others()
  expect((await eve!.client.getChannelStats(channel)).files_count).toBe(before)
  const { rows } = await sql`select id from files where name = 'cut.bin'`.execute(query(server.database.db))
  expect(rows).toEqual([])
})

test('multipart bombs are refused, and no other user waits for them', async () => {
  const end = `--${BOUNDARY}--\r\n`
  const many = Array.from({ length: 100_000 }, (_, i) => part(`field${i}`, null, 'x')).join('')
  const { result } = await whileOthersCall(
    async () => [
      await upload(many + end),
      await upload(part('channel_id', null, 'c'.repeat(10_000_000)) + end),
      await upload(part('channel_id', null, channel)),
      await upload('no parts at all'),
      await upload(part('channel_id', null, channel) + end, 'multipart/form-data'),
      await upload(
        part('channel_id', null, channel) + end,
        `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      ),
    ],
    others,
  )
  for (const [i, answer] of result.entries()) {
    expect([400, 413], `upload ${i}`).toContain(answer.status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.json()).toMatchObject({ message: expect.stringMatching(/\.$/) })
  }
})

test('a file name of a megabyte is cut or refused', async () => {
  const answer = await upload(
    `${part('channel_id', null, channel)}${part('files', 'x'.repeat(1_000_000), 'y')}--${BOUNDARY}--\r\n`,
  )
  expect([201, 400]).toContain(answer.status)
  expect(answer.text.length).toBeLessThan(3000)
})

test('bodies that are too large are refused with 413, without reading them to the end', async () => {
  const { result } = await whileOthersCall(
    () =>
      eve!.raw('POST', '/posts', JSON.stringify({ channel_id: channel, message: 'x'.repeat(20_000_000) })),
    others,
  )
  expect(result.status).toBe(413)
  await until(async () => (await others()).id === asha!.id, 'the chat goes on')
})
