import { RECORD_SEARCH } from '@samudra/contract/audit'
import { sql } from 'kysely'
import type pg from 'pg'
import { parseSearch, textCondition, type Searched } from '../../../platform/kernel/objects/full-text.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import type { ChainedRecord } from './chain.ts'

type RecordTable = Omit<ChainedRecord, 'seq'> & { seq: string }
type Tables = {
  audit_records: RecordTable
  audit_head: { id: boolean; seq: string; hash: string; mac: string }
}
const tables = (db: Db) => query<Tables>(db)

export type Client = Pick<pg.PoolClient, 'query'>
const TYPES: Readonly<Partial<Record<keyof ChainedRecord, string>>> = { seq: 'bigint', at: 'timestamptz' }

export type Head = { seq: number; hash: string }
/** Functions that chain records: `link` makes them from the end as it stands, `seal` the mark of the new end. */
export type Chaining = { link: (head: Head) => ChainedRecord[]; seal: (head: Head) => string }

/** Adds records at the end of the chain, which no other process moves until the transaction ends. */
export async function append(client: Client, { link, seal }: Chaining): Promise<void> {
  const { rows } = await client.query<{ seq: string; hash: string }>(
    'select seq, hash from audit_head for update',
  )
  const records = link({ seq: Number(rows[0]!.seq), hash: rows[0]!.hash })
  const last = records.at(-1)
  if (last === undefined) return
  const columns = Object.keys(last) as (keyof ChainedRecord)[]
  await client.query(
    `insert into audit_records (${columns.join()}) select ${columns.join()} from jsonb_to_recordset($1::jsonb)
     as r (${columns.map((one) => `${one} ${TYPES[one] ?? 'text'}`).join()})`,
    [JSON.stringify(records)],
  )
  await client.query('update audit_head set seq = $1, hash = $2, mac = $3', [
    String(last.seq),
    last.hash,
    seal(last),
  ])
}

/** The same in a transaction of its own. */
export const appendAlone = (db: Db, chaining: Chaining): Promise<void> =>
  inTransaction(db, (client) => append(client, chaining))

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
  return select.where(textCondition(parseSearch(search.q, RECORD_SEARCH), SEARCHED, search.zone))
}

/** Returns whether any record has this action or kind of object, also one of an earlier release. */
export async function isRecorded(db: Db, field: 'action' | 'object_type', value: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('audit_records')
    .select('seq')
    .where(field, '=', value)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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
