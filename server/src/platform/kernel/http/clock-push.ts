import type { Clock } from '../../needs/clock.ts'
import type { Beat } from '../cluster/beats.ts'
import type { Log } from '../text/log.ts'

const LOOK_MS = 1000

/** Writes into the log what the machine's clock does. */
export function pushClock(clock: Clock, log: Log): Beat {
  let wasOff = false
  let reported: string | null = null
  const look = () => {
    const { isOff, words } = clock.report?.() ?? { isOff: false, words: null }
    if (words !== null && (isOff ? !wasOff : words !== reported)) log.warn(words)
    wasOff = isOff
    reported = isOff ? null : words
  }
  return { everyMs: LOOK_MS, work: look }
}
