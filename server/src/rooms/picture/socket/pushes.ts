import { createHash } from 'node:crypto'
import type { Push } from '@samudra/contract/kernel'
import { readResume, resumed, resync, type Mark } from '@samudra/contract/socket'
import type { Socket } from 'socket.io'
import { isAddressed, type MayKnow } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { payloadFor, type Pushed } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { PushLog, type Logged } from './push-log.ts'

/** Maximum number of packets waiting in a socket; after these, a slow client receives the rest from the log. */
const MOST_WAITING = 256

type Needs = {
  clock: Clock
  mayKnow: MayKnow
  /** Returns a mark that differs after the zones of confined users are redrawn. */
  zonesMark?: () => string
  /** By how much clocks of servers that fill the log may differ. */
  skewMs?: number
}

/** A screen as pushes see it. */
export type Screen = {
  socket: Socket
  caller: Caller
  /** Number of the last push that was sent, or was not for this screen. */
  published: number
  /** Log and rights to which `published` refers. */
  epoch: string
}

/** Pushes changes to screens, each in order and as visible to its user, and the missed ones. */
export class Pushes {
  readonly #log: PushLog
  readonly #clock: Clock
  readonly #mayKnow: MayKnow
  readonly #zonesMark: () => string
  readonly #skewUs: number

  constructor({ clock, mayKnow, zonesMark = () => '', skewMs = 0 }: Needs, log = new PushLog(clock.now())) {
    this.#zonesMark = zonesMark
    this.#skewUs = skewMs * 1000
    this.#log = log
    this.#clock = clock
    this.#mayKnow = mayKnow
  }

  /** Pushes to a newly opened screen what it missed since the last push it names, or a resync. */
  welcome(screen: Screen): void {
    screen.epoch = this.#epochOf(screen.caller)
    screen.published = this.#log.head
    const { resume } = screen.socket.handshake.auth as { resume?: unknown }
    const read = readResume(resume)
    if (!read.ok) return this.#pushChange(screen, resumed)
    const { epoch, last_seq } = read.value
    if (epoch !== null && epoch !== screen.epoch) return this.#pushChange(screen, resync)
    // Who names no log goes by the clock of a server, which may not be the one that numbered.
    screen.published = epoch === null ? this.#log.near(last_seq, this.#skewUs) : last_seq
    if (this.#catchUp(screen)) this.#pushChange(screen, resumed)
  }

  /** Pushes to screens. `seq` is the number common to all processes; default is the count of this log. */
  push(pushed: Pushed, screens: Iterable<Screen>, seq?: number): void {
    if (pushed.isFleeting === true) {
      for (const screen of screens)
        if (this.#isFor(pushed, screen)) this.#emit(screen, pushed, { seq: screen.published })
      return
    }
    const before = this.#log.head
    const one = this.#log.add(pushed, seq === undefined ? this.#clock.now() : seq / 1000, seq)
    const alike = new Map<unknown, Socket[]>()
    for (const screen of screens) {
      const { socket, caller } = screen
      if (screen.published !== before || isFull(socket)) continue
      if (this.#isFor(one, screen)) {
        const payload = payloadFor(one, caller, this.#mayKnow)
        const sockets = alike.get(payload)
        if (sockets === undefined) alike.set(payload, [socket])
        else sockets.push(socket)
      }
      screen.published = one.seq
    }
    const mark = markOf(one, this.#log.epoch)
    for (const [payload, sockets] of alike) emitToAll(sockets, one.wire, payload, mark)
  }

  /** Pushes the missed changes to screens that accepted nothing for a while. */
  goOn(screens: Iterable<Screen>): void {
    this.#log.forget(this.#clock.now())
    for (const screen of screens)
      if (screen.published < this.#log.head && !isFull(screen.socket)) this.#catchUp(screen)
  }

  /** Pushes were missed up to a number: nothing of what any screen holds is sure. */
  missed(screens: Iterable<Screen>, upto: number): void {
    this.#log.startAt(upto)
    for (const screen of screens) {
      screen.published = upto
      this.#pushChange(screen, resync)
    }
  }
  /** The user of a screen may see other things than before: nothing of what it holds is sure. */
  rightsChanged(screen: Screen): void {
    const epoch = this.#epochOf(screen.caller)
    if (epoch === screen.epoch) return
    screen.epoch = epoch
    screen.published = this.#log.head
    this.#pushChange(screen, resync)
  }

  #catchUp(screen: Screen): boolean {
    const missed = this.#log.after(screen.published, (one) => this.#isFor(one, screen))
    screen.published = this.#log.head
    if (missed === null) this.#pushChange(screen, resync)
    else for (const one of missed) this.#emit(screen, one, markOf(one, this.#log.epoch))
    return missed !== null
  }

  #isFor({ audience }: Pushed, { caller }: Screen): boolean {
    return isAddressed(audience, caller, this.#mayKnow)
  }
  #emit({ socket, caller }: Screen, pushed: Pushed, mark: Partial<Mark>) {
    socket.emit(pushed.wire, payloadFor(pushed, caller, this.#mayKnow), mark)
  }
  #pushChange({ socket, epoch, published: received }: Screen, { wire }: Push<unknown>) {
    socket.emit(wire, { epoch, seq: received }, { seq: received })
  }

  #epochOf({ isAdmin, sources, zones, groups }: Caller): string {
    const rights = JSON.stringify([
      isAdmin,
      sources,
      zones,
      groups,
      zones.includes('*') ? '' : this.#zonesMark(),
    ])
    return `${this.#log.epoch}.${createHash('sha256').update(rights).digest('base64url').slice(0, 16)}`
  }
}

const markOf = ({ seq, at }: Logged, epoch: string): Mark => ({
  id: `${epoch}.${seq}`,
  seq,
  known_at: new Date(at).toISOString(),
})

/** Encodes a common payload once for many sockets; each is in a room of its own, unknown to other processes. */
function emitToAll(sockets: readonly Socket[], wire: string, payload: unknown, mark: Mark) {
  const ids = sockets.map(({ id }) => id)
  sockets[0]!.nsp.local.to(ids).emit(wire, payload, mark)
}

/** The library keeps what a connection has not taken yet, without an end. */
const isFull = ({ conn }: Socket) =>
  (conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length > MOST_WAITING
