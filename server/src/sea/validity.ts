import type { RECURRENCES } from '@samudra/contract/areas'

export type Period = { from: number | null; to: number | null; recur: (typeof RECURRENCES)[number] }

const DAY_MS = 86_400_000

/** Returns whether a period of validity holds at an instant; a recurring one starts at its first time, in UTC. */
export function isValidAt({ from, to, recur }: Period, at: number): boolean {
  if (from !== null && at < from) return false
  if (to === null) return true
  if (recur === 'NONE' || from === null) return at <= to
  return at - latestStart(from, at, recur) <= to - from
}

/** When a period of validity begins or ends to hold, after one instant and up to another. */
export function validityChanges({ from, to, recur }: Period, after: number, upTo: number): number[] {
  if (from === null || to === null || recur === 'NONE')
    return [from, to === null ? null : to + 1].filter(
      (at): at is number => at !== null && at > after && at <= upTo,
    )
  const found: number[] = []
  let start = latestStart(from, Math.max(from, after), recur)
  while (start <= upTo) {
    for (const at of [start, start + (to - from) + 1]) if (at > after && at <= upTo) found.push(at)
    // So much later the next one has begun, and the one after it has not.
    start = latestStart(
      from,
      start + (recur === 'YEARLY' ? 548 : recur === 'WEEKLY' ? 10 : 1) * DAY_MS,
      recur,
    )
  }
  return found
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
