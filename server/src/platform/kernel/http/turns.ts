import { OperationError } from './errors.ts'

type Waiting = { begin: () => void }

/**
 * Turns for work that many users request and few may run at once. Each user has an own queue, so that none waits
 * behind requests of another, and the queues take turns.
 */
export class Turns {
  readonly #limits: { ofOne: number; inAll: number; waiting: number }
  /** Message for a user whose queue is full. */
  readonly #full: string
  readonly #underWay = new Map<string, number>()
  #inAll = 0
  /** Waiting calls by user; the next in turn is first. */
  readonly #queues = new Map<string, Waiting[]>()

  constructor(limits: { ofOne: number; inAll: number; waiting: number }, full: string) {
    this.#limits = limits
    this.#full = full
  }

  /**
   * Waits for a turn of a user; returns how to end it. `waits` receives the number of that user's earlier requests,
   * when there is a wait at all. Throws RATE_LIMIT, or the reason of the signal.
   */
  async take(who: string, signal?: AbortSignal, waits?: (ahead: number) => void): Promise<() => void> {
    signal?.throwIfAborted()
    if (!this.#isFree(who)) {
      const ahead = (this.#underWay.get(who) ?? 0) + (this.#queues.get(who)?.length ?? 0)
      const turn = this.#wait(who, signal)
      waits?.(ahead)
      await turn
    } else this.#begin(who)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(who)
    }
  }

  #isFree(who: string) {
    const { ofOne, inAll } = this.#limits
    return this.#inAll < inAll && (this.#underWay.get(who) ?? 0) < ofOne
  }

  #begin(who: string) {
    this.#inAll++
    this.#underWay.set(who, (this.#underWay.get(who) ?? 0) + 1)
  }

  #wait(who: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues.get(who) ?? []
    if (queue.length >= this.#limits.waiting) throw new OperationError('RATE_LIMIT', this.#full)
    this.#queues.set(who, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#leave(who, waiting)
        reject(signal!.reason as Error)
      }
      const waiting: Waiting = {
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      queue.push(waiting)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #leave(who: string, waiting: Waiting) {
    const left = (this.#queues.get(who) ?? []).filter((one) => one !== waiting)
    if (left.length === 0) this.#queues.delete(who)
    else this.#queues.set(who, left)
  }

  #end(who: string) {
    this.#inAll--
    const left = this.#underWay.get(who)! - 1
    if (left === 0) this.#underWay.delete(who)
    else this.#underWay.set(who, left)
    for (const next of Array.from(this.#queues.keys())) {
      if (!this.#isFree(next)) continue
      const queue = this.#queues.get(next)!
      const first = queue.shift()!
      // A user who had a turn is last in line again.
      this.#queues.delete(next)
      if (queue.length > 0) this.#queues.set(next, queue)
      this.#begin(next)
      first.begin()
    }
  }
}
