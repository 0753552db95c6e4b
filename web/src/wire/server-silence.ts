/** Silence after which server data is old; a working server sends every second, on a thin line every two. */
export const SILENT_MS = 4500
export const LOOK_EVERY_MS = 250
/** Delay of a check that shows the page was busy or asleep: messages that arrived meanwhile are still unprocessed. */
const LATE_MS = 1000

/**
 * Time of the last message from the server, by a clock that is never set (milliseconds, as `performance.now()`), and
 * whether it is silent.
 */
export class ServerSilence {
  receivedAt: number | null = null
  #lookedAt = -Infinity

  received(at: number) {
    this.receivedAt = at
  }

  /** Looked at often: true when the server has been silent for too long. */
  isSilent(at: number): boolean {
    const isLate = at - this.#lookedAt > LATE_MS
    this.#lookedAt = at
    return !isLate && this.receivedAt !== null && at - this.receivedAt > SILENT_MS
  }
}
