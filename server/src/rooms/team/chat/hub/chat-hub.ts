import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { CHAT_PATH } from '@samudra/contract/chat'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import { chatIdOf, newChatId } from '../chat-ids.ts'
import { MOST_NOTED_USERS } from '../channels/deliveries.ts'
import { SERVER_VERSION } from '../v4/serve.ts'
import { ChatConnection, RESUMABLE_MS } from './chat-connection.ts'
import type { ChatEvent } from './chat-event.ts'
import { frameFor, frameOf, holdWrites, writeHeld, type EventFrame } from './event-frame.ts'

/** Time to authenticate after the upgrade. */
const CHALLENGE_MS = 5000
/** Interval of pings of the protocol, and time without a sign of life after which a socket is closed. */
const PING_MS = 60_000
const SILENT_MS = 100_000
const SWEEP_MS = 5000
const AUTHENTICATE_MS = 30_000
const CONNECTIONS_OF_ONE_USER = 50
const FRAME_BYTES = 64 * 1024
/** Frames of a client in a second, and how many at once. */
const FRAMES = { perSecond: 20, burst: 100 }

/** Request of a client on its socket. */
export type ChatAction = { seq: number; action: string; data: Record<string, unknown> }

export type HubNeeds = {
  http: HttpServer
  clock: { now(): number }
  log: Log
  /** Returns the caller of a token, or of the cookies and headers of an upgrade; null if no socket may open. */
  authenticate(token: string): Promise<Caller | null>
  tokenOfUpgrade(request: IncomingMessage): string | null
  callerOfSession(sessionId: string): Promise<Caller | null>
  /** Notes that a client uses its session. */
  seen(sessionId: string): Promise<void>
  allowOrigin(request: Pick<IncomingMessage, 'headers'>): boolean
  /** Returns the members of each of some channels, now. */
  membersOf(channels: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  /** Registers an open socket of a user with the presence of the product. */
  connected(userId: string): { activity(isActive: boolean): void; close(): void }
  /** Answers an action of a client other than `ping`; throws for one that is refused. */
  act(action: ChatAction, by: { me: string; caller: Caller; connection: ChatConnection }): Promise<object>
  /** Posts of a channel up to a time reached open screens of these users. */
  delivered(channel: string, at: number, users: readonly string[]): void
}
type Open = {
  socket: WebSocket
  connection: ChatConnection | null
  presence: { activity(isActive: boolean): void; close(): void } | null
  heardAt: number
  pingedAt: number
  frames: { left: number; at: number }
  /** Work on frames before; each is taken after those before it. */
  turn: Promise<unknown>
}

/** Websocket of the chat server: who is connected, and what each connection is sent, in order. */
export class ChatHub {
  readonly #needs: HubNeeds
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
  })
  readonly #open = new Set<Open>()
  readonly #connections = new Map<string, ChatConnection>()
  readonly #ofUser = new Map<string, Set<ChatConnection>>()
  readonly #upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  #waiting: ChatEvent[] = []
  #isDelivering = false
  #timer: NodeJS.Timeout | undefined

  constructor(needs: HubNeeds) {
    this.#needs = needs
    this.#upgrade = (request, socket, head) => {
      const path = (request.url ?? '').split('?')[0]!.replace(/\/$/, '')
      if (path !== `${CHAT_PATH}/websocket`) return
      if (!needs.allowOrigin(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, request))
    }
    needs.http.on('upgrade', this.#upgrade)
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS)
  }
  stop(): void {
    clearInterval(this.#timer)
    this.#needs.http.off('upgrade', this.#upgrade)
    for (const { socket, presence } of this.#open) {
      presence?.close()
      socket.terminate()
    }
    this.#sockets.close()
  }

  /** Chat ids of users with an open socket at this process. */
  get userIds(): string[] {
    return [...this.#ofUser.keys()]
  }

  #welcome(socket: WebSocket, request: IncomingMessage) {
    const now = this.#needs.clock.now()
    const one: Open = {
      socket,
      connection: null,
      presence: null,
      heardAt: now,
      pingedAt: now,
      frames: { left: FRAMES.burst, at: now },
      turn: Promise.resolve(),
    }
    this.#open.add(one)
    const query = new URL(request.url ?? '', 'http://chat').searchParams
    socket.on('message', (data, isBinary) => {
      one.heardAt = this.#needs.clock.now()
      if (isBinary) return socket.close(1003)
      if (!spend(one.frames, one.heardAt)) return socket.close(1008, 'Too many frames.')
      one.turn = one.turn.then(() => this.#take(one, String(data), query)).catch(() => socket.terminate())
    })
    socket.on('pong', () => (one.heardAt = this.#needs.clock.now()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#cut(one))
    const token = this.#needs.tokenOfUpgrade(request)
    if (token !== null) one.turn = this.#admit(one, token, query)
    else setTimeout(() => one.connection === null && socket.close(1008), CHALLENGE_MS).unref()
  }

  /** Gives a socket to its user: its earlier connection where that goes on, else a new one that begins with hello. */
  async #admit(one: Open, token: string, query: URLSearchParams): Promise<boolean> {
    const caller = await this.#needs.authenticate(token).catch(() => null)
    if (one.socket.readyState !== one.socket.OPEN) return false
    const isBarred = caller === null || caller.mustChangePassword || caller.mustAddSecondFactor
    if (isBarred) return (one.socket.close(1008), false)
    if (one.connection !== null) return true
    const me = chatIdOf(caller.userId)
    if (!this.#makeRoom(me)) return (one.socket.close(1013, 'Too many connections; close some tabs.'), false)
    const known = this.#connections.get(query.get('connection_id') ?? '')
    const expected = Number(query.get('sequence_number') ?? 0)
    one.presence = this.#needs.connected(caller.userId)
    if (known !== undefined && known.userId === me && known.resume(one.socket, expected)) {
      known.sessionId = caller.sessionId
      one.connection = known
      return true
    }
    const now = this.#needs.clock.now()
    const connection = new ChatConnection({
      id: newChatId(now),
      userId: me,
      sessionId: caller.sessionId,
      socket: one.socket,
      now,
    })
    one.connection = connection
    this.#connections.set(connection.id, connection)
    this.#ofUser.set(me, (this.#ofUser.get(me) ?? new Set()).add(connection))
    connection.send(
      frameOf({
        event: 'hello',
        data: { connection_id: connection.id, server_version: SERVER_VERSION, server_hostname: 'samudra' },
        users: [me],
      }),
      false,
    )
    return true
  }

  #cut(one: Open) {
    this.#open.delete(one)
    one.presence?.close()
    const { connection } = one
    if (connection === null || connection.socket !== one.socket) return
    connection.socket = null
    connection.cutAt = this.#needs.clock.now()
  }

  /** Forgets the oldest cut connection of a user who has as many as may be; returns false while all are open. */
  #makeRoom(me: string): boolean {
    const own = [...(this.#ofUser.get(me) ?? [])]
    if (own.length < CONNECTIONS_OF_ONE_USER) return true
    const [oldest] = own
      .filter(({ socket }) => socket === null)
      .toSorted((one, other) => one.cutAt - other.cutAt)
    if (oldest === undefined) return false
    this.#forget(oldest)
    return true
  }

  #forget(connection: ChatConnection) {
    this.#connections.delete(connection.id)
    const others = this.#ofUser.get(connection.userId)
    others?.delete(connection)
    if (others?.size === 0) this.#ofUser.delete(connection.userId)
  }

  async #take(one: Open, text: string, query: URLSearchParams) {
    const { socket } = one
    const action = actionIn(text)
    if (action === null) return socket.close(1007, 'Frames must be JSON with seq and action.')
    if (action.action === 'authentication_challenge') {
      const wasKnown = one.connection !== null
      const { token } = action.data
      if (!wasKnown && !(await this.#admit(one, typeof token === 'string' ? token : '', query))) return
      return one.connection?.reply({ status: 'OK', seq_reply: action.seq })
    }
    const { connection } = one
    if (connection === null)
      return socket.send(
        JSON.stringify(
          failed(action.seq, 'api.web_socket_router.not_authenticated.app_error', 'Authenticate first.', 401),
        ),
      )
    if (action.action === 'ping') {
      void this.#needs.seen(connection.sessionId).catch(() => undefined)
      return connection.reply({
        status: 'OK',
        seq_reply: action.seq,
        data: { text: 'pong', version: SERVER_VERSION, server_time: this.#needs.clock.now(), node_id: '' },
      })
    }
    try {
      const caller = await this.#needs.callerOfSession(connection.sessionId)
      if (caller === null) return socket.close(1008)
      if (action.action === 'user_update_active_status')
        one.presence?.activity(action.data['user_is_active'] !== false)
      const data = await this.#needs.act(action, { me: connection.userId, caller, connection })
      connection.reply({ status: 'OK', seq_reply: action.seq, data })
    } catch (error) {
      const id = error instanceof Error && 'id' in error ? String(error.id) : 'api.context.internal.app_error'
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
      if (status === 500) this.#needs.log.error('a chat action failed', { error: sentenceOf(error) })
      connection.reply(
        failed(action.seq, id, status === 500 ? 'Something went wrong.' : sentenceOf(error), status),
      )
    }
  }

  /** Delivers an event to whom it is for by the table of the moment, after all events before it. */
  deliver(event: ChatEvent): void {
    this.#waiting.push(event)
    if (this.#isDelivering) return
    this.#isDelivering = true
    void this.#deliverAll().finally(() => (this.#isDelivering = false))
  }

  async #deliverAll() {
    while (this.#waiting.length > 0) {
      // Events of this turn go together.
      await nextTurn()
      const lot = this.#waiting
      this.#waiting = []
      try {
        const channels = [...new Set(lot.flatMap(({ channel }) => (channel === undefined ? [] : [channel])))]
        const members =
          channels.length === 0 || this.#ofUser.size === 0
            ? new Map<string, ReadonlySet<string>>()
            : await this.#needs.membersOf(channels)
        this.#sendLot(lot, members)
      } catch (error) {
        // The visibility of each client is unknown, so each client reads again.
        this.#needs.log.error('chat events could not be delivered', { error: sentenceOf(error) })
        this.resyncAll()
      }
    }
  }

  /** Sends events with one write to each socket. */
  #sendLot(lot: readonly ChatEvent[], members: ReadonlyMap<string, ReadonlySet<string>>) {
    const isOne = lot.length === 1
    if (!isOne) for (const { socket } of this.#open) holdWrites(socket)
    try {
      for (const event of lot) this.#send(event, members)
    } finally {
      if (!isOne) for (const { socket } of this.#open) writeHeld(socket)
    }
  }

  #send(event: ChatEvent, members: ReadonlyMap<string, ReadonlySet<string>>) {
    const to = new Set(event.isForAll === true ? this.userIds : event.users)
    if (event.onlyUsers !== true)
      for (const one of members.get(event.channel ?? '') ?? []) if (this.#ofUser.has(one)) to.add(one)
    for (const one of event.omit ?? []) to.delete(one)
    const frames = new Map<string, EventFrame>()
    const isFleeting = event.isFleeting === true
    for (const userId of to) {
      const connections = this.#ofUser.get(userId)
      if (connections === undefined) continue
      const frame = frameFor(event, userId, frames)
      for (const connection of connections) connection.send(frame, isFleeting)
    }
    for (const frame of frames.values()) frame.release()
    if (event.deliveredAt !== undefined && event.channel !== undefined && to.size <= MOST_NOTED_USERS)
      this.#needs.delivered(event.channel, event.deliveredAt, this.#present(to))
  }
  /** Returns which of some users have an open socket. */
  #present(users: ReadonlySet<string>): string[] {
    const isPresent = (userId: string) =>
      [...(this.#ofUser.get(userId) ?? [])].some(({ socket }) => socket !== null)
    return [...users].filter((one) => isPresent(one))
  }

  /** Makes every client reconnect and read again: events may have been missed. */
  resyncAll(): void {
    this.#connections.clear()
    this.#ofUser.clear()
    for (const { socket } of this.#open) socket.close(4002)
  }

  /** Closes the sockets of sessions that ended. */
  endSessions(sessionIds: readonly string[]): void {
    this.#close(({ sessionId }) => sessionIds.includes(sessionId))
  }
  #close(isMeant: (connection: ChatConnection) => boolean) {
    for (const connection of Array.from(this.#connections.values()))
      if (isMeant(connection)) {
        this.#forget(connection)
        connection.socket?.close(1008)
      }
  }

  #sweep() {
    const now = this.#needs.clock.now()
    for (const connection of Array.from(this.#connections.values())) {
      if (connection.socket === null && now - connection.cutAt > RESUMABLE_MS) this.#forget(connection)
      if (now - connection.authenticatedAt > AUTHENTICATE_MS) void this.#checkSession(connection, now)
    }
    for (const one of this.#open) {
      if (now - one.heardAt > SILENT_MS) one.socket.terminate()
      else if (now - one.pingedAt > PING_MS) {
        one.pingedAt = now
        one.socket.ping()
      }
    }
  }
  async #checkSession(connection: ChatConnection, now: number) {
    connection.authenticatedAt = now
    const caller = await this.#needs.callerOfSession(connection.sessionId).catch(() => undefined)
    if (caller === null) this.#close((one) => one === connection)
  }
}

function actionIn(text: string): ChatAction | null {
  try {
    const raw = JSON.parse(text) as Partial<Record<keyof ChatAction, unknown>> | null
    const { seq, action, data } = raw ?? {}
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1 || typeof action !== 'string')
      return null
    const isObject = typeof data === 'object' && data !== null
    return { seq, action, data: isObject ? (data as Record<string, unknown>) : {} }
  } catch {
    return null
  }
}

const failed = (seq: number, id: string, message: string, status: number) => ({
  status: 'FAIL',
  seq_reply: seq,
  error: { id, message, detailed_error: '', status_code: status },
})

/** Takes one frame of a budget that refills; returns false when it is spent. */
function spend(budget: { left: number; at: number }, now: number): boolean {
  budget.left = Math.min(FRAMES.burst, budget.left + (Math.max(0, now - budget.at) / 1000) * FRAMES.perSecond)
  budget.at = now
  if (budget.left < 1) return false
  budget.left--
  return true
}
