const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** Days of a month of the Gregorian calendar; 0 for a month that does not exist. */
const daysOf = (year: number, month: number) =>
  month < 1 || month > 12 ? 0 : new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

/** Returns true for a date that exists: 30 February does not, though JavaScript would take it for 2 March. */
export const isDate = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= daysOf(year, month)

/**
 * Epoch ms of an instant of ISO 8601 with date, time and zone (`2026-01-05T10:00:00.000Z`, `2026-01-05T15:30+05:30`);
 * NaN for anything else. A time without a zone is none: it would mean another instant on every computer.
 */
export function instantOf(text: string): number {
  const found = WRITTEN.exec(text)
  if (found === null) return Number.NaN
  const [year, month, day, hour, minute, second] = found
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0)) as [number, number, number, number, number, number]
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return Number.NaN
  return Date.parse(text)
}
