import type { Clock } from '../../../../platform/needs/clock.ts'

/** Longest time that a timer waits; what is later comes by the clock of the job. */
const LONGEST_MS = 3_600_000

/** Brings work forward at the earliest of the times that it is needed at. */
export class SendTimer {
  readonly #clock: Pick<Clock, 'now'>
  readonly #work: () => unknown
  #timer: NodeJS.Timeout | null = null
  #at = Infinity
  #isStopped = false

  constructor(clock: Pick<Clock, 'now'>, work: () => unknown) {
    this.#clock = clock
    this.#work = work
  }

  at(at: number): void {
    const wait = at - this.#clock.now()
    if (this.#isStopped || at >= this.#at || wait > LONGEST_MS) return
    this.#at = at
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        this.#at = Infinity
        this.#work()
      },
      Math.max(0, wait),
    )
  }

  stop(): void {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}
