import { createHash } from 'node:crypto'
import { OperationError } from './errors.ts'
import type { Others } from '../cluster/others.ts'
import { anotherCall, onceOfAll } from './shared-answers.ts'

/** Time for which the same key gets the first answer; a client that lost it has repeated the call by then. */
const RETENTION_MS = 10 * 60_000
/** Calls remembered: of one user, and together. */
const MOST = { one: 200, all: 10_000 }
const KEY = /^[\x21-\x7e]{1,100}$/

type Stored = { userId: string; call: string; at: number; answer: Promise<unknown> }

/**
 * Calls that are executed once however often they arrive: a repeated `Idempotency-Key` gets the first answer. Answers
 * are in memory alone, and sealed where there are other processes. They may hold secrets that are shown once, such as
 * a temporary password.
 */
export class RepeatedCalls {
  readonly #stored = new Map<string, Stored>()
  readonly #ofUser = new Map<string, number>()
  readonly #others: Others | undefined

  constructor(others?: Others) {
    this.#others = others?.isThere === true ? others : undefined
  }

  /** Runs a call, or gives back its first answer. Throws VALIDATION for a bad key, DUPLICATE when it stands for another call. */
  once<T>(
    { userId, key, call }: { userId: string; key: string; call: readonly unknown[] },
    run: () => Promise<T>,
    now = performance.now(),
  ): Promise<T> {
    if (!KEY.test(key))
      throw new OperationError('VALIDATION', 'The Idempotency-Key must be 1 to 100 visible ASCII characters.')
    this.#forgetOld(now)
    const name = `${userId} ${key}`
    const digest = createHash('sha256').update(JSON.stringify(call)).digest('base64')
    const stored = this.#stored.get(name)
    if (stored !== undefined) {
      if (stored.call === digest) return stored.answer as Promise<T>
      throw anotherCall()
    }
    if ((this.#ofUser.get(userId) ?? 0) >= MOST.one || this.#stored.size >= MOST.all)
      throw new OperationError('RATE_LIMIT', 'Too many calls with an Idempotency-Key. Wait some minutes.')
    const answer =
      this.#others === undefined
        ? run()
        : onceOfAll(this.#others, { name: `call ${name}`, call: digest, retentionMs: RETENTION_MS }, run)
    this.#stored.set(name, { userId, call: digest, at: now, answer })
    this.#ofUser.set(userId, (this.#ofUser.get(userId) ?? 0) + 1)
    // What failed was not done: it may be tried again under the same key.
    answer.catch(() => this.#forget(name))
    return answer
  }

  #forgetOld(now: number) {
    for (const [name, { at }] of this.#stored) {
      if (now - at < RETENTION_MS) return
      this.#forget(name)
    }
  }
  #forget(name: string) {
    const stored = this.#stored.get(name)
    if (stored === undefined) return
    this.#stored.delete(name)
    const left = this.#ofUser.get(stored.userId)! - 1
    if (left > 0) this.#ofUser.set(stored.userId, left)
    else this.#ofUser.delete(stored.userId)
  }
}
