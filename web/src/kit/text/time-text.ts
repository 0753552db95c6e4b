import { zoneOf } from '@samudra/contract/zone-names'
import { instantOf, isDate } from '@samudra/nautical/instant'
import { whenText, type WhenStyle } from './when-text.ts'

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** Names of zones that may stand behind a time; a date-time group's Z is UTC. */
const ZONE = /\s*(Z|UTC|GMT|IST|PST)$/i

/** Formats an instant for a time field, without seconds where there are none. */
export const timeText = (at: number, style: WhenStyle): string => whenText(at, style).replace(/:00$/, '')

/**
 * Returns epoch ms of a typed time, NaN if it is none. It applies the user's zone and format unless another zone
 * follows: `2026-11-22 08:30`, `22-11-2026 0830`, `0830` of today, `yesterday 0830`, `220830Z NOV 26` (a date-time
 * group), `now`, `-2h`, `+30m`, `-1d 6h`, or ISO 8601 with its zone.
 */
export function readTime(typed: string, style: WhenStyle, now: number): number {
  const text = typed.trim().replace(/\s+/g, ' ')
  const written = instantOf(text.replace(' ', 'T').toUpperCase())
  if (!Number.isNaN(written)) return written
  if (/^now$/i.test(text)) return now
  const away = readAway(text)
  if (away !== null) return now + away
  const group = readGroup(text, style, now)
  if (group !== null) return group
  const zone = ZONE.exec(text)?.[1]?.toUpperCase()
  const named = zone === undefined ? style : { ...style, 'datetime.zone': zoneName(zone) }
  return readLocal(text.replace(ZONE, ''), named, now)
}
const zoneName = (zone: string): WhenStyle['datetime.zone'] =>
  zone === 'IST' || zone === 'PST' ? zone : 'UTC'

/** `-2h`, `+1d 6h`, `-90 min`: milliseconds from now. */
function readAway(text: string): number | null {
  const found = /^([+-])((?: ?\d+(?:\.\d+)? ?(?:s|m|min|h|d|w))+)$/i.exec(text)
  if (found === null) return null
  let sum = 0
  for (const [, count, unit] of found[2]!.matchAll(/(\d+(?:\.\d+)?) ?([smhdw])/gi))
    sum += Number(count) * UNITS[unit!.toLowerCase()]!
  return found[1] === '-' ? -sum : sum
}

/** `220830Z NOV 26`, `220830Z`: the day of the month and the time, of this month unless one is named. */
function readGroup(text: string, style: WhenStyle, now: number): number | null {
  const found = /^(\d\d)(\d\d)(\d\d)Z(?: ?([A-Z]{3})(?: ?(\d\d|\d{4}))?)?$/i.exec(text)
  if (found === null) return null
  const [, day, hour, minute, month, year] = found
  const here = partsOf(now, { ...style, 'datetime.zone': 'UTC' })
  const named = month === undefined ? here.month : MONTHS.indexOf(month.toUpperCase()) + 1
  const inYear = year === undefined ? here.year : Number(year) + (year.length === 2 ? 2000 : 0)
  return epochOf([inYear, named, Number(day), Number(hour), Number(minute), 0], 'UTC')
}

function readLocal(text: string, style: WhenStyle, now: number): number {
  const found = /^(?:(.+?)[ T])?(\d{1,2}):?(\d\d)(?::(\d\d))?$|^(.+)$/i.exec(text)
  if (found === null) return Number.NaN
  const [, dateBefore, hour = '0', minute = '0', second = '0', alone] = found
  const date = readDate(alone ?? dateBefore ?? 'today', style, now)
  if (date === null) return Number.NaN
  return epochOf([...date, Number(hour), Number(minute), Number(second)], style['datetime.zone'])
}

/** Year, month and day of a date in the order of the user, or with the year first. */
function readDate(text: string, style: WhenStyle, now: number): [number, number, number] | null {
  const word = text.toLowerCase()
  const days = word === 'today' ? 0 : word === 'yesterday' ? -1 : word === 'tomorrow' ? 1 : null
  if (days !== null) {
    const { year, month, day } = partsOf(now + days * UNITS['d']!, style)
    return [year, month, day]
  }
  const parts = text.split(/[-/. ]/).map(Number)
  if (parts.length !== 3 || parts.some((part) => !Number.isInteger(part))) return null
  const [a, b, c] = parts as [number, number, number]
  if (a > 31) return [a, b, c]
  return style['datetime.format'].startsWith('MM') ? [c, a, b] : [c, b, a]
}

/** The instant at which clocks of a zone show a date and a time; NaN where there is none. */
function epochOf(
  [year, month, day, hour, minute, second]: [number, number, number, number, number, number],
  zone: WhenStyle['datetime.zone'],
): number {
  if (year < 1970 || year > 9999 || !isDate(year, month, day)) return Number.NaN
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const offsetAt = (at: number) => {
    const there = partsOf(at, { 'datetime.format': 'YYYY-MM-DD HH:mm:ss', 'datetime.zone': zone })
    return (
      Date.UTC(there.year, there.month - 1, there.day, there.hour, there.minute, there.second) -
      Math.floor(at / 1000) * 1000
    )
  }
  if (zoneOf(zone) === 'UTC') return asUtc
  // Once more, for where summer time begins between the guess and the time.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

function partsOf(at: number, style: WhenStyle) {
  const text = whenText(at, { ...style, 'datetime.format': 'YYYY-MM-DD HH:mm:ss' })
  const [year, month, day, hour, minute, second] = text.split(/[- :]/).map(Number)
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! }
}

/** A time as it is sent; null for none. Throws, for the form to show, when it is not readable. */
export function isoOf(at: number | null): string | null {
  if (at !== null && Number.isNaN(at)) throw new Error(UNREADABLE)
  return at === null ? null : new Date(at).toISOString()
}
/** A time of the server for a field. */
export const epochOrNull = (iso: string | null | undefined): number | null =>
  iso == null ? null : Date.parse(iso)

/** Remedy for a text that is no time. */
export const UNREADABLE = 'Enter a time like 2026-11-22 08:30, 0830, -2h or now.'

const MINUTE_MS = 60_000
/** Returns the start of the minute of an instant; fields show no seconds that were not typed. */
export const wholeMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** Why two times are no period, of so many ms at most; null when they are one. */
export function periodFault(
  from: number | null,
  to: number | null,
  most: { ms: number; why: string } = { ms: Infinity, why: '' },
): string | null {
  if (from === null || to === null || Number.isNaN(from) || Number.isNaN(to)) return 'Enter both times.'
  if (from >= to) return 'The end is before the start. Swap the times.'
  return to - from > most.ms ? most.why : null
}
