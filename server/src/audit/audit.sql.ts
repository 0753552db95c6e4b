import { RECORD_SEARCH } from '@samudra/contract/audit'
import { sql, type Insertable } from 'kysely'
import { askedOf, textCondition, type Searched } from '../kernel/full-text.sql.ts'
import type { Db } from '../needs/database.ts'
import { query } from '../needs/query.ts'
import type { ChainedRecord } from './chain.ts'

type RecordTable = Omit<ChainedRecord, 'seq'> & { seq: string }
type Tables = {
  audit_records: RecordTable
  audit_head: { id: boolean; seq: string; hash: string; mac: string }
}
const tables = (db: Db) => query<Tables>(db)

/**
 * Adds records at the end of the chain; `link` makes them from the end as it stands, which nobody else moves
 * meanwhile, and `seal` makes the mark of the new end.
 */
export const append = (
  db: Db,
  link: (head: { seq: number; hash: string }) => ChainedRecord[],
  seal: (head: { seq: number; hash: string }) => string,
): Promise<void> =>
  tables(db)
    .transaction()
    .execute(async (tx) => {
      const head = await tx
        .selectFrom('audit_head')
        .select(['seq', 'hash'])
        .forUpdate()
        .executeTakeFirstOrThrow()
      const records = link({ seq: Number(head.seq), hash: head.hash })
      const last = records.at(-1)
      if (last === undefined) return
      await tx
        .insertInto('audit_records')
        .values(records.map((one): Insertable<RecordTable> => ({ ...one, seq: String(one.seq) })))
        .execute()
      await tx
        .updateTable('audit_head')
        .set({ seq: String(last.seq), hash: last.hash, mac: seal(last) })
        .execute()
    })

export async function head(db: Db): Promise<{ seq: number; hash: string; mac: string }> {
  const row = await tables(db)
    .selectFrom('audit_head')
    .select(['seq', 'hash', 'mac'])
    .executeTakeFirstOrThrow()
  return { seq: Number(row.seq), hash: row.hash, mac: row.mac }
}

export type Search = {
  user_id?: string | undefined
  action?: string | undefined
  object_type?: string | undefined
  object_id?: string | undefined
  result?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** As it was typed, and by whose clocks its days are counted. */
  q?: string | undefined
  zone?: string | undefined
}

/** As in the index that answers it. */
export const SEARCHED: Searched = {
  letters: sql`samudra_letters(actor, action, object_id, reason, ip, before, after, request_id)`,
  at: sql`at`,
  fields: {
    user: [sql`actor`],
    action: [sql`action`],
    object: [sql`object_type`, sql`object_id`],
    result: [sql`result`],
    ip: [sql`ip`],
  },
}

function found(db: Db, search: Search) {
  let select = tables(db).selectFrom('audit_records')
  if (search.user_id !== undefined) select = select.where('actor_id', '=', search.user_id)
  if (search.action !== undefined) select = select.where('action', '=', search.action)
  if (search.object_type !== undefined) select = select.where('object_type', '=', search.object_type)
  if (search.object_id !== undefined) select = select.where('object_id', '=', search.object_id)
  if (search.result !== undefined) select = select.where('result', '=', search.result)
  if (search.from !== undefined) select = select.where('at', '>=', new Date(search.from))
  if (search.to !== undefined) select = select.where('at', '<', new Date(search.to))
  if (search.q === undefined) return select
  return select.where(textCondition(askedOf(search.q, RECORD_SEARCH), SEARCHED, search.zone))
}

/** Newest first, from below `before` on. */
export async function page(db: Db, search: Search, before: number | null, limit: number) {
  const rows = await found(db, search)
    .selectAll()
    .$if(before !== null, (select) => select.where('seq', '<', String(before)))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRecord)
}

export async function count(db: Db, search: Search): Promise<number> {
  const row = await found(db, search)
    .select((select) => select.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Oldest first, a portion at a time. */
export async function* inOrder(
  db: Db,
  search: Search,
  fromSeq = 1,
  portion = 1000,
): AsyncGenerator<ChainedRecord[]> {
  for (let next = fromSeq; ;) {
    const rows = await found(db, search)
      .selectAll()
      .where('seq', '>=', String(next))
      .orderBy('seq')
      .limit(portion)
      .execute()
    if (rows.length === 0) return
    const records = rows.map(toRecord)
    yield records
    next = records.at(-1)!.seq + 1
  }
}

const toRecord = (row: RecordTable): ChainedRecord => ({ ...row, seq: Number(row.seq) })
