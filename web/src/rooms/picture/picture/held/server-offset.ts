/** Clocks this close are one: the difference is the way of the message. */
const SAME_MS = 1000
const REMEMBERED = 30
const offsets: number[] = []

/** Server time minus ours, from the times its messages carry: the one least delayed on the way counts. */
export function offsetFrom(serverMs: number): number {
  offsets.push(serverMs - Date.now())
  if (offsets.length > REMEMBERED) offsets.shift()
  const best = Math.max(...offsets)
  return Math.abs(best) < SAME_MS ? 0 : best
}
