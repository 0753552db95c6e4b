import { WebSocketClient } from '@mattermost/client'
import type { Post } from '@mattermost/types/posts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { chatContract } from '../../../../../testing/chat/chat-contract.ts'
import { inner, openChatSocket, socketUrl, type ChatSocket } from '../../../../../testing/chat/chat-socket.ts'
import type { ChatTester } from '../../../../../testing/chat/chat-server.ts'

/** Node 20 lacks both; browsers have them. */
class CloseEvent extends Event {
  readonly code: number
  readonly wasClean: boolean
  constructor(type: string, { code = 0, wasClean = false }: { code?: number; wasClean?: boolean } = {}) {
    super(type)
    this.code = code
    this.wasClean = wasClean
  }
}
beforeAll(() => {
  vi.stubGlobal('WebSocket', WebSocket)
  vi.stubGlobal('CloseEvent', CloseEvent)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const connectionOf = async (socket: ChatSocket) =>
  (await socket.event('hello')).data['connection_id'] as string
const lastSeq = (socket: ChatSocket) => Math.max(...socket.frames.map(({ seq }) => seq ?? -1))
const again = (user: ChatTester, id: string, sequence: number) =>
  openChatSocket(
    user.server.base,
    { cookie: user.cookieHeader },
    `?connection_id=${id}&sequence_number=${sequence}`,
  )
const textsIn = (socket: ChatSocket) =>
  socket.events('posted').map((frame) => inner<Post>(frame, 'post').message)

chatContract('resume', (cast) => {
  const cutAfter = async (posts: number) => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const socket = await ben.socket()
    const id = await connectionOf(socket)
    await asha.post(channel.id, 'before the cut')
    await socket.event('posted', (frame) => String(frame.data['post']).includes('before the cut'))
    // Events behind the post, such as the counts of a thread, arrive first.
    await socket.ask('ping')
    const last = lastSeq(socket)
    socket.cut()
    await socket.closed()
    for (let i = 0; i < posts; i++) await asha.post(channel.id, `missed ${i}`)
    return { asha, ben, channel, id, last }
  }

  test('missed events are sent again in order, without a new hello', async () => {
    const { asha, ben, channel, id, last } = await cutAfter(5)
    const socket = again(ben, id, last + 1)
    await socket.event('posted', (frame) => String(frame.data['post']).includes('missed 4'))
    expect(socket.events('hello')).toEqual([])
    expect(textsIn(socket)).toEqual(['missed 0', 'missed 1', 'missed 2', 'missed 3', 'missed 4'])
    expect(socket.frames.filter(({ event }) => event !== undefined).map(({ seq }) => seq)).toEqual(
      socket.frames.filter(({ event }) => event !== undefined).map((_, i) => last + 1 + i),
    )
    await asha.post(channel.id, 'live again')
    await socket.event('posted', (frame) => String(frame.data['post']).includes('live again'))
    socket.close()
  })

  test('nothing missed: the connection just goes on', async () => {
    const { asha, ben, channel, id, last } = await cutAfter(0)
    const socket = again(ben, id, last + 1)
    await new Promise((resolve) => socket.ws.once('open', resolve))
    expect(await socket.ask('ping')).toMatchObject({ status: 'OK' })
    await asha.post(channel.id, 'first after')
    const posted = await socket.event('posted')
    expect(posted.seq).toBe(last + 1)
    expect(socket.events('hello')).toEqual([])
    socket.close()
  })

  test('more than 128 missed events end in a new connection', async () => {
    const { ben, id, last } = await cutAfter(0)
    const save = (i: number) =>
      ben.client.savePreferences(ben.id, [{ user_id: ben.id, category: 'many', name: 'one', value: `${i}` }])
    for (let i = 0; i < 13; i++) await Promise.all(Array.from({ length: 11 }, (_, k) => save(10 * i + k)))
    const socket = again(ben, id, last + 1)
    const hello = await socket.event('hello')
    expect(hello.seq).toBe(0)
    expect(hello.data['connection_id']).not.toBe(id)
    socket.close()
  })

  test.each([
    ['an unknown id', () => ({ id: 'z'.repeat(26), sequence: 5 })],
    ['a number ahead', (id: string, last: number) => ({ id, sequence: last + 500 })],
    ['a number that is none', (id: string) => ({ id, sequence: Number.NaN })],
    ['a negative number', (id: string) => ({ id, sequence: -3 })],
  ] as const)('%s ends in a new connection', async (_, change) => {
    const { ben, id, last } = await cutAfter(1)
    const { id: shown, sequence } = change(id, last)
    const socket = again(ben, shown, sequence)
    const hello = await socket.event('hello')
    expect(hello.data['connection_id']).not.toBe(id)
    socket.close()
  })

  test('another user does not get a connection by its id', async () => {
    const { id, last } = await cutAfter(1)
    // A member of the channel may get the post by a connection of its own.
    const socket = again(cast().chen, id, last + 1)
    const hello = await socket.event('hello')
    expect(hello.data['connection_id']).not.toBe(id)
    await socket.ask('ping')
    expect(textsIn(socket)).toEqual([])
    socket.close()
  })

  test('a session that ended closes its sockets', async () => {
    const { server } = cast()
    const guest = await server.user()
    const socket = await guest.socket()
    await guest.client.logout()
    await socket.closed()
  })
})

chatContract('the client of the model', (cast) => {
  const clientOf = (user: ChatTester, isPage: boolean) => {
    const sockets: WebSocket[] = []
    const client = new WebSocketClient({
      minWebSocketRetryTime: 50,
      reconnectJitterRange: 1,
      clientPingInterval: 30_000,
      newWebSocketFn: ((url: string) => {
        const socket = new WebSocket(url, isPage ? { headers: { cookie: user.cookieHeader } } : {})
        sockets.push(socket)
        return socket
      }) as never,
    })
    const events: { event: string; seq: number; data: Record<string, unknown> }[] = []
    const counts = { reconnects: 0, missed: 0, errors: 0, closes: 0 }
    client.addMessageListener((message) => events.push(message as never))
    client.addReconnectListener(() => counts.reconnects++)
    client.addMissedMessageListener(() => counts.missed++)
    client.addCloseListener(() => counts.closes++)
    client.initialize(socketUrl(user.server.base), isPage ? undefined : user.token)
    const saw = (words: string) => () => events.some(({ data }) => JSON.stringify(data).includes(words))
    return { client, sockets, events, counts, saw }
  }

  test.each([true, false])('it receives posts and reconnects, as a page: %s', async (isPage) => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const { client, sockets, events, counts, saw } = clientOf(ben, isPage)
    await expect.poll(() => events[0]?.event).toBe('hello')
    await asha.post(channel.id, 'seen live')
    await expect.poll(saw('seen live')).toBe(true)
    sockets[0]!.terminate()
    await expect.poll(() => counts.closes).toBe(1)
    await asha.post(channel.id, 'during the cut')
    await expect.poll(() => counts.reconnects).toBe(1)
    await asha.post(channel.id, 'after the cut')
    await expect.poll(saw('after the cut')).toBe(true)
    // A page resumes where it was; a program may start again and read what it missed.
    if (isPage || counts.missed === 0) {
      expect(saw('during the cut')()).toBe(true)
      expect(counts.missed).toBe(0)
    }
    expect(counts.closes).toBe(1)
    client.close()
  })

  test('its requests are answered', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const { client, events } = clientOf(ben, true)
    await expect.poll(() => events[0]?.event).toBe('hello')
    const socket = await asha.socket()
    const replies: { status: string; data?: unknown }[] = []
    const hear = (reply: unknown) => replies.push(reply as { status: string })
    client.userTyping(channel.id, '', hear as never)
    client.userUpdateActiveStatus(true, false, hear as never)
    client.getStatuses(hear as never)
    client.getStatusesByIds([asha.id], hear as never)
    client.updateActiveChannel(channel.id, hear as never)
    await expect.poll(() => replies.length).toBe(5)
    expect(replies.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
    expect(replies[3]!.data).toHaveProperty(asha.id)
    await socket.event('typing')
    client.close()
  })
})
