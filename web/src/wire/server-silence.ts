/** A server that lives is heard every second, on a thin line every two; after this long what it told is old. */
export const SILENT_MS = 4500
export const LOOK_EVERY_MS = 250
/** A look that comes later than this finds a page that was busy or asleep: what came meanwhile is still to be heard. */
const LATE_MS = 1000

/** When the server was heard last, by a clock that is never set (milliseconds, as `performance.now()`), and whether it is silent. */
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
