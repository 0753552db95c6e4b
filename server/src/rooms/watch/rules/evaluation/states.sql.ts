import type { SavedArea, SavedAround, SavedPair, SavedShip, SavedSources } from '@samudra/rules/running/saved'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { query } from '../../../../platform/needs/query.ts'
import type { StaticFields } from '../../../../sea/static-fields.ts'

/** Saved state of a vessel, by MMSI and split. */
export type StateRow = { mmsi: number; split: number; state: SavedShip }
/** Pair with its vessels by MMSI and split. */
export type PairRow = Omit<SavedPair, 'ships'> & { ships: [[number, number], [number, number]] }
/** Vessels whose neighbours are evaluated, by MMSI and split. */
export type AroundRow = {
  upto: number
  ships: (Omit<SavedAround['ships'][number], 'ship'> & { ship: [number, number] })[]
}
type Client = Pick<pg.PoolClient, 'query'>

const ROWS_AT_ONCE = 500

/** Keeps what ships are remembered by. */
export async function keepStates(db: Db, states: readonly StateRow[]): Promise<void> {
  if (states.length === 0) return
  await sql`insert into rule_states (mmsi, split, state)
    select mmsi, split, state from jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
      as r (mmsi int, split smallint, state jsonb)
    on conflict (mmsi, split) do update set state = excluded.state`.execute(query(db))
}

/** Position in the fixes, and state besides vessels. */
export type Watch = Beside & { uptoFixId: number }
export type Beside = {
  pairs: PairRow[]
  areas: SavedArea[]
  around: AroundRow | null
  sources: SavedSources | null
}

/** Saves the position in the fixes, active pairs, state of areas and sources, and of vessels with their neighbours. */
export async function keepWatch(client: Client, { uptoFixId, ...beside }: Watch): Promise<void> {
  const { pairs, areas, around, sources } = beside
  await client.query(
    `insert into rule_watch (upto_fix_id, pairs, areas, around, sources)
     values ($1::bigint, $2::jsonb, $3::jsonb, $4::jsonb, $5::jsonb)
     on conflict (one) do update set upto_fix_id = excluded.upto_fix_id, pairs = excluded.pairs,
       areas = excluded.areas, around = excluded.around, sources = excluded.sources`,
    [String(uptoFixId), ...[pairs, areas, around, sources].map((one) => JSON.stringify(one))],
  )
}

/** Forgets all that is remembered: no rule is evaluated any more. */
export async function forgetStates(db: Db): Promise<void> {
  await sql`with gone as (delete from rule_watch) delete from rule_states`.execute(query(db))
}

/** Returns the state besides vessels; null before the first save. */
export async function readWatch(db: Db): Promise<Watch | null> {
  const { rows } = await sql<Beside & { upto: string }>`
    select upto_fix_id as upto, pairs, areas, around, sources from rule_watch`.execute(query(db))
  if (rows[0] === undefined) return null
  const { upto, ...stored } = rows[0]
  return { uptoFixId: Number(upto), ...stored }
}

/** Ships as they are remembered, some at a time. */
export async function* readStates(db: Db): AsyncGenerator<StateRow[]> {
  for (let last = { mmsi: -1, split: 0 }; ;) {
    const { rows } = await sql<StateRow>`select mmsi, split, state from rule_states
      where (mmsi, split) > (${last.mmsi}, ${last.split}) order by mmsi, split
      limit ${ROWS_AT_ONCE}`.execute(query(db))
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!
  }
}

/** Notes data too late for the saved state: vessels with the instant to re-evaluate from. */
export async function noteDue(client: Client, due: ReadonlyMap<number, number>, now: number): Promise<void> {
  if (due.size === 0) return
  await client.query(
    `insert into rule_due (mmsi, since, noted_at)
     select mmsi, since, $3 from unnest($1::int[], $2::timestamptz[]) as d (mmsi, since)
     on conflict (mmsi) do update set since = least(rule_due.since, excluded.since)`,
    [[...due.keys()], [...due.values()].map((at) => new Date(at)), new Date(now)],
  )
}

/** Ships noted before an instant, some at a time, the earliest first. */
export async function dueShips(db: Db, notedBefore: number, limit: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ mmsi: number; since: Date }>`
    select mmsi, since from rule_due where noted_at <= ${new Date(notedBefore)} order by since, mmsi
    limit ${limit}`.execute(query(db))
  return new Map(rows.map(({ mmsi, since }) => [mmsi, since.getTime()]))
}

/** Removes noted vessels; those noted again meanwhile for an earlier instant stay. */
export async function endDue(client: Client, due: ReadonlyMap<number, number>): Promise<void> {
  await client.query(
    `delete from rule_due using unnest($1::int[], $2::timestamptz[]) as d (mmsi, since)
     where rule_due.mmsi = d.mmsi and rule_due.since >= d.since`,
    [[...due.keys()], [...due.values()].map((at) => new Date(at))],
  )
}

/** `knownAt`: when it was stored; of a recording, read by `feed`, later than `at`, from which it counts. Epoch ms. */
export type FactsRow = {
  mmsi: number
  split: number
  at: number
  knownAt?: number
  feed?: number | null
  fields: StaticFields
  marks: number
}
/**
 * Time by which versions of static data are taken. STORED: when they were stored, though they may count from before.
 * KNOWN: from when they count, which of a recording is when they were observed. OBSERVED: when they were observed.
 */
export type FactsBy = 'STORED' | 'KNOWN' | 'OBSERVED'
const KNOWN_AT = sql`case when recorded_feed is null then known_from else observed_at end`
const OBSERVED_AT = sql`coalesce(observed_at, known_from)`
const countsFrom = (by: FactsBy) => (by === 'OBSERVED' ? OBSERVED_AT : KNOWN_AT)
const takenAt = (by: FactsBy) => (by === 'STORED' ? sql`known_from` : countsFrom(by))
const isBetween = (by: FactsBy, from: Date, to: Date) =>
  by === 'STORED'
    ? sql`known_from > ${from} and known_from <= ${to}`
    : by === 'OBSERVED'
      ? sql`${OBSERVED_AT} > ${from} and ${OBSERVED_AT} <= ${to}`
      : sql`((recorded_feed is null and known_from > ${from} and known_from <= ${to})
          or (recorded_feed is not null and observed_at > ${from} and observed_at <= ${to}))`

/**
 * Returns the known facts of all or some contacts at an instant; unknown contacts are left out. Recorded data count
 * when observed by `recordedUpto`. Epoch ms.
 */
export async function factsAt(
  db: Db,
  at: number,
  mmsis: readonly number[] | null,
  by: FactsBy = 'KNOWN',
  recordedUpto = at,
): Promise<FactsRow[]> {
  const since = takenAt(by)
  const upto = sql`case when recorded_feed is null then ${new Date(at)}::timestamptz else ${new Date(recordedUpto)}::timestamptz end`
  const { rows } = await sql<FactsRow>`
    select contact.mmsi, contact.split, extract(epoch from known.since)::float8 * 1000 as at, known.fields, known.marks
    from statics contact cross join lateral (
      select ${since} as since, fields, marks from static_versions version
      where version.mmsi = contact.mmsi and version.split = contact.split and ${since} <= ${upto}
      order by ${since} desc, known_from desc limit 1) known
    where ${mmsis}::int[] is null or contact.mmsi = any(${mmsis}::int[])`.execute(query(db))
  return rows
}

/** Returns each change of the facts of contacts after an instant and up to another, in order. */
export async function factsBetween(
  db: Db,
  from: number,
  to: number,
  mmsis: readonly number[] | null = null,
  by: FactsBy = 'KNOWN',
): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select mmsi, split, extract(epoch from ${countsFrom(by)})::float8 * 1000 as at,
      extract(epoch from known_from)::float8 * 1000 as "knownAt", recorded_feed as feed, fields, marks
    from static_versions
    where ${isBetween(by, new Date(from), new Date(to))}
      and (${mmsis}::int[] is null or mmsi = any(${mmsis}::int[]))
    order by at, known_from`.execute(query(db))
  return rows
}
