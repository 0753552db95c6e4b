import type { UserSettings } from '@samudra/contract/identity'
import { zoneOf } from '@samudra/contract/zone-names'

export type ZoneName = UserSettings['datetime.zone']
export type WhenStyle = Pick<UserSettings, 'datetime.format' | 'datetime.zone'>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter, because formatters are expensive to create and needed every second. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** A time as the user reads it, without its zone; what is no time comes back as it was. */
export function whenText(value: string | number, style: WhenStyle): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return String(value)
  const part: Record<string, string> = {}
  for (const { type, value: text } of formatIn(zoneOf(style['datetime.zone'])).formatToParts(at))
    part[type] = text
  return style['datetime.format']
    .replace('YYYY', part['year'] ?? '')
    .replace('MM', part['month'] ?? '')
    .replace('DD', part['day'] ?? '')
    .replace('HH', part['hour'] ?? '')
    .replace('mm', part['minute'] ?? '')
    .replace('ss', part['second'] ?? '')
}

/** The day of a time as the user reads it. */
export const dayText = (value: string | number, style: WhenStyle): string =>
  whenText(value, style).split(' ')[0]!

/** The hour and minute of a time of today, else with its day. */
export function sinceText(value: string | number, style: WhenStyle, now: number): string {
  const minutes = whenText(value, style).slice(0, -3)
  return dayText(value, style) === dayText(now, style) ? minutes.split(' ')[1]! : minutes
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Formats an age for a row: `12 s`, `4 min`, `3 h 20 min`, `2 d 4 h`. */
export function agoText(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < MINUTE) return `${s} s`
  if (s < HOUR) return `${Math.floor(s / MINUTE)} min`
  if (s < DAY) return pair(Math.floor(s / HOUR), 'h', Math.floor((s % HOUR) / MINUTE), 'min')
  return pair(Math.floor(s / DAY), 'd', Math.floor((s % DAY) / HOUR), 'h')
}

const pair = (a: number, unitA: string, b: number, unitB: string) =>
  b === 0 ? `${a} ${unitA}` : `${a} ${unitA} ${b} ${unitB}`
