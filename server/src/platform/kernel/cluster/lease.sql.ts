import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../needs/database.ts'
import { query } from '../../needs/query.ts'

/** A connection in the middle of a transaction. */
export type Within = pg.PoolClient
export type Holding = { term: number; mark: number }
type Query = { name: string; holder: string; leaseMs: number }

const span = (ms: number) => sql`make_interval(secs => ${ms / 1000})`

/** A lease as another has it: until when, as the database writes it, and in how many ms that is. */
type Taken = { endsAt: string; againInMs: number }
/**
 * Takes an expired lease. With `anyhow` it takes it from any holder, or if its end is unchanged. Otherwise returns
 * when to try again.
 */
export async function takeLease(
  db: Db,
  { name, holder, leaseMs }: Query,
  anyhow: boolean | { endsAt: string },
): Promise<Holding | Taken> {
  const [whenever, endsAt] = typeof anyhow === 'boolean' ? [anyhow, null] : [false, anyhow.endsAt]
  const { rows } = await sql<{ term: number; mark: string }>`
    insert into leases as held (name, term, holder, ends_at)
    values (${name}, 1, ${holder}, clock_timestamp() + ${span(leaseMs)})
    on conflict (name) do update
      set term = held.term + 1, holder = excluded.holder, ends_at = clock_timestamp() + ${span(leaseMs)}
      where ${whenever} or held.ends_at <= clock_timestamp() or held.ends_at = ${endsAt}::timestamptz
    returning term, mark`.execute(query(db))
  const taken = rows[0]
  if (taken !== undefined) return { term: taken.term, mark: Number(taken.mark) }
  const left = await sql<{ ends_at: string; ms: number }>`
    select ends_at::text, extract(epoch from ends_at - clock_timestamp())::float8 * 1000 as ms from leases
    where name = ${name}`.execute(query(db))
  return { endsAt: left.rows[0]?.ends_at ?? '', againInMs: Math.max(0, left.rows[0]?.ms ?? 0) }
}

/** False when the lease is another's. */
export async function renewLease(db: Db, { name, leaseMs }: Query, term: number): Promise<boolean> {
  const { rows } = await sql`
    update leases set ends_at = clock_timestamp() + ${span(leaseMs)}
    where name = ${name} and term = ${term} and holder is not null returning term`.execute(query(db))
  return rows.length === 1
}

export async function readMark(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ mark: string }>`select mark from leases where name = ${name}`.execute(
    query(db),
  )
  return Number(rows[0]?.mark ?? 0)
}

export async function giveUpLease(db: Db, name: string, term: number): Promise<void> {
  await sql`update leases set holder = null, ends_at = clock_timestamp()
    where name = ${name} and term = ${term}`.execute(query(db))
}

/**
 * Stores a mark with the data of a transaction; returns false when the lease is another's, and then nothing may be
 * stored. A holder that sleeps meanwhile does not block the lease for long: its transaction is ended.
 */
export async function markLease(
  client: Within,
  { name, term, mark }: { name: string; term: number; mark: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update leases set mark = greatest(mark, $3::bigint) where name = $1 and term = $2
     returning set_config('idle_in_transaction_session_timeout', '2000', true)`,
    [name, term, mark],
  )
  return rowCount === 1
}
