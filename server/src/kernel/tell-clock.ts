import type { Clock } from '../needs/clock.ts'
import type { Log } from './log.ts'

const LOOK_MS = 1000

/** Writes into the log what the machine's clock does. Returns how to end that. */
export function tellClock(clock: Clock, log: Log): () => void {
  let wasOff = false
  let told: string | null = null
  const timer = setInterval(() => {
    const { isOff, words } = clock.report?.() ?? { isOff: false, words: null }
    if (words !== null && (isOff ? !wasOff : words !== told)) log.warn(words)
    wasOff = isOff
    told = isOff ? null : words
  }, LOOK_MS)
  return () => clearInterval(timer)
}
