import { asciiOf } from './sixbit.ts'
import type { PayloadReader } from './payload-reader.ts'

/** Binary data described field by field, as the tables of the standards have it. */
export type Reading = number | string | boolean | null | readonly number[] | Readings[]
export type Readings = { [field: string]: Reading }

/** One field, or several of the same layout. Spare bits have no name. */
export type Field = {
  readonly name: string | null
  readonly bits: number
  readonly read: (p: PayloadReader, at: number) => Reading
}
export type Layout = readonly Field[]

/**
 * Meaning of a transmitted number: `none`, values below `least` and values from `end` up are "not available". Others
 * are (it + `base`) `times` / `per`.
 */
type Meaning = {
  none?: number
  least?: number
  end?: number
  per?: number
  times?: number
  base?: number
  signed?: boolean
}

export function num(name: string, bits: number, meaning: Meaning = {}): Field {
  const { none, least = -Infinity, end = Infinity, per = 1, times = 1, base = 0, signed = false } = meaning
  const read = (p: PayloadReader, at: number) => {
    const value = signed ? p.signed(at, bits) : p.unsigned(at, bits)
    return value === none || value < least || value >= end ? null : ((value + base) * times) / per
  }
  return { name, bits, read }
}

export const flag = (name: string): Field => ({ name, bits: 1, read: (p, at) => p.flag(at) })
export const spare = (bits: number): Field => ({ name: null, bits, read: () => null })

export const text = (name: string, characters: number): Field => ({
  name,
  bits: characters * 6,
  read: (p, at) => p.text(at, characters),
})

/** Returns a field of bits whose meaning is unknown here, as hexadecimal digits. */
export const unread = (name: string, bits: number): Field => ({
  name,
  bits,
  read: (p, at) => p.hex(at, at + bits),
})

/** Longitude and latitude to 1/1,000 minute. */
export const COARSE_PLACE: Layout = [
  { name: 'lon', bits: 25, read: (p, at) => p.lon(at, 25, 60_000) },
  { name: 'lat', bits: 24, read: (p, at) => p.lat(at, 24, 60_000) },
]
/** Longitude and latitude to 1/10,000 minute. */
export const FINE_PLACE: Layout = [
  { name: 'lon', bits: 28, read: (p, at) => p.lon(at) },
  { name: 'lat', bits: 27, read: (p, at) => p.lat(at) },
]

/** The layout again under names that begin otherwise: `arrival` makes `arrivalMonth` of `month`. */
export const named = (prefix: string, layout: Layout): Layout =>
  layout.map((field) => ({
    ...field,
    name: field.name && `${prefix}${field.name[0]!.toUpperCase()}${field.name.slice(1)}`,
  }))

export const HOUR_MINUTE: Layout = [num('hour', 5, { end: 24 }), num('minute', 6, { end: 60 })]
export const DAY_HOUR_MINUTE: Layout = [num('day', 5, { none: 0 }), ...HOUR_MINUTE]
/** Layout of a UTC time without its year. */
export const MONTH_TO_MINUTE: Layout = [num('month', 4, { none: 0 }), ...DAY_HOUR_MINUTE]

export const bitsOf = (layout: Layout): number => layout.reduce((sum, { bits }) => sum + bits, 0)

/** Always the same number of groups, one after the other. */
export const several = (name: string, count: number, layout: Layout): Field => ({
  name,
  bits: count * bitsOf(layout),
  read: (p, at) => groups(p, at, at + count * bitsOf(layout), layout),
})

/** The groups that fit between two places. */
export function groups(p: PayloadReader, start: number, end: number, layout: Layout): Readings[] {
  const each = bitsOf(layout)
  const list: Readings[] = []
  for (let at = start; at + each <= end; at += each) list.push(readFields(p, at, layout))
  return list
}

/** The fields of a layout, added to what is read already. */
export function readFields(
  p: PayloadReader,
  start: number,
  layout: Layout,
  readings: Readings = {},
): Readings {
  let at = start
  for (const { name, bits, read } of layout) {
    if (name !== null) readings[name] = read(p, at)
    at += bits
  }
  return readings
}

/** Text up to the end, blanks and the first @ cut. */
export function restOfText(p: PayloadReader, start: number, end: number): string | null {
  let read = ''
  for (let at = start; at + 6 <= end; at += 6) {
    const sextet = p.unsigned(at, 6)
    if (sextet === 0) break
    read += String.fromCharCode(asciiOf(sextet))
  }
  return read.trimEnd() || null
}
