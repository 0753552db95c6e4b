import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  instantOf,
  isAfter,
  START,
  type Bus,
  type BusTopic,
  type BusSubscription,
  type Place,
} from '../../needs/bus.ts'
import type { Db } from '../../needs/database.ts'
import type { Beat } from './beats.ts'
import { OperationError, missing, sentenceOf } from '../http/errors.ts'
import type { Keys } from '../http/keys.ts'
import { lockedFor } from './locked-for.sql.ts'
import type { Log } from '../text/log.ts'
import type { Pushed } from '../http/send.ts'

/**
 * Topic of messages between processes, pushes included, in one order: the recipients of a push have processed the
 * change before.
 */
const SHOWN: BusTopic = { name: 'told', retentionMs: 10 * 60_000, retentionBytes: 32 * 1024 * 1024 }
/** Interval of signs of life, and time without one after which a process counts as killed. */
const PACE = { hereMs: 2000, goneMs: 10_000 }
const AGAIN_MS = 500
/** Maximum time that a call delays its answer until the others are notified. */
const SETTLE_MS = 2000
/** Milliseconds to wait for messages of earlier turns. */
const TURN_MS = 5000
const START_MS = 20_000
/** Maximum time that a call waits for messages of the others; after one wait in vain, none waits for a while. */
const CATCH_UP_MS = 1000
const ALONE_MS = 2000

/** Follower of data held from the database. It is called again while it fails. */
export type Follower<Data> = {
  /** Another process changed it: reads what changed, or does what follows from it here. */
  changed(data: Data): unknown
  /** Reads all of it again; returns whether it differed from the held data. */
  afresh?(): Promise<boolean>
}
/** Takes pushes of all processes in their order; `from` is the place before the first. */
export type PushTaker = {
  begin(from: Place): void
  take(pushed: Pushed, place: Place): void
  /** Some may have been missed up to a place. */
  missed(place: Place): void
}

type Needs = { processes: Bus; db: Db; log: Log; keys: Pick<Keys, 'lock' | 'unlock'>; pace?: typeof PACE }
type Message = { from: string; what: string; data: unknown }
const [HERE, FAREWELL, AFRESH, PUSH] = ['here', 'farewell', 'afresh', 'push'] as const
/** Recipient of a request to read afresh that includes the sender. */
const NO_HOLDER = ''

/**
 * Other processes of this installation. What one changes in the database, the others that hold it read again before
 * any of their screens is notified. A single process publishes nothing and waits for nothing.
 */
export class Others {
  readonly isThere: boolean
  readonly #needs: Needs
  readonly #pace: typeof PACE
  readonly #me = randomUUID()
  readonly #followers = new Map<string, Follower<never>>()
  readonly #lastTurn = new Map<string, Promise<unknown>>()
  readonly #ends = new AbortController()
  #pushes: PushTaker | null = null
  #hearing: BusSubscription | null = null
  /** Before this nothing is held yet. */
  #since: Place = START
  #heard: Place = START
  #heardWaiters = new Set<() => void>()
  /** Place of the last message of each other process, by the clock of the bus. */
  readonly #lastOf = new Map<string, Place>()
  #published: Promise<unknown> = Promise.resolve()
  #isOwing = false
  /** Time until which no call waits for messages, because they cannot be received. */
  #aloneUntil = -Infinity

  constructor(needs: Needs) {
    this.#needs = needs
    this.#pace = needs.pace ?? PACE
    this.isThere = needs.processes.isShared
  }

  /** From here on nothing that others change is missed; before anything is read of the database. */
  async open(): Promise<void> {
    if (this.isThere) this.#since = await this.#needs.processes.head(SHOWN)
  }

  follow<Data>(what: string, follower: Follower<Data>): void {
    if (this.#followers.has(what)) throw new Error(`two follow ${what}`)
    this.#followers.set(what, follower)
  }
  takePushes(taker: PushTaker): void {
    this.#pushes = taker
  }

  /** Starts to receive, including all stored pushes. */
  async start(): Promise<void> {
    if (!this.isThere) return
    const { processes } = this.#needs
    let isFirst = true
    this.#hearing = await processes.subscribe(SHOWN, 'kept', {
      onMessage: async (payload, place) => {
        if (isFirst) this.#pushes?.begin(placeBefore(place))
        isFirst = false
        await this.#take(JSON.parse(Buffer.from(payload).toString()) as Message, place)
        this.#reached(place)
      },
      lost: async (place) => {
        this.#lastOf.clear()
        await this.#afresh()
        this.#pushes?.missed(place)
        this.#reached(place)
      },
    })
    const place = await this.#pushChange(HERE, null)
    await this.#until(place, START_MS)
  }

  /** Returns the periodic report that this process is alive; reports of others show which are not. */
  get beats(): Beat[] {
    return this.isThere ? [{ everyMs: this.#pace.hereMs, work: () => this.publish(HERE, null) }] : []
  }

  /** Reports the end of this process when it stops in order, and stops receiving. */
  async stop(): Promise<void> {
    if (!this.isThere) return
    await Promise.race([this.#pushChange(FAREWELL, null).catch(() => undefined), sleep(AGAIN_MS)])
    this.#ends.abort()
    await this.#hearing?.stop()
  }

  /** Publishes to the others that something changed, or what follows from it, after it is in the database. */
  publish(what: string, data: unknown): void {
    if (this.isThere) void this.#pushChange(what, data).catch(() => undefined)
  }

  /** Pushes something for screens to all processes, this one included. */
  push(pushed: Pushed): void {
    this.publish(PUSH, pushed)
  }

  /**
   * Resolves when everything the others published by now is received: what they confirmed as done is valid here. Never
   * waits long.
   */
  async caughtUp(): Promise<void> {
    const head = await this.#asking((bus) => bus.head(SHOWN))
    if (head !== null && !(await this.#until(head, CATCH_UP_MS)))
      this.#aloneUntil = performance.now() + ALONE_MS
  }

  /** Resolves when everything published so far is stored for the others, or when the wait takes too long. */
  async settled(): Promise<void> {
    if (!this.isThere || performance.now() < this.#aloneUntil) return
    const isLate = await Promise.race([
      this.#published.then(() => false),
      sleep(SETTLE_MS, true, { ref: false }),
    ])
    if (isLate) this.#aloneUntil = performance.now() + ALONE_MS
  }

  /**
   * Stores a note for a while, for all processes of this installation alone, unless one is stored already. Returns the
   * stored one, else null. While the others cannot be reached it stores nothing.
   */
  claim<Note>(name: string, note: Note, ms: number): Promise<Note | null> {
    return this.#asking(
      async (bus) => this.#opened(await bus.claim(name, this.#sealed(note), ms)) as Note | null,
    )
  }
  /** Notes something in the place of what was; null takes it away. */
  async note(name: string, note: unknown, ms: number): Promise<void> {
    await this.#asking(async (bus) => {
      await bus.note(name, note === null ? null : this.#sealed(note), ms)
      return null
    })
  }
  noted<Note>(name: string): Promise<Note | null> {
    return this.#asking(async (bus) => this.#opened(await bus.noted(name)) as Note | null)
  }

  #sealed = (note: unknown) => this.#needs.keys.lock(JSON.stringify(note))
  #opened = (note: Uint8Array | null): unknown =>
    note === null ? null : JSON.parse(this.#needs.keys.unlock(Buffer.from(note)))

  /** Queries the others; returns null when there are none, or they cannot be reached. */
  async #asking<T>(ask: (bus: Bus) => Promise<T | null>): Promise<T | null> {
    if (!this.isThere || performance.now() < this.#aloneUntil) return null
    const late = Symbol('late')
    const answer = await Promise.race([
      ask(this.#needs.processes).catch((error: unknown) => {
        this.#needs.log.warn('the other servers cannot be reached', { error: sentenceOf(error) })
        return late
      }),
      sleep(CATCH_UP_MS, late, { ref: false }),
    ])
    if (typeof answer !== 'symbol') return answer
    this.#aloneUntil = performance.now() + ALONE_MS
    return null
  }

  /**
   * Does something of which of all processes one does it at a time, for one name; each finds what those before it left,
   * also in what is held.
   */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    // A turn holds a connection and needs others: many at once would wait for one another.
    const line = this.isThere ? '' : name
    const before = this.#lastTurn.get(line) ?? Promise.resolve()
    const act = () => (this.isThere ? lockedFor(this.#needs.db, name, () => this.#caughtUp(work)) : work())
    const mine = before.then(act, act)
    this.#lastTurn.set(line, mine)
    try {
      return await mine
    } finally {
      if (this.#lastTurn.get(line) === mine) this.#lastTurn.delete(line)
    }
  }

  async #caughtUp<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.#until(await this.#needs.processes.head(SHOWN), TURN_MS)))
      throw new OperationError(
        'UNAVAILABLE',
        'The servers cannot exchange changes now. Try again in a moment.',
      )
    try {
      return await work()
    } finally {
      await this.settled()
    }
  }

  async #pushChange(what: string, data: unknown): Promise<Place> {
    const message: Message = { from: this.#me, what, data }
    const telling = this.#needs.processes.publish(SHOWN, Buffer.from(JSON.stringify(message)))
    this.#published = Promise.allSettled([this.#published, telling]).then(() => undefined)
    try {
      return await telling
    } catch (error) {
      void this.#owe(error)
      throw error
    }
  }

  /** Makes all processes read afresh after a failed message, once messages go through again. */
  async #owe(error: unknown) {
    if (this.#isOwing || this.#ends.signal.aborted) return
    this.#isOwing = true
    this.#needs.log.error('a change could not be published to the other servers; they will read again', {
      error: sentenceOf(error),
    })
    while (!this.#ends.signal.aborted)
      try {
        await this.#needs.processes.publish(
          SHOWN,
          Buffer.from(JSON.stringify({ from: NO_HOLDER, what: AFRESH, data: null })),
        )
        break
      } catch {
        await sleep(AGAIN_MS, undefined, { signal: this.#ends.signal }).catch(() => undefined)
      }
    this.#isOwing = false
  }

  async #take({ from, what, data }: Message, place: Place) {
    if (what === FAREWELL) this.#lastOf.delete(from)
    else if (from !== this.#me && from !== NO_HOLDER) this.#lastOf.set(from, place)
    if (what === PUSH) return this.#pushes?.take(data as Pushed, place)
    if (!isAfter(place, this.#since)) return
    if (what === AFRESH) {
      await this.#afresh()
      return this.#pushes?.missed(place)
    }
    if (from === this.#me) return what === HERE ? this.#missWhoIsGone(place) : undefined
    await this.#untilDone(() => this.#followers.get(what)?.changed(data as never))
  }

  /** Reads again, because a killed process may have changed something without publishing it. */
  async #missWhoIsGone(now: Place) {
    for (const [who, at] of this.#lastOf) {
      if (instantOf(now) - instantOf(at) < this.#pace.goneMs * 1000) continue
      this.#lastOf.delete(who)
      this.#needs.log.warn(
        'another server is gone without a farewell; reading again what it may have changed',
      )
      if (await this.#afresh()) this.#pushes?.missed(now)
    }
  }

  async #afresh(): Promise<boolean> {
    let isOtherwise = false
    for (const { afresh } of this.#followers.values())
      await this.#untilDone(async () => {
        if (afresh !== undefined && (await afresh())) isOtherwise = true
      })
    return isOtherwise
  }

  /**
   * Repeats work until the database answers, because held data must not stay outdated. A follower that fails for
   * another reason blocks no other.
   */
  async #untilDone(work: () => unknown): Promise<void> {
    for (let isFirst = true; !this.#ends.signal.aborted; isFirst = false)
      try {
        return void (await work())
      } catch (error) {
        if (isFirst)
          this.#needs.log.error('a change of another server could not be applied', {
            error: sentenceOf(error),
          })
        if (missing(error) !== 'DATABASE') return
        await sleep(AGAIN_MS, undefined, { signal: this.#ends.signal }).catch(() => undefined)
      }
  }

  #reached(place: Place) {
    this.#heard = place
    for (const wake of this.#heardWaiters) wake()
  }

  /** Returns whether a place of the topic is reached within this time. */
  async #until(place: Place, ms: number): Promise<boolean> {
    const isReached = () => !isAfter(place, this.#heard)
    if (isReached()) return true
    return new Promise((resolve) => {
      const look = (isOver: boolean) => {
        if (!isReached() && !isOver) return
        clearTimeout(patience)
        this.#heardWaiters.delete(wake)
        resolve(isReached())
      }
      const wake = () => look(false)
      const patience = setTimeout(() => look(true), ms)
      this.#heardWaiters.add(wake)
    })
  }
}

const placeBefore = (place: Place): Place => `${instantOf(place) - 1}-0`
