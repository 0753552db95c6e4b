import type { IncomingMessage, Server as HttpServer } from 'node:http'
import {
  AIS_DELTA,
  REGISTER,
  WATCH_PICTURE,
  heartbeat,
  readWatchPicture,
  pictureStatus,
  sessionRevoked,
} from '@samudra/contract/socket'
import { CALL_SIGNAL } from '@samudra/contract/calls'
import { USER_UPDATE_ACTIVE_STATUS, readActiveStatus } from '@samudra/contract/presence'
import type { Push } from '@samudra/contract/kernel'
import type { PictureStatus, WatchPicture } from '@samudra/contract/socket'
import { Server, type Socket } from 'socket.io'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import type { Present } from '../../../platform/kernel/cluster/presence.ts'
import type { Pushed } from '../../../platform/kernel/http/send.ts'
import type { Bus } from '../../../platform/needs/bus.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PictureInterface, PictureView } from '../picture/room.ts'
import type { Watch } from '../../../platform/kernel/cluster/watched-view.ts'
import type { PresenceInterface } from '../../team/presence/room.ts'
import { Handshakes } from './handshakes.ts'
import { PushLog } from './push-log.ts'
import { Pushes, type Screen } from './pushes.ts'
import { statusFor } from './status-for.ts'
import { ClientWatches } from './watches.ts'

const TICK_MS = 1000
/** Frames a client may have under way; it gets no more until it has acknowledged one. */
const UNDER_WAY = 2
/** A client that acknowledges nothing for this long is let go. */
const GIVE_UP_MS = 30_000
/** Interval of heartbeats for clients that receive the status less often, on a thin line or while the past is shown. */
const HEARTBEAT_MS = 2000
const AUTHENTICATE_MS = 30_000
const LOOK_AGAIN_MS = 30_000
const SOON_MS = 2000
const SOCKETS_OF_ONE_USER = 50
/** After this long the feeds get their turn before the next client. */
const SLICE_MS = 20

export type HubNeeds = {
  picture: Pick<PictureInterface, 'openView' | 'mayKnow'>
  /** Returns the state of the feeds of the picture, which is pushed to every screen once a second. */
  status: (now: number) => PictureStatus
  sockets: Bus['sockets']
  /** Watches available to screens besides the picture. */
  watches: readonly Watch[]
  clock: Clock
  log: Log
  /** Returns the caller that opens a socket with a pass; null if not admitted. */
  admit: (pass: unknown) => Promise<Caller | null>
  /** Returns the present caller of a session; null when it has ended. */
  callerOf: (sessionId: string) => Promise<Caller | null>
  zonesMark: () => string
  /** Registers an open screen of a user. */
  present: PresenceInterface['connect']
  /** Called with what a screen sends to the window of another participant of a call. */
  signalled: (caller: Caller, raw: unknown) => void
  /** By how much clocks of servers may differ. */
  skewMs?: number
  /** Epoch of the push log, if several processes fill it. */
  epoch: string | undefined
  /** Returns true if a page of this origin may open a socket. */
  allowOrigin: (request: Pick<IncomingMessage, 'headers'>) => boolean
}

type Client = Screen & {
  view: PictureView
  watches: ClientWatches
  underWay: number
  sentAt: number
  /** Times of the last status, and of the last status or heartbeat. */
  pushedAt: number
  beatAt: number
  authenticatedAt: number
  lookedAgainAt: number
  /** View requested since the last frame, and the last one taken. */
  wanted: unknown
  looked: WatchPicture | null
}

/** Reason why a socket may not be opened, in words fit for the client. */
class NotAdmitted extends Error {}

/** The open screens of this process: what each is sent, and when. */
export class LiveHub {
  readonly clients = new Map<string, Client>()
  readonly #needs: HubNeeds
  readonly #io: Server
  readonly #pushes: Pushes
  readonly #admitted = new WeakMap<Socket, Caller>()
  readonly #handshakes = new Handshakes()
  #timer: NodeJS.Timeout | undefined
  #isTicking = false
  readonly #unfinished = new Set<Client>()
  #isGoingOn = false

  constructor(http: HttpServer, needs: HubNeeds) {
    this.#needs = needs
    const log = new PushLog(needs.clock.now(), {}, needs.epoch)
    this.#pushes = new Pushes({ ...needs, mayKnow: needs.picture.mayKnow }, log)
    this.#io = new Server(http, {
      serveClient: false,
      ...(needs.sockets !== undefined && { adapter: needs.sockets }),
      allowRequest: (request, answer) => answer(null, needs.allowOrigin(request)),
      perMessageDeflate: false,
      maxHttpBufferSize: 1_000_000,
      connectTimeout: 10_000,
      pingInterval: 10_000,
      pingTimeout: 20_000,
    })
    this.#io.use((socket, next) => {
      this.#admit(socket).then(
        () => next(),
        (error: unknown) => {
          if (error instanceof NotAdmitted) return next(error)
          this.#needs.log.warn('a socket could not be admitted', { error: sentenceOf(error) })
          next(new NotAdmitted('TRY_AGAIN'))
        },
      )
    })
    this.#io.on('connection', (socket) => this.#welcome(socket))
  }

  start() {
    this.#timer = setInterval(() => {
      if (this.#isTicking) return
      this.#isTicking = true
      this.#tick()
        .catch((error: unknown) =>
          this.#needs.log.error('a tick of the live picture failed', { error: sentenceOf(error) }),
        )
        .finally(() => (this.#isTicking = false))
    }, TICK_MS)
  }

  async stop() {
    clearInterval(this.#timer)
    await this.#io.close()
  }

  push(pushed: Pushed, seq?: number) {
    this.#pushes.push(pushed, this.clients.values(), seq)
  }

  /** Pushes up to a number are not known here. */
  missed(upto: number) {
    this.#pushes.missed(this.clients.values(), upto)
  }

  pushEach<Payload>({ wire }: Push<Payload>, look: (caller: Caller) => Payload) {
    for (const { socket, caller, published: received } of this.clients.values())
      socket.emit(wire, look(caller), { seq: received })
  }

  /** Returns the users with open screens, at this server and the others. */
  async screens(): Promise<Present[]> {
    return (await this.#io.fetchSockets()).map(({ data }) => data as Present)
  }

  /** Closes the sockets of sessions that ended. */
  endSessions(sessionIds: string[], reason: string) {
    for (const client of this.clients.values())
      if (sessionIds.includes(client.caller.sessionId)) revoke(client, reason)
  }

  /** Re-evaluates view filters that use these lists: the lists changed, not the contacts. */
  lookAgain(lists: readonly string[]) {
    for (const client of this.clients.values())
      if (client.view.needsAny(lists)) client.lookedAgainAt = -Infinity
  }

  /** The same of views that ask what detectors found, which changes all the time. */
  lookAgainSoon() {
    const soon = this.#needs.clock.now() - LOOK_AGAIN_MS + SOON_MS
    for (const client of this.clients.values())
      if (client.view.needsEvents) client.lookedAgainAt = Math.min(client.lookedAgainAt, soon)
  }

  /** Shows users (null: everybody) what they may see from now on. */
  rightsChanged(userIds: string[] | null) {
    for (const client of this.clients.values())
      if (userIds === null || userIds.includes(client.caller.userId))
        void this.#checkSession(client, this.#needs.clock.now(), true)
  }

  async #admit(socket: Socket) {
    const address = socket.handshake.address
    if (this.#handshakes.isTooMany(address, this.#needs.clock.now())) throw new NotAdmitted('TRY_AGAIN')
    const caller = await this.#needs.admit(socket.handshake.auth)
    if (caller === null || caller.mustChangePassword || caller.mustAddSecondFactor)
      throw new NotAdmitted('UNAUTHORIZED')
    const own = [...this.clients.values()].filter((one) => one.caller.userId === caller.userId).length
    if (own >= SOCKETS_OF_ONE_USER) throw new NotAdmitted('Too many connections; close some tabs.')
    this.#admitted.set(socket, caller)
  }

  #welcome(socket: Socket) {
    const caller = this.#admitted.get(socket)!
    const now = this.#needs.clock.now()
    const client: Client = {
      socket,
      caller,
      published: 0,
      epoch: '',
      view: this.#needs.picture.openView(caller),
      watches: new ClientWatches(socket, this.#needs.watches, caller),
      underWay: 0,
      sentAt: 0,
      pushedAt: 0,
      beatAt: 0,
      authenticatedAt: now,
      lookedAgainAt: now,
      wanted: undefined,
      looked: null,
    }
    this.clients.set(socket.id, client)
    socket.data = presentAs(caller)
    this.#pushes.welcome(client)
    // Changes between the opening and now were pushed to no screen yet.
    void this.#checkSession(client, now)
    // The token identifies the user; the event remains for clients of the specification.
    socket.on(REGISTER, () => undefined)
    socket.on(WATCH_PICTURE, (wanted: unknown) => {
      const isFirst = client.wanted === undefined
      client.wanted = wanted
      if (isFirst) setTimeout(() => this.#serveSafely(client), 0)
    })
    const { active } = socket.handshake.auth as { active?: unknown }
    const presence = this.#needs.present(caller.userId, active !== false)
    socket.on(USER_UPDATE_ACTIVE_STATUS, (raw: unknown) => {
      const read = readActiveStatus(raw)
      if (read.ok) presence.activity(read.value.user_is_active)
    })
    socket.on(CALL_SIGNAL, (raw: unknown) => this.#needs.signalled(client.caller, raw))
    socket.on('disconnect', () => {
      presence.close()
      this.clients.delete(socket.id)
      this.#unfinished.delete(client)
    })
  }

  /** One client that cannot be served is let go; the others must not suffer from it. */
  #serveSafely(client: Client, serve = () => this.#serve(client)) {
    try {
      serve()
    } catch (error) {
      this.#needs.log.error('a client could not be served', {
        user: client.caller.username,
        error: sentenceOf(error),
      })
      client.wanted = undefined
      client.socket.disconnect(true)
    }
  }

  #serve(client: Client) {
    if (!this.clients.has(client.socket.id)) return
    if (client.wanted === null) {
      client.view = this.#needs.picture.openView(client.caller)
      client.looked = null
    }
    takeWanted(client)
    const now = this.#needs.clock.now()
    if (now - client.sentAt < thinMs(client)) return
    if (client.underWay >= UNDER_WAY) {
      if (now - client.sentAt > GIVE_UP_MS) client.socket.disconnect(true)
      return
    }
    if (now - client.lookedAgainAt > LOOK_AGAIN_MS) {
      client.lookedAgainAt = now
      client.view.lookAgain()
    }
    const frame = client.view.nextFrame(now)
    if (frame === null) return client.view.hasMore ? this.#goOn(client) : undefined
    client.underWay++
    client.sentAt = now
    client.socket.emit(AIS_DELTA, frame, () => {
      client.underWay--
      if (client.view.hasMore) this.#goOn(client)
    })
  }

  /** Serves clients that still have something to look at, one a turn of the event loop. */
  #goOn(client: Client) {
    this.#unfinished.add(client)
    if (this.#isGoingOn) return
    this.#isGoingOn = true
    const next = () => {
      const [first] = this.#unfinished
      this.#isGoingOn = first !== undefined
      if (first === undefined) return
      this.#unfinished.delete(first)
      this.#serveSafely(first)
      setImmediate(next)
    }
    setImmediate(next)
  }

  async #tick() {
    const now = this.#needs.clock.now()
    const status = this.#needs.status(now)
    this.#pushes.goOn(this.clients.values())
    let sliceBegan = performance.now()
    for (const client of Array.from(this.clients.values())) {
      if (now - client.pushedAt >= thinMs(client)) {
        client.beatAt = client.pushedAt = now
        const received = statusFor(client.caller, () => client.view.total, status)
        client.socket.volatile.emit(pictureStatus.wire, received, { seq: client.published })
      } else if (now - client.beatAt >= HEARTBEAT_MS - TICK_MS / 2) {
        client.beatAt = now
        client.socket.volatile.emit(heartbeat.wire, {}, { seq: client.published })
      }
      this.#serveSafely(client)
      this.#serveSafely(client, () => client.watches.serve(now))
      if (now - client.authenticatedAt > AUTHENTICATE_MS) void this.#checkSession(client, now)
      // Many clients must not keep the feeds waiting.
      if (performance.now() - sliceBegan > SLICE_MS) {
        await new Promise((resolve) => setImmediate(resolve))
        sliceBegan = performance.now()
      }
    }
  }

  async #checkSession(client: Client, now: number, isChanged = false) {
    client.authenticatedAt = now
    const before = client.caller
    const caller = await this.#needs.callerOf(before.sessionId).catch(() => undefined)
    if (caller === null) return revoke(client, 'session expired')
    if (!this.clients.has(client.socket.id)) return
    // The database did not answer: after a change, visibility is not guessed.
    if (caller === undefined) {
      if (isChanged) client.socket.disconnect(true)
      return
    }
    client.caller = caller
    client.socket.data = presentAs(caller)
    this.#pushes.rightsChanged(client)
    if (!isChanged && rightsIn(caller) === rightsIn(before)) return
    client.view = this.#needs.picture.openView(caller)
    client.watches.reopen(caller)
    if (client.looked !== null) client.view.look({ ...client.looked, resync: true })
  }
}

function revoke(client: Client, reason: string) {
  client.socket.emit(sessionRevoked.wire, { reason })
  client.socket.disconnect(true)
}

/** Applies the last requested view; an invalid view is answered with its fault. */
function takeWanted(client: Client) {
  if (client.wanted === undefined) return
  // Null: no map is shown any more.
  if (client.wanted === null) return void (client.wanted = undefined)
  const read = readWatchPicture(client.wanted)
  client.wanted = undefined
  if (!read.ok) {
    client.socket.emit('refused', {
      event: WATCH_PICTURE,
      why: read.fields[0]?.why ?? 'does not fit',
    })
    return
  }
  try {
    client.view.look(read.value)
    client.looked = read.value
    // Who looks elsewhere is answered at once.
    client.sentAt = 0
  } catch (error) {
    client.socket.emit('refused', { event: WATCH_PICTURE, why: sentenceOf(error) })
  }
}

/** Returns the minimum time between frames of a client on a thin line; ticks are sometimes a little early. */
const thinMs = ({ looked }: Client) =>
  looked?.every_s === undefined ? 0 : looked.every_s * 1000 - TICK_MS / 2

const presentAs = ({ userId, isAdmin }: Caller): Present => ({ userId, isAdmin })

const rightsIn = ({ sources, zones }: Caller) => JSON.stringify([sources, zones])
