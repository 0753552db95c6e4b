/**
 * The wall clock. Fixes carry the server's time, so the live picture is drawn by the server's clock even where the
 * clock of this computer is wrong.
 */
let offsetMs = 0

/** Two clocks this close are one: the difference is the way of the message, not drift. */
const SAME_MS = 1000

export function setServerOffset(ms: number) {
  offsetMs = Math.abs(ms) < SAME_MS ? 0 : ms
}

/** Server time minus this computer's time, 0 while they agree. */
export function serverOffset(): number {
  return offsetMs
}

/** Epoch milliseconds by the server's clock, whatever instant the map shows. */
export function wallNow(): number {
  return Date.now() + offsetMs
}
