import { setTimeout as sleep } from 'node:timers/promises'

/** Wait after a failure: twice as long each time. */
const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** Work that must be completed: retried until it is done, or until it is given up. */
export class UntilDone {
  #isGivenUp = false
  #pause: AbortController | null = null
  readonly #hearers: (() => void)[] = []

  /** Waits after a failure for the time of the next try. */
  get isPausing(): boolean {
    return this.#pause !== null
  }

  /** Resolves when it is done or given up; `failed` receives each failure. */
  async run(act: () => Promise<void>, failed: (error: unknown) => void): Promise<void> {
    for (let wait = FIRST_MS; ; wait = Math.min(wait * 2, LONGEST_MS)) {
      try {
        await act()
        break
      } catch (error) {
        if (this.#isGivenUp) break
        failed(error)
      }
      this.#pause = new AbortController()
      this.#pushChange()
      await sleep(wait, undefined, { signal: this.#pause.signal }).catch(() => undefined)
      this.#pause = null
      if (this.#isGivenUp) break
    }
    this.#pushChange()
  }

  /** Ends a pause; resolves when the try that follows, or is under way, has ended, well or not. */
  again(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#hearers.push(resolve))
    this.#pause?.abort()
    return ended
  }

  /** Tries no more after the one under way. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#pause?.abort()
  }

  #pushChange() {
    for (const hear of this.#hearers.splice(0)) hear()
  }
}
