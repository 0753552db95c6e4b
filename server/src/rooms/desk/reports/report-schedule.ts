import { Cron } from 'croner'

const LEAST_MS = 3_600_000
const LOOKED_AT = 10

/** Time that clocks of a zone show, to the minute. */
const wallTime = (at: number, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)

/**
 * Returns the next time of a cron line after an instant. A time that clocks show twice, when they are set back, comes once;
 * one that they skip comes when they go on. Null if it never comes.
 */
export function nextRunAfter({ cron, zone }: { cron: string; zone: string }, at: number): number | null {
  const line = new Cron(cron, { timezone: zone, paused: true })
  const next = line.nextRun(new Date(at))?.getTime() ?? null
  if (next === null) return null
  return wallTime(next, zone) === wallTime(at, zone) ? nextRunAfter({ cron, zone }, next) : next
}

/** Returns why a schedule cannot be followed; null if it can. */
export function scheduleFault(schedule: { cron: string; zone: string }, now: number): string | null {
  try {
    if (schedule.cron.split(/\s+/).length !== 5)
      return 'needs minute, hour, day, month and weekday, like 30 6 * * *'
    let at = nextRunAfter(schedule, now)
    if (at === null) return 'never comes; choose another time'
    for (let i = 0; i < LOOKED_AT; i++) {
      const next = nextRunAfter(schedule, at)
      if (next === null) return null
      if (next - at < LEAST_MS) return 'runs more often than once an hour'
      at = next
    }
    return null
  } catch {
    return 'is not a cron line; use one like 30 6 * * *'
  }
}
