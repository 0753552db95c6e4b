import { sql } from 'kysely'
import { isBackupRunning } from '../../../../platform/kernel/cluster/backup-lock.sql.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'

const DAY_MS = 86_400_000
/** One process at a time makes partitions. */
const LOCK = 7_301_003

/** Tables with a partition a UTC day of arrival, and those with one a month. */
const DAILY = ['fixes', 'receptions', 'raw_blocks'] as const
const MONTHLY = ['fix_chunks', 'reception_chunks', 'thin_chunks'] as const
export type Partitioned = (typeof DAILY)[number] | (typeof MONTHLY)[number]

export type Partition = { name: string; from: number; to: number }

/** Makes the partitions of a UTC day and the two after it, where they are missing. */
export async function ensurePartitions(db: Db, at: number): Promise<void> {
  const first = Math.floor(at / DAY_MS) * DAY_MS
  const days = [0, 1, 2].map((day) => first + day * DAY_MS)
  await make(db, [
    ...DAILY.flatMap((table) => days.map((from) => ({ table, ...dayOf(from) }))),
    ...MONTHLY.flatMap((table) => days.map((from) => ({ table, ...monthOf(from) }))),
  ])
}

/** Makes the partitions for chunks of an instant, where they are missing. */
export const ensureMonth = (db: Db, at: number) =>
  make(
    db,
    MONTHLY.map((table) => ({ table, ...monthOf(at) })),
  )

function dayOf(from: number): Partition {
  const name = new Date(from).toISOString().slice(0, 10).replaceAll('-', '_')
  return { name, from, to: from + DAY_MS }
}

function monthOf(at: number): Partition {
  const date = new Date(at)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const from = Date.UTC(year, month)
  return {
    name: new Date(from).toISOString().slice(0, 7).replace('-', '_'),
    from,
    to: Date.UTC(year, month + 1),
  }
}

/**
 * Makes tables first and attaches them afterwards: attaching waits for no reader or writer, while making them in place
 * would.
 */
async function make(db: Db, wanted: (Partition & { table: Partitioned })[]) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = any (${[...DAILY, ...MONTHLY]}::regclass[]::oid[])`.execute(query(db))
  const known = new Set(rows.map((row) => row.name))
  for (const { table, name, from, to } of wanted) {
    const full = `${table}_${name}`
    if (known.has(full)) continue
    known.add(full)
    await inTransaction(db, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK])
      const made = await client.query('select 1 from pg_inherits where inhrelid = to_regclass($1)', [full])
      if (made.rowCount !== 0) return
      await client.query(`create table if not exists ${full} (like ${table} including all)`)
      await client.query(
        `alter table ${table} attach partition ${full}
         for values from ('${new Date(from).toISOString()}') to ('${new Date(to).toISOString()}')`,
      )
    })
  }
}

/** The partitions of a table, oldest first; those whose detaching was begun and not ended too. */
export async function partitionsOf(db: Db, table: Partitioned): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by 1`.execute(query(db))
  return rows.map(({ name }) => {
    const [year, month, day] = name
      .slice(table.length + 1)
      .split('_')
      .map(Number) as [number, number, number?]
    if (day === undefined) return { ...monthOf(Date.UTC(year, month - 1)), name }
    return { ...dayOf(Date.UTC(year, month - 1, day)), name }
  })
}

/**
 * Takes an empty partition away, or one of a table in DROPPED_WHOLE, without keeping anybody from reading or writing the others. Begun and interrupted, it
 * is brought to its end the next time.
 */
export async function dropPartition(db: Db, table: Partitioned, { name, from }: Partition): Promise<void> {
  if (await isBackupRunning(db)) return
  const { rows } = await sql<{ pending: boolean }>`
    select inhdetachpending as pending from pg_inherits where inhrelid = to_regclass(${name})`.execute(
    query(db),
  )
  if (rows[0] !== undefined)
    await sql
      .raw(`alter table ${table} detach partition ${name} ${rows[0].pending ? 'finalize' : 'concurrently'}`)
      .execute(query(db))
  await dropDetached(db, table, { name, from })
}

/** Tables whose partitions go with what they hold. */
const DROPPED_WHOLE: readonly Partitioned[] = ['raw_blocks']

/** Drops a detached partition; rows that arrived between the last check and the detaching bring it back. */
async function dropDetached(db: Db, table: Partitioned, { name, from }: Pick<Partition, 'name' | 'from'>) {
  const isEmpty = async () =>
    (await sql`select 1 from ${sql.table(name)} limit 1`.execute(query(db))).rows.length === 0
  if (!DROPPED_WHOLE.includes(table) && !(await isEmpty())) return ensurePartitions(db, from)
  // A backup still reads what was in it; it is taken away the next time.
  if (!(await isBackupRunning(db))) await sql.raw(`drop table ${name}`).execute(query(db))
}

/** Tables that were detached and not yet taken away when the last run ended. */
export async function dropLeftovers(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    where c.relkind = 'r' and not c.relispartition
      and c.relname ~ '^(fixes|receptions|raw_blocks|fix_chunks|reception_chunks|thin_chunks)_[0-9]{4}_[0-9]{2}(_[0-9]{2})?$'`.execute(
    query(db),
  )
  for (const { name } of rows) {
    const table = ([...MONTHLY, ...DAILY] as const).find((one) => name.startsWith(`${one}_2`))!
    const [year, month, day] = name
      .slice(table.length + 1)
      .split('_')
      .map(Number) as [number, number, number?]
    await dropDetached(db, table, { name, from: Date.UTC(year, month - 1, day ?? 1) })
  }
}
