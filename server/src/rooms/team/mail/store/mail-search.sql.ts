import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import { afterPlace, inFolder, inOrder, type ListCursor } from './mail-list.sql.ts'
import { LISTED, type ListedRow } from './messages.sql.ts'
import { TAGS, wordsOf } from './search-words.ts'
import type { SearchTerms } from './mail-search-terms.ts'

/** Words of a mail, as the index has them; see the migration. */
const WORDS = sql`to_tsvector('simple', 'mb' || translate(m.mailbox, '_-', '') || ' ' || m.search_text)`

/** Letters before a * from which a word matches by its beginning; fewer would match most words there are. */
const LEAST_BEGINNING = 3
/** Returns words as a query, each whole, and the last by its beginning where a * ends it. */
function wordQuery(text: string, tag: '' | keyof typeof TAGS): string | null {
  const words = wordsOf(text)
  const last = words.at(-1)
  if (last === undefined) return null
  const star = text.endsWith('*') && last.length >= LEAST_BEGINNING ? ':*' : ''
  const before = tag === '' ? '' : TAGS[tag]
  return words.map((word, i) => `'${before}${word}'${i === words.length - 1 ? star : ''}`).join(' & ')
}

const COLUMNS = {
  unread: sql`not m.is_seen`,
  read: sql`m.is_seen`,
  starred: sql`m.is_starred`,
  answered: sql`m.is_answered`,
  important: sql`m.is_important`,
  task: sql`m.is_task`,
  forwarded: sql`m.is_forwarded`,
}

export type MailSearch = {
  mailbox: string
  terms: SearchTerms
  /** Null for all folders but Spam and Trash. */
  folder: string | null
  unreadOnly: boolean
  isOldestFirst: boolean
  limit: number
  after: ListCursor | null
}

/** Mails at the begin of the order, and bytes of their words, in which a beginning of a word is looked for first. */
const TRIED = { mails: 300, bytes: 300_000 }

/** Returns mails of a mailbox that match, in order of time. Words match whole, or by their beginning with *. */
export async function searchMails(db: Db, search: MailSearch): Promise<ListedRow[]> {
  const { terms, limit } = search
  const hasBeginning = [terms.words, terms.from, terms.to, terms.subject]
    .flat()
    .some((one) => one.endsWith('*'))
  // The index returns all hits of a beginning, which may be most mails; then the first of the order are enough.
  const first = hasBeginning ? await matches(db, search, true) : []
  return first.length === limit ? first : matches(db, search, false)
}

async function matches(db: Db, search: MailSearch, isTrial: boolean): Promise<ListedRow[]> {
  const { mailbox, terms, folder, unreadOnly, isOldestFirst, limit, after } = search
  const queries = [
    ...terms.words.map((one) => wordQuery(one, '')),
    ...terms.from.map((one) => wordQuery(one, 'from')),
    ...terms.to.map((one) => wordQuery(one, 'to')),
    ...terms.subject.map((one) => wordQuery(one, 'subject')),
  ].flatMap((one): RawBuilder<unknown>[] => (one === null ? [] : [sql`to_tsquery('simple', ${one})`]))
  const phrases = terms.phrases.map((one) => sql`phraseto_tsquery('simple', ${one})`)
  const wanted = [...queries, ...phrases]
  const without = terms.without.map((one) => wordQuery(one, '')).flatMap((one) => one ?? [])
  const inMailbox = sql`to_tsquery('simple', ${`mb${mailbox.replace(/[^\p{L}\p{N}]/gu, '')}`})`
  const others = sql`m.mailbox = ${mailbox}
      and ${folder === null ? sql`m.folder not in ('Spam', 'Trash', 'Held')` : inFolder(folder)}
      ${terms.before === null ? sql`` : sql`and m.at < ${terms.before}`}
      ${terms.after === null ? sql`` : sql`and m.at >= ${terms.after}`}
      ${terms.hasAttachment ? sql`and m.has_attachments` : sql``}
      ${terms.is.map((one) => sql`and ${COLUMNS[one]}`).reduce((all, one) => sql`${all} ${one}`, sql``)}
      ${unreadOnly ? sql`and not m.is_seen` : sql``}
      ${afterPlace(after, isOldestFirst)}`
  const words = sql`${wanted.length === 0 ? sql`` : sql`and ${WORDS} @@ (${sql.join([inMailbox, ...wanted], sql` && `)})`}
      ${without.map((one) => sql`and not ${WORDS} @@ to_tsquery('simple', ${one})`).reduce((all, one) => sql`${all} ${one}`, sql``)}`
  const tried = sql`(select m.*, sum(pg_column_size(m.search_text)) over (${inOrder(isOldestFirst)}) as bytes from (
      select * from mail_messages m where ${others} ${inOrder(isOldestFirst)} limit ${TRIED.mails}) m) m
    where m.bytes < ${TRIED.bytes} ${words}`
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from ${isTrial ? tried : sql`mail_messages m where ${others} ${words}`}
    ${inOrder(isOldestFirst)} limit ${limit}`.execute(query(db))
  return rows
}
