import { randomUUID } from 'node:crypto'
import type { Pushed } from '../../../platform/kernel/http/send.ts'

/** Limits of the push log for screens with an interrupted socket: age, rows and bytes. */
const LIMITS = { ms: 10 * 60_000, rows: 10_000, bytes: 32 * 1024 * 1024 }
/** Maximum number of missed pushes; after more, a client reads its data again, which costs less. */
const MOST_SHOWN = 1000

/** A push at its place among all of them. */
export type Logged = Pushed & { seq: number; at: number }

/**
 * Pushes of the last minutes in order, as data. Their numbers are instants in microseconds. They grow, and do not
 * reveal the number of pushes for others.
 */
export class PushLog {
  /** Numbers of another log mean nothing here. */
  readonly epoch: string
  readonly #limits: typeof LIMITS
  #rows: { one: Logged; bytes: number }[] = []
  /** Index of the first stored push, and number of the last dropped one. */
  #first = 0
  #lost: number
  #bytes = 0
  #head: number

  /** `epoch`: of a log that several processes fill with the same. */
  constructor(now: number, limits: Partial<typeof LIMITS> = {}, epoch: string = randomUUID()) {
    this.#limits = { ...LIMITS, ...limits }
    this.epoch = epoch
    this.#head = this.#lost = Math.floor(now * 1000)
  }

  /** The number of the last push. */
  get head(): number {
    return this.#head
  }
  get size(): { rows: number; bytes: number } {
    return { rows: this.#rows.length - this.#first, bytes: this.#bytes }
  }

  /** A number somewhat before another, if the log reaches back so far. */
  near(seq: number, by: number): number {
    return seq < this.#lost ? seq : Math.max(this.#lost, seq - by)
  }

  /** Forgets everything up to a number, of which the next are greater. */
  startAt(seq: number): void {
    this.#rows = []
    this.#first = this.#bytes = 0
    this.#head = this.#lost = seq
  }

  /** Adds a push. `seq` is greater than the head; default is the instant. */
  add(pushed: Pushed, now: number, seq = Math.max(this.#head + 1, Math.floor(now * 1000))): Logged {
    this.#head = seq
    const one = { ...pushed, seq: this.#head, at: now }
    const bytes = JSON.stringify(pushed).length
    this.#rows.push({ one, bytes })
    this.#bytes += bytes
    this.forget(now)
    return one
  }

  /** Lets go of what is too old or too much. */
  forget(now: number): void {
    const { ms, rows, bytes } = this.#limits
    for (let first = this.#rows[this.#first]; first !== undefined; first = this.#rows[this.#first]) {
      if (now - first.one.at <= ms && this.size.rows <= rows && this.#bytes <= bytes) break
      this.#lost = first.one.seq
      this.#bytes -= first.bytes
      this.#first++
    }
    if (this.#first <= this.#rows.length / 2) return
    this.#rows = this.#rows.slice(this.#first)
    this.#first = 0
  }

  /**
   * Returns the pushes after a number that pass `isFor`, in order. Of several full states of one object only the last
   * is included, so that no old state is pushed. Null when some are no longer stored, or there are too many.
   */
  after(seq: number, isFor: (one: Logged) => boolean): Logged[] | null {
    if (seq < this.#lost) return null
    const found: Logged[] = []
    const known = new Set<string>()
    for (let i = this.#rows.length - 1; i >= this.#first; i--) {
      const { one } = this.#rows[i]!
      if (one.seq <= seq) break
      if ((one.about !== undefined && known.has(one.about)) || !isFor(one)) continue
      if (one.about !== undefined) known.add(one.about)
      if (found.push(one) > MOST_SHOWN) return null
    }
    return found.reverse()
  }
}
