import type { Eta } from './messages.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The parts of an ETA as it is packed into 20 bits; what M.1371 has no value for is null. */
export function unpackEta(eta: number): Eta {
  const [month, day, hour, minute] = [(eta >> 16) & 15, (eta >> 11) & 31, (eta >> 6) & 31, eta & 63]
  return {
    month: month === 0 ? null : month,
    day: day === 0 ? null : day,
    hour: hour < 24 ? hour : null,
    minute: minute < 60 ? minute : null,
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** `24 Nov 11:10 UTC`; M.1371 sends no year. Null when month or day is missing. */
export function etaWords({ month, day, hour, minute }: Eta): string | null {
  if (month === null || day === null) return null
  const time = hour === null || minute === null ? '' : ` ${two(hour)}:${two(minute)} UTC`
  return `${day} ${MONTHS[month - 1] ?? two(month)}${time}`
}

/**
 * Returns the instant of an ETA, epoch ms. M.1371 sends no year, so the one nearest to the time of the report counts;
 * noon where no hour is sent. Null when month or day is missing, or there is no such day.
 */
export function etaInstant({ month, day, hour, minute }: Eta, reportedAt: number): number | null {
  if (month === null || day === null) return null
  const year = new Date(reportedAt).getUTCFullYear()
  const near = [year - 1, year, year + 1]
    .map((one) => Date.UTC(one, month - 1, day, hour ?? 12, hour === null ? 0 : (minute ?? 0)))
    .filter((at) => new Date(at).getUTCDate() === day)
    .toSorted((a, b) => Math.abs(a - reportedAt) - Math.abs(b - reportedAt))
  return near[0] ?? null
}
