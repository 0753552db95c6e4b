import { instantOf, isDate } from '@samudra/nautical/instant'
import { z } from 'zod'

/** A word or a "phrase"; `isNot` when what holds it is not wanted. */
export type Term = { text: string; isPhrase: boolean; isNot: boolean }
/** Time term: `before:`, `after:` and `on:` of a day (YYYY-MM-DD, by the clocks of the caller) or of an instant. */
export type TimeTerm = { side: 'before' | 'after' | 'on'; isNot: boolean } & (
  | { day: string }
  | { at: number }
)

/** Parsed search text; all parts must match. */
export type TextSearch = {
  terms: Term[]
  fields: { field: string; value: string; isNot: boolean }[]
  times: TimeTerm[]
}
/** Searchable fields by name, and whether the subject has a time. */
export type Searchable = { readonly fields: readonly string[]; readonly isTimed: boolean }

/** Maximum number of parts; users do not type more. */
const MOST_PARTS = 20
/** A minus, a name before a colon, and a phrase or a word; a phrase that is not closed ends with the text. */
const PART = /(-?)(?:(\p{L}+):(?!\/\/))?(?:"([^"]*)(?:"|$)|(\S+))/gu
const SIDES = ['before', 'after', 'on'] as const

/**
 * Reads words, "phrases", -not, field:value, before:, after: and on:. A name before a colon that is no field is refused,
 * as a slip would find nothing and not say why; what is meant so stands in quotation marks.
 */
export function readTextSearch(
  text: string,
  { fields, isTimed }: Searchable,
): { ok: true; value: TextSearch } | { ok: false; why: string } {
  const value: TextSearch = { terms: [], fields: [], times: [] }
  const known = isTimed ? [...fields, ...SIDES] : fields
  const parts = [...text.matchAll(PART)]
  if (parts.length > MOST_PARTS)
    return { ok: false, why: `holds more than ${MOST_PARTS} words; leave some out` }
  for (const [, minus, name, phrase, word] of parts) {
    const isNot = minus === '-'
    const words = (phrase ?? word ?? '').trim()
    if (name === undefined) {
      if (words !== '') value.terms.push({ text: words, isPhrase: phrase !== undefined, isNot })
      continue
    }
    const field = name.toLowerCase()
    if (!known.includes(field)) return { ok: false, why: unknownField(name, known) }
    if (words === '') return { ok: false, why: `has no word after ${field}:` }
    const side = isTimed ? SIDES.find((one) => one === field) : undefined
    if (side === undefined) value.fields.push({ field, value: words, isNot })
    else {
      const time = timeOf(words)
      if (time === null) return { ok: false, why: noTime(side) }
      value.times.push({ side, isNot, ...time })
    }
  }
  return { ok: true, value }
}

const unknownField = (name: string, known: readonly string[]) =>
  known.length === 0
    ? `has the field "${name}:", but no fields exist here; use quotation marks to search for the text`
    : `has no field "${name}"; there are ${known.map((one) => `${one}:`).join(', ')}, or use quotation marks to search for the text`
const noTime = (side: string) =>
  `needs a day after ${side}:, as in ${side}:2026-05-17, or an instant with its zone, as in ${side}:2026-05-17T06:30Z`

function timeOf(text: string): { day: string } | { at: number } | null {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (day !== null) return isDate(Number(day[1]), Number(day[2]), Number(day[3])) ? { day: text } : null
  const at = instantOf(text)
  return Number.isNaN(at) ? null : { at }
}

/** The text of a search as operations take it; refused where it cannot be read. */
export const textSearch = (searchable: Searchable, most = 300) =>
  z
    .string()
    .max(most)
    .superRefine((text, { addIssue }) => {
      const read = readTextSearch(text, searchable)
      if (!read.ok) addIssue({ code: 'custom', message: read.why })
    })
