import type { Caller } from './caller.ts'

/** Whose screens are open now. */
export class Presence {
  readonly #screens = new Map<string, Caller>()

  /** A screen is open for somebody, or for the same with other rights. */
  enter(screen: string, caller: Caller): void {
    this.#screens.set(screen, caller)
  }
  leave(screen: string): void {
    this.#screens.delete(screen)
  }
  /** One entry a screen. */
  callers(): Iterable<Caller> {
    return this.#screens.values()
  }
}
