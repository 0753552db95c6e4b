import { PERIODS, type Period } from '@samudra/contract/dashboards'
import type { PanelPeriod } from './panels/FigurePanel.tsx'

export const PERIOD_LABELS: Record<Period, string> = {
  HOUR: 'Last hour',
  WATCH: 'Last 8 hours',
  DAY: 'Last 24 hours',
  WEEK: 'Last 7 days',
  MONTH: 'Last 31 days',
  QUARTER: 'Last 92 days',
}
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Longer periods are shown by day. */
const MOST_HOURS_BY_HOUR = 8 * 24

const bucketOf = (ms: number) => (ms > MOST_HOURS_BY_HOUR * HOUR_MS ? 'day' : 'hour')

/** Returns a period until now, to the minute, so that panels share answers. */
export function periodUntil(period: Period, now: number): PanelPeriod {
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const ms = PERIODS[period] * HOUR_MS
  return { from: new Date(to - ms).toISOString(), to: new Date(to).toISOString(), bucket: bucketOf(ms) }
}

/** Returns a period between two instants in order of time: a reversed one is read as the time between its ends. */
export function periodBetween(from: number, to: number): PanelPeriod {
  const [first, last] = from <= to ? [from, to] : [to, from]
  return {
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    bucket: bucketOf(last - first),
  }
}
