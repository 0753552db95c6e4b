import type { TextSearch } from '@samudra/contract/full-text'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'
import { restCondition, wordsCondition } from './full-text.sql.ts'
import { oneOf, SEERS, seersFor, type VisiblePageQuery } from './object-seers.sql.ts'
import type { Also, NextRow, ObjectRow } from './objects.sql.ts'

/** Search text of a body, and its fields that a search may name. */
export type SearchedText<Body> = {
  of(body: Body): { title: string; text: string }
  readonly fields: Readonly<Record<string, keyof Body & string>>
}

/** Prefixes that no parser makes of a text, for users of an object, and for its kind and domain. */
const [SEER, KIND] = ['\u0001', '\u0002']

const textsOf = <Body>(rows: NextRow[], { of }: SearchedText<Body>) =>
  JSON.stringify(rows.map(({ id, body }) => ({ id, ...of(body as Body) })))

/** Besides versions that a statement opens: their words, and who finds them. What is removed is found no more. */
export const withWords = <Body>(
  also: Also,
  rows: NextRow[],
  searched: SearchedText<Body>,
): Also => sql`${also},
  unworded as (delete from object_words old using opened where old.type = opened.type and old.id = opened.id and opened.removed),
  worded as (
    insert into object_words
    select o.type, o.id, samudra_words(said.title, said.text)
      || array_to_tsvector(array[${KIND} || o.type || '/' || o.domain])
      || array_to_tsvector(array(select distinct ${SEER} || seer from ${SEERS}))
    from opened o join jsonb_to_recordset(${textsOf(rows, searched)}::jsonb) said(id text, title text, text text) using (id)
    where not o.removed
    on conflict (type, id) do update set words = excluded.words
  )`

export type WordsQuery = VisiblePageQuery & { search: TextSearch; zone: string | undefined }

const within = ({ type, domain, caller }: VisiblePageQuery): RawBuilder<unknown> => {
  const quoted = (text: string) => `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  const seers = seersFor(caller).map((seer) => quoted(SEER + seer))
  return sql`${`${quoted(`${KIND}${type}/${domain}`)} & (${seers.join(' | ')})`}::tsquery`
}

/** So many that hold the words are put in order; of more the newest are met soon. */
const FEW = 5000

/**
 * Selects the found objects. The number of objects with a beginning of a word is unknown beforehand. A few are fetched
 * by the index and sorted; where there are more, everything is scanned from the newest on.
 */
const foundStatement = <Body>(request: WordsQuery, { fields }: SearchedText<Body>) => {
  const { type, below, limit, search, zone } = request
  const columns = Object.entries(fields).map(([field, key]) => [field, [sql`(o.body ->> ${key})`]] as const)
  const over = { words: sql`mine.words`, at: sql`o.created_at`, fields: Object.fromEntries(columns) }
  const holding = sql`mine.type = ${type} and mine.words @@ ${within(request)} and ${wordsCondition(search, over)}
    ${below === null ? sql`` : sql`and mine.id < ${below}`}`
  const current = sql`${oneOf(type, sql`known_to is null`)} o`
  const rest = restCondition(search, over, zone)
  return sql<ObjectRow>`
    with few as materialized (select mine.id from object_words mine where ${holding} limit ${FEW + 1}),
      number as materialized (select count(*) as n from few)
    (select o.* from few mine, ${current} where (select n from number) <= ${FEW} and ${rest}
      order by mine.id desc limit ${limit})
    union all
    (select o.* from object_words mine, ${current} where (select n from number) > ${FEW} and ${holding} and ${rest}
      order by mine.id desc limit ${limit})`
}

/** Returns the newest objects that a caller sees and that match the query. */
export async function readFound<Body>(db: Db, request: WordsQuery, searched: SearchedText<Body>) {
  const { rows } = await foundStatement(request, searched).execute(query(db))
  return rows
}
