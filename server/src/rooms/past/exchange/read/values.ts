import { instantOf } from '@samudra/nautical/instant'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'
import { Misread } from '../../../../platform/formats/named-table.ts'
import { systemClock } from '../../../../platform/needs/clock.ts'
import type { PassedFix } from '../passed-fix.ts'

const EARLIEST_MS = Date.UTC(1990, 0, 1)
const FUTURE_MS = 60_000
const FIRST_MS_DIGITS = 12

/** Nine digits; tables of numbers leave out the zeros of coast stations (00MID) and groups (0MID). */
const AN_MMSI = /^(\d{9}|[2-7]\d{6,7})$/

export function mmsiOf(text: string): number {
  const trimmed = text.trim()
  if (!AN_MMSI.test(trimmed) || Number(trimmed) === 0)
    throw new Misread('mmsi', `“${trimmed.slice(0, 30)}” is no MMSI; it has nine digits`)
  return Number(trimmed)
}

/** ISO 8601, the Danish writing of day, month and year, or epoch seconds or milliseconds; UTC where no zone is named. */
export function timeOf(text: string): number {
  const trimmed = text.trim()
  const at = readTime(trimmed)
  if (Number.isNaN(at))
    throw new Misread('time', `“${trimmed.slice(0, 40)}” is not a time like 2024-05-17T08:30:00Z`)
  if (at < EARLIEST_MS) throw new Misread('time', `${trimmed} is before 1990`)
  if (at > systemClock.now() + FUTURE_MS) throw new Misread('time', `${trimmed} is in the future`)
  return at
}

function readTime(text: string): number {
  if (/^\d{9,16}$/.test(text)) return text.length >= FIRST_MS_DIGITS ? Number(text) : Number(text) * 1000
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (iso !== null) {
    const zone = (iso[3] ?? 'Z').toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')
    return instantOf(`${iso[1]}T${iso[2]!.replace(/(\.\d{9})\d+/, '$1')}${zone}`)
  }
  const danish = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text)
  return danish === null ? Number.NaN : instantOf(`${danish[3]}-${danish[2]}-${danish[1]}T${danish[4]}Z`)
}

export function numberOf(field: string, text: string | undefined): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  const value = Number(trimmed)
  if (!Number.isFinite(value)) throw new Misread(field, `“${trimmed.slice(0, 30)}” is not a number`)
  return value
}

/** Degrees; 91 and 181 say that there is no place. */
export function degreesOf(field: 'latitude' | 'longitude', text: string | undefined): number | null {
  const most = field === 'latitude' ? 90 : 180
  const value = numberOf(field, text)
  if (value === null || value === most + 1) return null
  if (Math.abs(value) > most) throw new Misread(field, `${value} is not within ${most} degrees`)
  return value
}

/** Type of message with whole knots, up to 1,022. */
const SAR_AIRCRAFT = 9
const within = (value: number | null, least: number, below: number) =>
  value === null || value < least || value >= below ? null : value
/**
 * Returns the speed; values that AIS reserves for "not available", and those that no vessel can mean, are not
 * available.
 */
export const sogOf = (text: string | undefined, type = 1) =>
  within(numberOf('sog', text), 0, type === SAR_AIRCRAFT ? 1022.5 : 102.25)
export const cogOf = (text: string | undefined) => within(numberOf('cog', text), 0, 359.95)
export const headingOf = (text: string | undefined) => within(numberOf('heading', text), 0, 359.5)

/** Returns ROT_AIS from -127 to 127; -128 means that it is not available. */
export function rotAisOf(text: string | undefined): number | null {
  const value = within(numberOf('rot_ais', text), -127, 127.5)
  return value === null ? null : Math.round(value)
}

const STATUS = new Map(NAV_STATUS_LABELS.map((label, code) => [label.toLowerCase(), code]))
const NO_STATUS = 15

/** By number or by the words of M.1371. */
export function statusOf(text: string | undefined): number | null {
  const trimmed = text?.trim().toLowerCase() ?? ''
  if (trimmed === '') return null
  const code = /^\d{1,2}$/.test(trimmed) ? Number(trimmed) : (STATUS.get(trimmed) ?? NO_STATUS)
  return code >= NO_STATUS ? null : code
}

const TYPES: Record<string, number> = {
  'class a': 1,
  a: 1,
  'class b': 18,
  b: 18,
  'base station': 4,
  aton: 21,
  'sar airborne': 9,
}

/** Returns the message type by its number, or by the kind of station; a position report by default. */
export function typeOf(text: string | undefined): number {
  const trimmed = text?.trim().toLowerCase() ?? ''
  const number = /^\d{1,2}$/.test(trimmed) ? Number(trimmed) : (TYPES[trimmed] ?? 1)
  return number >= 1 && number <= 27 ? number : 1
}

/** A source as feeds name theirs; null for what could be none. */
export function sourceOf(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return /^[A-Z][A-Z0-9_]{1,19}$/.test(trimmed) ? trimmed : null
}

/** Everything a file may leave out. */
export const BARE: Omit<PassedFix, 'mmsi' | 'at' | 'lat' | 'lon'> = {
  split: 0,
  receivedAt: null,
  sog: null,
  cog: null,
  heading: null,
  rot: null,
  navStatus: null,
  type: 1,
  bits: 0,
  source: null,
  station: null,
}
