import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { CHAT_PATH } from '@samudra/contract/chat'
import { WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import type { ChatLinks } from './chat-links.ts'
import type { RemoteChat } from './remote-chat.ts'

const CHALLENGE_MS = 5000
const CHECK_MS = 30_000
const FRAME_BYTES = 64 * 1024
const REMOTE_FRAME_BYTES = 4 * 1024 * 1024
/** Bytes waiting for a client, or for the other server, above which a socket is closed. */
const STUCK_BYTES = 4 * 1024 * 1024
/** Frames of a client that wait for the other server to open. */
const MOST_WAITING = 64
const MOST_SOCKETS_OF_USER = 50

type Needs = {
  http: HttpServer
  remote: RemoteChat
  links: ChatLinks
  authenticate(token: string): Promise<Caller | null>
  callerOfSession(sessionId: string): Promise<Caller | null>
  tokenOfUpgrade(request: IncomingMessage): string | null
  allowOrigin(request: Pick<IncomingMessage, 'headers'>): boolean
  connected(userId: string): { activity(isActive: boolean): void; close(): void }
}
type Pair = {
  client: WebSocket
  remote: WebSocket | null
  caller: Caller | null
  waiting: string[]
  /** Work on frames before; each is taken after those before it. */
  turn: Promise<unknown>
  presence: { activity(isActive: boolean): void; close(): void } | null
}
type Frame = { seq: number; action: string; data?: unknown }

/** Sockets of clients, each joined to one at the other chat server. The token of the account stays on this server. */
export class ProxySockets {
  readonly #needs: Needs
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
  })
  readonly #pairs = new Set<Pair>()
  readonly #upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  #timer: NodeJS.Timeout | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#upgrade = (request, socket, head) => {
      const path = (request.url ?? '').split('?')[0]!.replace(/\/$/, '')
      if (path !== `${CHAT_PATH}/websocket`) return
      if (!needs.allowOrigin(request)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, request))
    }
    needs.http.on('upgrade', this.#upgrade)
  }

  start(): void {
    this.#timer = setInterval(() => void this.#check(), CHECK_MS)
  }
  stop(): void {
    clearInterval(this.#timer)
    this.#needs.http.off('upgrade', this.#upgrade)
    for (const pair of this.#pairs) end(pair, 1001)
    this.#server.close()
  }
  /** Closes the sockets of sessions that ended. */
  endSessions(sessionIds: readonly string[]): void {
    for (const pair of this.#pairs)
      if (pair.caller !== null && sessionIds.includes(pair.caller.sessionId)) end(pair, 1008)
  }

  #welcome(client: WebSocket, request: IncomingMessage) {
    const pair: Pair = {
      client,
      remote: null,
      caller: null,
      waiting: [],
      turn: Promise.resolve(),
      presence: null,
    }
    this.#pairs.add(pair)
    const search = new URL(request.url ?? '', 'http://chat').search
    client.on('error', () => client.terminate())
    client.on('close', () => {
      this.#pairs.delete(pair)
      pair.presence?.close()
      pair.remote?.terminate()
    })
    const token = this.#needs.tokenOfUpgrade(request)
    if (token !== null) pair.turn = this.#join(pair, token, search)
    else setTimeout(() => pair.caller === null && client.close(1008), CHALLENGE_MS).unref()
    client.on('message', (data, isBinary) => {
      const frame = isBinary ? null : frameIn(String(data))
      if (frame === null) return client.close(1007, 'Frames must be JSON with seq and action.')
      pair.turn = pair.turn.then(() => this.#take(pair, frame, search)).catch(() => client.close(1011))
    })
  }

  async #take(pair: Pair, frame: Frame, search: string) {
    const { client } = pair
    const data = (frame.data ?? {}) as Record<string, unknown>
    if (frame.action === 'authentication_challenge') {
      const { token } = data
      if (pair.caller === null && !(await this.#join(pair, typeof token === 'string' ? token : '', search)))
        return
      return client.send(JSON.stringify({ status: 'OK', seq_reply: frame.seq }))
    }
    if (pair.caller === null)
      return fail(
        client,
        frame.seq,
        'api.web_socket_router.not_authenticated.app_error',
        'Authenticate first.',
        401,
      )
    if (frame.action === 'user_update_active_status')
      pair.presence?.activity(data['user_is_active'] !== false)
    if (frame.action === 'status_change') return this.#setStatus(pair, frame.seq, data)
    // The specification names users where the other server answers about everybody.
    const isListed = frame.action === 'get_statuses' && Array.isArray(frame.data)
    this.#send(
      pair,
      JSON.stringify(
        isListed ? { seq: frame.seq, action: 'get_statuses_by_ids', data: { user_ids: frame.data } } : frame,
      ),
    )
  }

  /** Opens the socket at the other server as the account of the caller; returns false if not allowed. */
  async #join(pair: Pair, token: string, search: string): Promise<boolean> {
    const { client } = pair
    const caller = await this.#needs.authenticate(token).catch(() => null)
    if (client.readyState !== WebSocket.OPEN) return false
    const isBarred = caller === null || caller.mustChangePassword || caller.mustAddSecondFactor
    if (isBarred) return (client.close(1008), false)
    if (pair.caller !== null) return true
    const open = [...this.#pairs].filter((one) => one.caller?.userId === caller.userId).length
    if (open >= MOST_SOCKETS_OF_USER)
      return (client.close(1013, 'Too many connections; close some tabs.'), false)
    pair.caller = caller
    const link = await this.#needs.links.of(caller).catch(() => null)
    if (link === null) return (client.close(4003, 'The chat account is not linked.'), false)
    if (client.readyState !== WebSocket.OPEN) return false
    pair.presence = this.#needs.connected(caller.userId)
    const remote = new WebSocket(this.#needs.remote.socketUrl(search), {
      headers: { authorization: `Bearer ${link.token}` },
      maxPayload: REMOTE_FRAME_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: 10_000,
    })
    pair.remote = remote
    remote.on('open', () => {
      for (const frame of pair.waiting.splice(0)) remote.send(frame)
    })
    remote.on('message', (data) => {
      if (client.bufferedAmount > STUCK_BYTES) return end(pair, 1008)
      client.send(String(data))
    })
    remote.on('error', () => end(pair, 1013))
    remote.on('close', () => end(pair, 1012))
    return true
  }

  #send(pair: Pair, frame: string) {
    const { remote } = pair
    if (remote?.readyState === WebSocket.OPEN)
      return remote.bufferedAmount > STUCK_BYTES ? end(pair, 1013) : remote.send(frame)
    if (pair.waiting.push(frame) > MOST_WAITING) end(pair, 1008)
  }

  /** Sets a status as the specification's socket does; the other server takes it by a call alone. */
  async #setStatus({ client, caller }: Pair, seq: number, data: Record<string, unknown>) {
    if (caller === null) return
    const link = await this.#needs.links.of(caller)
    const { status, user_id } = data
    if (user_id !== link.remoteId)
      return fail(client, seq, 'api.context.permissions.app_error', 'You may set your own status only.', 403)
    const answer = await this.#needs.remote.call('PUT', '/users/me/status', {
      token: link.token,
      body: { user_id, status },
    })
    if (answer.status < 300) return client.send(JSON.stringify({ status: 'OK', seq_reply: seq }))
    const { id, message } = answer.json as { id?: string; message?: string }
    fail(
      client,
      seq,
      id ?? 'api.context.invalid_body_param.app_error',
      message ?? 'The status was refused.',
      answer.status,
    )
  }

  async #check() {
    for (const pair of this.#pairs) {
      const { caller } = pair
      if (caller === null) continue
      const found = await this.#needs.callerOfSession(caller.sessionId).catch(() => undefined)
      if (found === null) end(pair, 1008)
    }
  }
}

function end({ client, remote }: Pair, code: number) {
  remote?.terminate()
  if (client.bufferedAmount > STUCK_BYTES) client.terminate()
  else client.close(code)
}

const fail = (client: WebSocket, seq: number, id: string, message: string, status_code: number) =>
  client.send(
    JSON.stringify({
      status: 'FAIL',
      seq_reply: seq,
      error: { id, message, detailed_error: '', status_code },
    }),
  )

function frameIn(text: string): Frame | null {
  try {
    const raw = JSON.parse(text) as Partial<Record<keyof Frame, unknown>> | null
    const { seq, action, data } = raw ?? {}
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1 || typeof action !== 'string')
      return null
    return { seq, action, data }
  } catch {
    return null
  }
}
