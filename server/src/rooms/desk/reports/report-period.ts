import type { ReportPeriod } from '@samudra/contract/reports'

const DAY_MS = 86_400_000
const WATCH_MS = 8 * 3_600_000

/** Date and weekday, 0 for Monday, that a calendar in a zone shows. */
function dateIn(at: number, zone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(at)
    .split('-')
    .map(Number)
  const [year, month, day] = parts as [number, number, number]
  return {
    year,
    month: month - 1,
    day,
    weekday: (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7,
  }
}

/** Milliseconds that clocks of a zone are ahead of UTC at an instant. */
function aheadIn(zone: string, at: number): number {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  return Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
}

/** Returns the first instant of a date in a zone; where clocks skip midnight, the instant of the change. */
export function beginOf(year: number, month: number, day: number, zone: string): number {
  const asUtc = Date.UTC(year, month, day)
  const first = asUtc - aheadIn(zone, asUtc)
  const begin = asUtc - aheadIn(zone, first)
  return dateIn(begin, zone).day === new Date(asUtc).getUTCDate() ? begin : Math.max(first, begin)
}

/** Returns the last period of a template before an instant; `watch` is when the last watch began. */
export function lastPeriod(
  period: ReportPeriod,
  zone: string,
  { now, watch }: { now: number; watch: number | null },
): { from: number; to: number } {
  const { year, month, day, weekday } = dateIn(now, zone)
  if (period === 'LAST_WATCH') return { from: watch ?? now - WATCH_MS, to: now }
  if (period === 'LAST_MONTH')
    return { from: beginOf(year, month - 1, 1, zone), to: beginOf(year, month, 1, zone) }
  const days = period === 'LAST_WEEK' ? 7 : 1
  const end = period === 'LAST_WEEK' ? day - weekday : day
  return { from: beginOf(year, month, end - days, zone), to: beginOf(year, month, end, zone) }
}

/** Longest period of a report, days. */
export const LONGEST_REPORT_DAYS = 400
export const isTooLong = ({ from, to }: { from: number; to: number }) =>
  to - from > LONGEST_REPORT_DAYS * DAY_MS
