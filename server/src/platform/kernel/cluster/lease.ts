import { setTimeout as sleep } from 'node:timers/promises'
import { ulid } from '../text/ulid.ts'
import type { Db } from '../../needs/database.ts'
import { sentenceOf } from '../http/errors.ts'
import { giveUpLease, markLease, readMark, renewLease, takeLease, type Within } from './lease.sql.ts'
import type { Log } from '../text/log.ts'
import { underway } from '../http/underway.ts'

/**
 * Lease and renewal intervals: another process takes over from one without renewal for a lease. This happens within
 * ten seconds of a kill, including the work to do then.
 */
const PACE = { leaseMs: 5000, renewMs: 1000 }
/** So long before it ends whatever acts by it is brought to rest. */
const DOUBT_MS = 500

type Needs = {
  db: Db
  log: Log
  /** True when other processes compete for the lease; a single process holds it at once and for good. */
  isShared: boolean
  pace?: typeof PACE
}
/** Callbacks of a change of holder. Each ends before the next begins. */
export type Turns = {
  /** It is ours, and `mark` is how far those before us had come. */
  taken(held: { mark: number; isFirst: boolean }): Promise<void>
  /** Another has it, or may. */
  lost(): Promise<void>
}

/**
 * Lease of work that one of several processes does for all. The holder renews it in time and, by its monotonic clock,
 * gives it up before the database does. Its writes are fenced by its term.
 */
export class Lease {
  readonly name: string
  readonly #needs: Needs
  readonly #pace: typeof PACE
  readonly #holder = ulid()
  readonly #ends = new AbortController()
  /** Wakes the wait between two polls early. */
  #wake: AbortController | null = null
  #turns: Turns = { taken: async () => undefined, lost: async () => undefined }
  #until = -Infinity
  #isHeld = false
  #isFirst = true
  #isFailing = false
  #looking: Promise<void> = Promise.resolve()
  #turning: Promise<void> = Promise.resolve()
  #againInMs = 0
  /** End of another process's lease, and the monotonic instant at which it was read. */
  #seen = { endsAt: '', since: 0 }
  /** Term of our last lease; 0 before the first. */
  term = 0

  constructor(name: string, needs: Needs) {
    this.name = name
    this.#needs = needs
    this.#pace = needs.pace ?? PACE
  }

  /** Returns whether this process may act as the holder now. */
  get isOurs(): boolean {
    return this.#isHeld && (!this.#needs.isShared || performance.now() < this.#until)
  }

  /** Returns whether our lease may have expired and may be taken by any process in a moment. */
  get isDoubted(): boolean {
    return this.#isHeld && this.#needs.isShared && performance.now() > this.#until - DOUBT_MS
  }
  /** Returns whether another process holds the lease, or none yet. */
  get isOthers(): boolean {
    return this.#needs.isShared && !this.#isHeld
  }

  /** Takes it, now or as soon as it is free. Resolves when the first look, and what follows from it, is over. */
  async start(turns: Turns): Promise<void> {
    this.#turns = turns
    await underway.aside(() => this.#look())
    if (this.#needs.isShared) this.#looking = underway.aside(() => this.#goOn())
    await this.#turning
  }

  /** Records that another process was received as the holder. */
  heard(term: number): void {
    if (term <= this.term || !this.#isHeld) return
    this.#until = -Infinity
    this.#wake?.abort()
  }

  /** Locks the lease within a transaction that only the holder may commit; throws when another holds it. */
  async guard(client: Within, mark: number): Promise<void> {
    const { name, term } = this
    if (this.#needs.isShared && !(await markLease(client, { name, term, mark }))) throw new NotOurs()
  }

  /** Returns the progress mark of the holders. */
  mark(): Promise<number> {
    return readMark(this.#needs.db, this.name)
  }

  /** Gives it up when what is done with it has come to rest: another may take it at once. */
  async stop(): Promise<void> {
    this.#ends.abort()
    await this.#looking
    await this.#turning
    if (!this.#isHeld) return
    this.#isHeld = false
    await giveUpLease(this.#needs.db, this.name, this.term).catch(() => undefined)
  }

  async #goOn() {
    while (!this.#ends.signal.aborted) {
      await this.#rest(this.#isHeld ? this.#pace.renewMs : this.#againInMs)
      if (!this.#ends.signal.aborted) await this.#look()
    }
  }

  async #look() {
    try {
      if (this.#isHeld) await this.#renew()
      else await this.#take()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing)
        this.#needs.log.error('the holder of a lease cannot be read; trying again', {
          lease: this.name,
          error: sentenceOf(error),
        })
      this.#isFailing = true
      this.#againInMs = this.#pace.renewMs
      if (!this.#needs.isShared) throw error
    }
  }

  async #take() {
    const { db, isShared } = this.#needs
    const startedAt = performance.now()
    // Who has not renewed it for a lease has it no more, however far ahead it ends by a clock that was put back.
    const isLeft = this.#seen.endsAt !== '' && startedAt - this.#seen.since > this.#pace.leaseMs
    const found = await takeLease(db, this.#query, isShared ? isLeft && this.#seen : true)
    const isFirst = this.#isFirst
    this.#isFirst = false
    if ('againInMs' in found) {
      if (found.endsAt !== this.#seen.endsAt) this.#seen = { endsAt: found.endsAt, since: performance.now() }
      // Queried at once when the lease ends, and often enough to learn that it was given up.
      this.#againInMs = Math.min(this.#pace.renewMs, found.againInMs + 10)
      return
    }
    this.term = found.term
    this.#until = startedAt + this.#pace.leaseMs
    this.#isHeld = true
    this.#seen = { endsAt: '', since: 0 }
    const held = { mark: found.mark, isFirst }
    this.#turn(() => this.#turns.taken(held))
  }

  async #renew() {
    const startedAt = performance.now()
    if (await renewLease(this.#needs.db, this.#query, this.term)) {
      this.#until = startedAt + this.#pace.leaseMs
      return
    }
    this.#isHeld = false
    this.#until = -Infinity
    this.#againInMs = this.#pace.renewMs
    this.#needs.log.warn('another process has taken what this one held', { lease: this.name })
    this.#turn(() => this.#turns.lost())
  }

  /** Renewing goes on meanwhile. */
  #turn(work: () => Promise<void>) {
    this.#turning = this.#turning.then(work).catch((error: unknown) =>
      this.#needs.log.error('a lease changed hands, and not all that follows from it could be done', {
        lease: this.name,
        error: sentenceOf(error),
      }),
    )
  }

  get #query() {
    return { name: this.name, holder: this.#holder, leaseMs: this.#pace.leaseMs }
  }

  async #rest(ms: number) {
    this.#wake = new AbortController()
    const signal = AbortSignal.any([this.#wake.signal, this.#ends.signal])
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Error for writes of a process that no longer holds the lease. */
export class NotOurs extends Error {
  constructor() {
    super('another process holds the lease')
  }
}
