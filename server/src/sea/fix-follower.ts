import type { Lease } from '../platform/kernel/cluster/lease.ts'
import { FixQueue } from './fix-queue.ts'

export type FixFollowerNeeds = {
  lease: Pick<Lease, 'isOurs'>
  /** Receives the error of a turn, null after one that succeeded. */
  turned: (error: unknown) => void
}

/**
 * Follows fixes live, in the process with the feeds, in turns one after another. Fixes wait in a queue for their turn,
 * so that none is missed while the database is read. State in memory is dropped after an error, with the lease and
 * after a queue that overflowed; the next turn restores what is stored and takes the fixes stored since.
 */
export abstract class FixFollower {
  protected readonly queue = new FixQueue()
  readonly #needs: FixFollowerNeeds
  #turn: Promise<unknown> = Promise.resolve()
  #isBusy = false
  #isDue = false
  #isStopped = false

  constructor(needs: FixFollowerNeeds) {
    this.#needs = needs
  }

  /** Takes what waits; `wholly` does at once what otherwise has its time. */
  protected abstract take(wholly: boolean): Promise<void>
  /** Drops the state in memory. */
  protected abstract forget(): void
  /** Returns true if there is state in memory that a stop has to store. */
  protected abstract hasState(): boolean

  /** Takes a turn, unless one is under way. */
  async beat(): Promise<void> {
    if (!this.#isBusy) await this.#reported()
  }

  /** Takes a turn at once, or right after the one under way. */
  soon(): void {
    if (this.#isBusy) this.#isDue = true
    else void this.#reported()
  }

  /** Takes a turn after those under way. Throws its error. */
  turn(wholly = false): Promise<void> {
    const mine = this.#turn.then(() => this.#take(wholly))
    this.#isBusy = true
    const last = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#turn !== last) return
        this.#isBusy = false
        if (!this.#isDue) return
        this.#isDue = false
        this.soon()
      })
    this.#turn = last
    return mine
  }

  async stop(): Promise<void> {
    if (this.hasState()) await this.turn(true).catch(() => undefined)
    this.#isStopped = true
    await this.#turn
  }

  #reported(): Promise<void> {
    return this.turn().then(
      () => this.#needs.turned(null),
      (error: unknown) => this.#needs.turned(error),
    )
  }

  async #take(wholly: boolean) {
    if (this.#isStopped) return
    const { isOurs } = this.#needs.lease
    if (!isOurs || this.queue.isLost) {
      this.forget()
      this.queue.take()
    }
    if (!isOurs) return
    try {
      await this.take(wholly)
    } catch (error) {
      this.forget()
      throw error
    }
  }
}
