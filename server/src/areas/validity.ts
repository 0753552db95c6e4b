import type { RECURRENCES } from '@samudra/contract/areas'

export type Period = { from: number | null; to: number | null; recur: (typeof RECURRENCES)[number] }

const DAY_MS = 86_400_000

/** Whether a period of validity holds at an instant; one that comes again does so from its first time on, in UTC. */
export function isValidAt({ from, to, recur }: Period, at: number): boolean {
  if (from !== null && at < from) return false
  if (to === null) return true
  if (recur === 'NONE' || from === null) return at <= to
  return at - latestStart(from, at, recur) <= to - from
}

/** The last time a period began before or at an instant. */
function latestStart(from: number, at: number, recur: Exclude<Period['recur'], 'NONE'>): number {
  if (recur !== 'YEARLY') {
    const step = recur === 'DAILY' ? DAY_MS : 7 * DAY_MS
    return from + Math.floor((at - from) / step) * step
  }
  const first = new Date(from)
  const inYear = (year: number) => {
    const start = new Date(first)
    start.setUTCFullYear(year)
    return start.getTime()
  }
  const year = new Date(at).getUTCFullYear()
  return inYear(year) <= at ? inYear(year) : inYear(year - 1)
}
