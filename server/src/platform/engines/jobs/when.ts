import { Cron } from 'croner'
import type { When } from '../../needs/jobs.ts'

/** Milliseconds from an instant until the next time, which has been under way for so long already. */
export function untilNext(when: When, now: number, tookMs = 0): number {
  if ('everyMs' in when) return Math.max(0, when.everyMs - tookMs)
  const next = cronOf(when).nextRun(new Date(now))
  if (next === null) throw new Error(`the cron line ${when.cron} never matches`)
  return next.getTime() - now
}

/** Throws when the line or the zone is none. */
export const checkWhen = (when: When) => void untilNext(when, Date.UTC(2026, 0))

const cronOf = ({ cron, zone }: Extract<When, { cron: string }>) =>
  new Cron(cron, { timezone: zone, paused: true })
