import { ANOMALY_LABELS } from '../labels.ts'
import type { RuleField, RuleZone } from '../rules.ts'
import { AIRCRAFT_FIELD_WORDS, RULE_FIELD_UNITS, RULE_FIELD_WORDS } from '../rule-fields.ts'
import type { Cursor } from './cursor.ts'
import { NO, type Codec, type Held } from './wording.ts'

/** Words for the kinds of objects that rules name by id. */
export const NAMED = {
  aoi: 'area',
  eez: 'boundary',
  port: 'port',
  list: 'list',
  infrastructure: 'structure',
  user: 'user',
  webhook: 'webhook',
}
const A_NAMED: Record<NamedKind, string> = {
  aoi: 'an area',
  eez: 'a boundary',
  port: 'a port',
  list: 'a list',
  infrastructure: 'a structure',
  user: 'a user',
  webhook: 'a webhook',
}
export type NamedKind = keyof typeof NAMED

const NOT_SEEN_BY_ALL = /\b(area|list|structure) "(?:[^"\\]|\\.)*"/gu
/**
 * Replaces names of areas, lists and structures by words; names of ports and boundaries stay, as every user sees
 * them.
 */
export const inWords = (stated: string): string =>
  stated.replaceAll(NOT_SEEN_BY_ALL, (_, noun: string) => (noun === 'area' ? A_NAMED.aoi : `a ${noun}`))

/** Looks up the name of an object that a rule names by id; undefined when unknown. */
export type NameOf = (kind: NamedKind, id: string) => string | undefined
/** Lookup of names in both directions. Without `idsOf` no name that is read is known. */
export type Names = {
  nameOf: NameOf
  /** Returns the ids of all objects with this name. */
  idsOf?: (kind: NamedKind, name: string) => readonly string[]
  /** Form of outlines drawn in a rule: as a word, or whole so that they can be read back. */
  drawn: 'WORD' | 'WHOLE'
  /** Set to write objects without a name as a word in place of the id; such a text is not readable. */
  unnamed?: 'WORD'
  /** True for rules on aircraft. */
  isOfAircraft?: boolean
}
export type Words = Codec<Names>

/** Codec with a fixed word for each value. */
export function oneOf<Value extends string | number>(words: Readonly<Record<Value, string>>): Words {
  const entries = Object.entries(words) as [string, string][]
  const byLength = entries.toSorted(([, a], [, b]) => b.length - a.length)
  const isNumber = entries.every(([value]) => /^\d+$/.test(value))
  return {
    write: (value) => (Object.hasOwn(words, value as Value) ? words[value as Value] : null),
    read: (cursor) => {
      for (const [value, word] of byLength) if (takeAll(cursor, word)) return isNumber ? Number(value) : value
      return NO
    },
  }
}
/** Takes some words after one another, or none of them. */
function takeAll(cursor: Cursor, words: string): boolean {
  const from = cursor.at
  const isThere = words.split(' ').every((word) => cursor.take(word))
  if (!isThere) cursor.at = from
  return isThere
}

const NUMBER = /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\p{N}_.])/iuy
export const number: Words = {
  write: (value) => (typeof value === 'number' ? String(value) : null),
  read: (cursor) => {
    const found = cursor.match(NUMBER, 'a number')
    return found === null ? NO : Number(found)
  },
}

const QUOTED = /"(?:[^"\\\n]|\\.)*"|“[^”]*”/uy
const quotedText: Words = {
  write: (value) => JSON.stringify(value),
  read: (cursor) => {
    const from = cursor.at
    const found = cursor.match(QUOTED, '"a name in quotes"')
    if (found === null) return NO
    if (found.startsWith('“')) return found.slice(1, -1)
    try {
      return JSON.parse(found) as string
    } catch {
      throw cursor.faultAt(from, 'the text in quotes is not valid; write \\" for a quote and \\\\ for \\')
    }
  },
}
const CODE = /[A-Z][A-Z0-9_]*(?![\p{L}\p{N}_])/uy
/** Codec of a text: codes are bare, other texts in quotes. */
export const text: Words = {
  write: (value) =>
    typeof value !== 'string' ? null : /^[A-Z][A-Z0-9_]*$/.test(value) ? value : JSON.stringify(value),
  read: (cursor) => {
    const code = cursor.match(CODE, 'A_CODE')
    return code ?? quotedText.read(cursor, NOTHING_NAMED, {})
  },
}
export const quoted = quotedText
const NOTHING_NAMED: Names = { nameOf: () => undefined, drawn: 'WHOLE' }

const scalar: Words = {
  write: (value) => (typeof value === 'boolean' ? String(value) : number.write(value, NOTHING_NAMED, {})),
  read: (cursor) => {
    if (cursor.take('true')) return true
    return cursor.take('false') ? false : number.read(cursor, NOTHING_NAMED, {})
  },
}
const anomaly = oneOf(ANOMALY_LABELS)
const value: Words = {
  write: (one, names, of) =>
    (of['field'] === 'anomaly' ? anomaly.write(one, names, of) : null) ??
    scalar.write(one, names, of) ??
    text.write(one, names, of),
  read: (cursor, names, of) => {
    const coded = of['field'] === 'anomaly' ? anomaly.read(cursor, names, of) : NO
    const plain = coded === NO ? scalar.read(cursor, names, of) : coded
    return plain === NO ? text.read(cursor, names, of) : plain
  },
}

/** Codec of several values with a word between them. */
export const several = (one: Words, between: string): Words => ({
  write: (all, names, of) => {
    const words = (all as unknown[]).map((each) => one.write(each, names, of))
    return words.length === 0 || words.includes(null)
      ? null
      : words.join(between === ',' ? ', ' : ` ${between} `)
  },
  read: (cursor, names, of) => {
    const found: unknown[] = []
    for (let from = cursor.at; ; from = cursor.at) {
      if (found.length > 0 && !cursor.take(between)) return found
      const each = one.read(cursor, names, of)
      if (each === NO) {
        cursor.at = from
        return found.length === 0 ? NO : found
      }
      found.push(each)
    }
  },
})

const unitOf = (of: Held) => RULE_FIELD_UNITS[of['field'] as RuleField]
/** Values of a field with its unit; one alone is no list unless `isMany`. */
export const values = (between: string, isMany: boolean): Words => {
  const all = several(value, between)
  return {
    write: (some, names, of) => {
      const list = [some].flat()
      if (list.length === 0) return 'no value'
      const stated = all.write(list, names, of)
      const unit = list.every((one) => typeof one === 'number') ? unitOf(of) : undefined
      return stated === null || unit === undefined ? stated : `${stated} ${unit}`
    },
    read: (cursor, names, of) => {
      if (takeAll(cursor, 'no value')) return []
      const found = all.read(cursor, names, of)
      if (found === NO) return NO
      const unit = unitOf(of)
      if (unit !== undefined) cursor.take(unit)
      const list = found as unknown[]
      return isMany || list.length > 1 ? list : list[0]
    },
  }
}

const PER = { s: 1 / 60, min: 1, h: 60, days: 1440 } as const
const inMinutes = (count: number, unit: keyof typeof PER) => (unit === 's' ? count / 60 : count * PER[unit])
/** Returns minutes in the largest customary unit that expresses them exactly, to the hundredth. */
function exactly(minutes: number): string {
  const units: (keyof typeof PER)[] =
    minutes >= 2880 ? ['days', 'h', 'min'] : minutes >= 120 ? ['h', 'min'] : minutes < 1 ? ['s'] : []
  for (const unit of units) {
    const count = Number((minutes / PER[unit]).toFixed(2))
    if (inMinutes(count, unit) === minutes) return `${count} ${unit}`
  }
  return `${minutes} min`
}
export const minutes: Words = {
  write: (value) => (typeof value === 'number' ? exactly(value) : null),
  read: (cursor, names, of) => {
    const count = number.read(cursor, names, of)
    if (count === NO) return NO
    const unit = (['days', 'min', 'h', 's'] as const).find((one) => cursor.take(one))
    return unit === undefined ? NO : inMinutes(count as number, unit)
  },
}

/** Writes fields of aircraft in terms of aviation; both terms are read. */
function withAviation(usual: Words): Words {
  const aviation = oneOf(AIRCRAFT_FIELD_WORDS as Record<string, string>)
  return {
    write: (value, names, of) =>
      (names.isOfAircraft === true ? aviation.write(value, names, of) : null) ??
      usual.write(value, names, of),
    read: (cursor, names, of) => {
      const found = usual.read(cursor, names, of)
      return found === NO ? aviation.read(cursor, names, of) : found
    },
  }
}
export const field: Words = withAviation(oneOf(RULE_FIELD_WORDS))
export const fieldOrShips: Words = withAviation(oneOf({ ...RULE_FIELD_WORDS, vessels: 'vessels' }))

const ID = /#(?:[\w.-]*\w|"(?:[^"\\\n]|\\.)*")/uy
const idText = (id: string) => `#${/^[\w.-]*\w$/.test(id) ? id : JSON.stringify(id)}`
const idIn = (stated: string) =>
  stated[1] === '"' ? (JSON.parse(stated.slice(1)) as string) : stated.slice(1)
/** Codec of an object by its name, by name and id where names repeat, or by its id alone. */
export const named = (kind: NamedKind): Words => ({
  write: (id, { nameOf, idsOf, unnamed }) => {
    const name = nameOf(kind, id as string)
    // An object that is not chosen yet has no id.
    if (name === undefined && (unnamed === 'WORD' || (id === '' && idsOf === undefined))) return A_NAMED[kind]
    if (name === undefined) return `${NAMED[kind]} ${idText(id as string)}`
    const isAlone = idsOf === undefined || idsOf(kind, name).length === 1
    return `${NAMED[kind]} ${JSON.stringify(name)}${isAlone ? '' : ` ${idText(id as string)}`}`
  },
  read: (cursor, names, of) => {
    if (!cursor.take(NAMED[kind])) return NO
    const from = cursor.at
    const name = quotedText.read(cursor, names, of)
    const id = cursor.match(ID, '#id')
    if (id !== null) return idIn(id)
    if (name === NO) return NO
    const found = names.idsOf?.(kind, name as string) ?? []
    if (found.length === 1) return found[0]
    throw cursor.faultAt(
      from,
      found.length === 0
        ? `no ${NAMED[kind]} has this name; check the spelling`
        : `${found.length} objects of type ${NAMED[kind]} have this name; add # and the id after it: ${found.map(idText).join(' or ')}`,
    )
  },
})

type Corner = readonly [number, number]
const corner: Words = {
  write: (at) => `${(at as Corner)[1]} ${(at as Corner)[0]}`,
  read: (cursor, names, of) => {
    const lat = number.read(cursor, names, of)
    const lon = lat === NO ? NO : number.read(cursor, names, of)
    return lon === NO ? NO : [lon, lat]
  },
}
const corners = several(corner, ',')
const bracketed = (open: string, one: Words, close: string): Words => ({
  write: (all, names, of) => {
    const stated = one.write(all, names, of)
    return stated === null ? null : `${open}${stated}${close}`
  },
  read: (cursor, names, of) => {
    if (!cursor.take(open)) return NO
    const found = one.read(cursor, names, of)
    return found === NO || !cursor.take(close) ? NO : found
  },
})
/** Maximum number of corners in a sentence; more are not readable. */
export const MOST_CORNERS = 200
const drawnAs = (word: string, outline: Words): Words => ({
  write: (shape, names, of) => {
    if (names.drawn === 'WORD') return `the ${word} drawn`
    if (JSON.stringify(shape).split('[').length > MOST_CORNERS * 2) return null
    const stated = outline.write(shape, names, of)
    return stated === null ? null : `the ${word} ${stated}`
  },
  read: (cursor, names, of) => {
    const from = cursor.at
    if (!cursor.take('the') || !cursor.take(word)) return NO
    if (cursor.take('drawn'))
      throw cursor.faultAt(
        from,
        `the corners of the ${word} are missing; write them as latitude and longitude, or name an area`,
      )
    return outline.read(cursor, names, of)
  },
})
const rings = several(bracketed('[', corners, ']'), 'without')
const polygons = several(rings, 'and')
export const place: Words = {
  write: (at) => {
    const { lat, lon } = at as { lat: number; lon: number }
    return corner.write([lon, lat], NOTHING_NAMED, {})
  },
  read: (cursor, names, of) => {
    const found = corner.read(cursor, names, of)
    return found === NO ? NO : { lat: (found as Corner)[1], lon: (found as Corner)[0] }
  },
}
/** Reads several outlines in brackets as an area of several polygons, one outline as a polygon. */
const area: Words = drawnAs('area', {
  write: (shape, names, of) => {
    const { type, coordinates } = shape as { type: string; coordinates: unknown }
    return type === 'Polygon'
      ? rings.write(coordinates, names, of)
      : bracketed('{', polygons, '}').write(coordinates, names, of)
  },
  read: (cursor, names, of) => {
    const many = bracketed('{', polygons, '}').read(cursor, names, of)
    if (many !== NO) return { type: 'MultiPolygon', coordinates: many }
    const one = rings.read(cursor, names, of)
    return one === NO ? NO : { type: 'Polygon', coordinates: one }
  },
})
const line: Words = drawnAs('line', {
  write: (shape, names, of) =>
    bracketed('[', corners, ']').write((shape as { coordinates: unknown }).coordinates, names, of),
  read: (cursor, names, of) => {
    const found = bracketed('[', corners, ']').read(cursor, names, of)
    return found === NO ? NO : { type: 'LineString', coordinates: found }
  },
})
const tag: Words = {
  write: (kind, names, of) => `an area of kind ${text.write(kind, names, of)}`,
  read: (cursor, names, of) => (takeAll(cursor, 'an area of kind') ? text.read(cursor, names, of) : NO),
}
const ZONES: Record<keyof RuleZone, Words> = {
  area,
  line,
  aoi: named('aoi'),
  eez: named('eez'),
  port: named('port'),
  boundary: oneOf({ '12NM': 'a 12 NM boundary', '24NM': 'a 24 NM boundary' }),
  tag,
}
export const zone: Words = {
  write: (whole, names, of) => {
    for (const [kind, one] of Object.entries(whole as RuleZone))
      if (one !== undefined) return ZONES[kind as keyof RuleZone].write(one, names, of)
    return null
  },
  read: (cursor, names, of) => {
    for (const [kind, words] of Object.entries(ZONES)) {
      const from = cursor.at
      const found = words.read(cursor, names, of)
      if (found !== NO) return { [kind]: found }
      cursor.at = from
    }
    return NO
  },
}
