import { readTextSearch, type Searchable, type TextSearch, type TimeTerm } from '@samudra/contract/full-text'
import { zoneOf } from '@samudra/contract/zone-names'
import { sql, type RawBuilder } from 'kysely'
import { OperationError } from '../http/errors.ts'

type Condition = RawBuilder<boolean>
/** An expression over the columns of whatever is searched. */
type Column = RawBuilder<unknown>

/** Where the parts of a search text are looked for in a table. */
export type Searched = {
  /** A `tsvector` (`samudra_words`): texts, found by words, their stems and beginnings; or letters. */
  words?: Column
  /** `samudra_letters` of what is searched: numbers, ids and names, found by any three letters in them. */
  letters?: Column
  /** Its time. */
  at?: Column
  /** Each field by the columns in which its value stands, whole or in part. */
  fields?: Readonly<Record<string, readonly Column[]>>
}

const none: Condition = sql<boolean>`true`
const all = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? none : sql<boolean>`(${sql.join(conditions, sql` and `)})`
const not = (isNot: boolean, condition: Condition): Condition =>
  isNot ? sql<boolean>`not coalesce(${condition}, false)` : condition

/** Parses a search text. Throws VALIDATION. */
export function parseSearch(text: string, searchable: Searchable): TextSearch {
  const read = readTextSearch(text, searchable)
  if (read.ok) return read.value
  throw new OperationError('VALIDATION', `The search ${read.why}.`, {
    fields: [{ field: 'q', why: read.why }],
  })
}

/**
 * Returns the condition of a search text over a table; the caller's rights are added in the same statement. `zone` is
 * the time zone in which days are counted, as the user chose it.
 */
export const textCondition = (query: TextSearch, over: Searched, zone = 'UTC'): Condition =>
  sql<boolean>`${wordsCondition(query, over)} and ${restCondition(query, over, zone)}`
/** Returns the part of the condition about words. */
export const wordsCondition = ({ terms }: TextSearch, over: Searched): Condition =>
  all(wordConditions(terms, over))
/** Returns the condition on fields and time. */
export const restCondition = (query: TextSearch, over: Searched, zone = 'UTC'): Condition =>
  all([
    ...query.fields.map(({ field, value, isNot }) => not(isNot, inField(over, field, value))),
    ...query.times.map((time) => not(time.isNot, timeCondition(time, over, zoneOf(zone)))),
  ])

function wordConditions(terms: TextSearch['terms'], { words, letters }: Searched): Condition[] {
  return terms.map((term) => {
    if (words !== undefined) return not(term.isNot, holdsWord(words, queryOf(term)))
    if (letters !== undefined) return not(term.isNot, holds(letters, term.text))
    throw new Error('no columns are declared for the search of words')
  })
}

/** A term without a letter or figure is in all. */
const holdsWord = (words: Column, term: RawBuilder<unknown>): Condition =>
  sql<boolean>`(numnode(${term}) = 0 or ${words} @@ ${term})`

/** The query of one term: a phrase as it stands, of a word its beginning too. */
const queryOf = ({ text, isPhrase }: { text: string; isPhrase: boolean }): RawBuilder<unknown> =>
  isPhrase
    ? sql`phraseto_tsquery('samudra', ${text})`
    : sql`regexp_replace(phraseto_tsquery('samudra', ${text})::text, '''$', ''':*')::tsquery`

const holds = (letters: Column, text: string): Condition =>
  sql<boolean>`${letters} like samudra_letters(${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`

function inField({ fields = {} }: Searched, field: string, value: string): Condition {
  const columns = fields[field]
  if (columns === undefined) throw new Error(`no column is declared for ${field}`)
  const found = columns.map((column) => holds(sql`samudra_letters(${column}::text)`, value))
  return sql<boolean>`(${sql.join(found, sql` or `)})`
}

function timeCondition(time: TimeTerm, { at }: Searched, zone: string): Condition {
  if (at === undefined) throw new Error('no column is declared for the time')
  if ('at' in time) {
    const instant = new Date(time.at)
    if (time.side === 'before') return sql<boolean>`${at} < ${instant}`
    return time.side === 'after' ? sql<boolean>`${at} > ${instant}` : sql<boolean>`${at} = ${instant}`
  }
  const begins = sql`(${time.day}::date::timestamp at time zone ${zone})`
  const ends = sql`((${time.day}::date + 1)::timestamp at time zone ${zone})`
  if (time.side === 'before') return sql<boolean>`${at} < ${begins}`
  if (time.side === 'after') return sql<boolean>`${at} >= ${ends}`
  return sql<boolean>`(${at} >= ${begins} and ${at} < ${ends})`
}
