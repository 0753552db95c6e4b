/** Waits between attempts: doubling from 1 s to 30 s, spread by a quarter so that peers are not hit in step. */
export class Retry {
  #attempt = 0
  #timer: NodeJS.Timeout | undefined
  #ended = false

  /** Runs `attempt` after the wait that is due. */
  later(attempt: () => void): void {
    if (this.#ended) return
    const wait = Math.min(30_000, 1000 * 2 ** this.#attempt) * (0.75 + Math.random() / 2)
    this.#attempt++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(attempt, wait)
  }

  /** The last attempt worked: the next wait is short again. */
  succeeded(): void {
    this.#attempt = 0
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}

/** Returns the silence after which an open connection counts as down, and is closed and opened again. */
export const stallMs = (expectedIntervalS: number) => Math.max(30_000, expectedIntervalS * 10_000)
