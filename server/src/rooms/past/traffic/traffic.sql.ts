import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { ALL, type CountRow } from './traffic-count.ts'

/** One writer of counts at a time, so that versions rise in order of commit. */
const LOCK = 7_301_050
const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Hour or day. */
export type Span = 'H' | 'D'
export const SPAN_MS: Record<Span, number> = { H: HOUR_MS, D: DAY_MS }

/** Counts that were replaced while their hour ran are stored so long, all others that were replaced a year and more. */
export const RUNNING_VERSIONS_MS = 7 * DAY_MS
const PAST_VERSIONS_MS = 400 * DAY_MS

/** Returns the version of the counts: epoch ms of the last change; 0 before any. */
export async function countsVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ upto: string }>`
    select upto_fix_id as upto from derivations where name = 'traffic'`.execute(query(db))
  return Number(rows[0]?.upto ?? 0)
}

/** Marks every hour with stored fixes, once: before the first count all are due. */
export async function markAllOnce(db: Db): Promise<void> {
  await sql`
    with first as (
      insert into derivations (name, upto_fix_id) values ('traffic', 0) on conflict do nothing returning 1)
    insert into traffic_dirty_hours (hour, touch, touched_at)
    select hour, nextval('traffic_touches'), now() from (
      select hour from source_hours union select hour from import_hours where observed > 0) known
    where exists (select from first) on conflict do nothing`.execute(query(db))
}

export type DirtyHour = { hour: number; touch: string }

const HERE = sql`not exists (select from traffic_hours_in_files away where away.hour = dirty.hour)`

/** Returns changed hours: the last ones first as far as they begin from an instant on, then the oldest. */
export async function dirtyHours(db: Db, recentFrom: number, limit: number): Promise<DirtyHour[]> {
  const { rows } = await sql<{ hour: Date; touch: string }>`
    select hour, touch from traffic_dirty_hours dirty where ${HERE}
    order by hour < ${new Date(recentFrom)}, hour limit ${limit}`.execute(query(db))
  return rows.map(({ hour, touch }) => ({ hour: hour.getTime(), touch }))
}

/**
 * Returns days to be counted, the oldest first: those without changed hours, and the running one if it was counted before
 * an instant.
 */
export async function dirtyDays(db: Db, running: { day: number; countedBefore: number }, limit: number) {
  const { rows } = await sql<{ day: Date }>`
    select day from traffic_dirty_days dirty
    where not exists (select from traffic_hours_in_files away
        where away.hour >= dirty.day and away.hour < dirty.day + interval '1 day')
      and case when day = ${new Date(running.day)} then not exists (
          select from traffic_counted where span = 'D' and at = dirty.day and since >= ${running.countedBefore}::bigint)
        else not exists (
          select from traffic_dirty_hours late where late.hour >= dirty.day and late.hour < dirty.day + interval '1 day') end
    order by day limit ${limit}`.execute(query(db))
  return rows.map(({ day }) => day.getTime())
}

/** Returns AIS ship types of vessels as known at an instant; of one first reported later, the first one. */
export async function shipTypesAt(db: Db, at: Date, mmsis: readonly number[]) {
  const { rows } = await sql<{ mmsi: number; split: number; type: number | null }>`
    select contact.mmsi, contact.split, (known.fields #>> '{shipType,value}')::int as type
    from statics contact cross join lateral (
      (select fields from static_versions version
       where version.mmsi = contact.mmsi and version.split = contact.split and known_from <= ${at}
       order by known_from desc limit 1)
      union all
      (select fields from static_versions version
       where version.mmsi = contact.mmsi and version.split = contact.split and known_from > ${at}
       order by known_from limit 1)
      limit 1) known
    where contact.mmsi = any(${mmsis}::int[])`.execute(query(db))
  return rows
}

/** Returns MMSIs of which static data became known first between two instants. */
export async function firstKnown(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ mmsi: number }>`
    select distinct mmsi from static_versions version
    where known_from > ${from} and known_from <= ${to} and not exists (
      select from static_versions earlier where earlier.mmsi = version.mmsi and earlier.split = version.split
        and earlier.known_from < version.known_from)`.execute(query(db))
  return rows.map(({ mmsi }) => mmsi)
}

/** Returns the instant up to which first static data was looked for; `now` the first time. */
export async function firstKnownUpto(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ upto: string }>`
    select upto_fix_id as upto from derivations where name = 'traffic kinds'`.execute(query(db))
  return Number(rows[0]?.upto ?? now)
}

const MARK = `
  insert into traffic_dirty_hours (hour, touch, touched_at)
  select hour, nextval('traffic_touches'), now() from unnest($1::timestamptz[]) hour order by hour
  on conflict (hour) do update set touch = excluded.touch, touched_at = excluded.touched_at`

/** Marks hours with vessels whose first static data became known, and how far that was looked for. */
export const markKinds = (db: Db, hours: readonly number[], upto: number): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(MARK, [hours.map((hour) => new Date(hour))])
    await client.query(
      `insert into derivations (name, upto_fix_id) values ('traffic kinds', $1::bigint)
       on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`,
      [String(upto)],
    )
  })

/** Numbers areas by id, and marks hours from an instant on if an outline differs from that of the last counts. */
export const syncAreas = (
  db: Db,
  outlines: ReadonlyMap<string, string>,
  from: Date,
): Promise<Map<string, number>> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const { rows } = await client.query<{ id: string; number: number; outline: string }>(
      'select id, number, outline from traffic_areas',
    )
    const known = new Map(rows.map((row) => [row.id, row]))
    const changed = new Map([...outlines].filter(([id, outline]) => known.get(id)?.outline !== outline))
    for (const { id, outline } of rows) if (outline !== '' && !outlines.has(id)) changed.set(id, '')
    const numbers = new Map(rows.map(({ id, number }) => [id, number]))
    if (changed.size === 0) return numbers
    const stored = await client.query<{ id: string; number: number }>(
      `insert into traffic_areas (id, outline) select * from unnest($1::text[], $2::text[])
       on conflict (id) do update set outline = excluded.outline returning id, number`,
      [[...changed.keys()], [...changed.values()]],
    )
    for (const { id, number } of stored.rows) numbers.set(id, number)
    const hours = await client.query<{ at: Date }>(
      "select at from traffic_counted where span = 'H' and at >= $1",
      [from],
    )
    await client.query(MARK, [hours.rows.map(({ at }) => at)])
    return numbers
  })

type Counted = { span: Span; at: number; rows: readonly CountRow[]; now: () => number; touch: string | null }

const STORED = `
  select area, kind, country, sources::int[] as sources, vessels, fixes::float8[] as fixes from traffic_counts
  where span = $1 and at = $2 order by area, kind, country, sources`

/** Puts the counts of an hour or a day in the place of the last ones, which are stored with the versions they were good for. */
export const storeCounts = (db: Db, { span, at, rows, now, touch }: Counted): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const when = new Date(at)
    // Counted by another process since: that count is the newer one.
    if (touch !== null) {
      const still = await client.query('select from traffic_dirty_hours where hour = $1', [when])
      if (still.rowCount === 0) return
    }
    await replaceCounts(client, { span, at, rows, now })
    if (span === 'D') {
      await client.query('delete from traffic_dirty_days where day = $1', [when])
      return
    }
    await client.query('delete from traffic_dirty_hours where hour = $1 and touch = $2::bigint', [
      when,
      touch,
    ])
    await client.query(
      `insert into traffic_dirty_days (day, touched_at) values (date_trunc('day', $1::timestamptz, 'UTC'), now())
       on conflict (day) do nothing`,
      [when],
    )
  })

async function replaceCounts(client: pg.PoolClient, { span, at, rows, now }: Omit<Counted, 'touch'>) {
  const key = [span, new Date(at)]
  const old = await client.query<CountRow>(STORED, key)
  const counted = await client.query<{ since: string }>(
    'select since from traffic_counted where span = $1 and at = $2',
    key,
  )
  const since = counted.rows[0]?.since
  if (since !== undefined && sameRows(old.rows, rows)) return
  const upto = await client.query<{ upto: string }>(
    "select upto_fix_id as upto from derivations where name = 'traffic' for update",
  )
  const version = String(Math.max(now(), Number(upto.rows[0]?.upto ?? 0) + 1))
  await client.query(
    `insert into derivations (name, upto_fix_id) values ('traffic', $1::bigint)
     on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`,
    [version],
  )
  if (since !== undefined)
    await client.query(
      'insert into traffic_past_counts (span, at, since, until, body) values ($1, $2, $3::bigint, $4::bigint, $5)',
      [...key, since, version, gzipSync(JSON.stringify(old.rows))],
    )
  await client.query('delete from traffic_counts where span = $1 and at = $2', key)
  // Rows that are read together lie together.
  await client.query(
    `insert into traffic_counts (span, at, area, kind, country, sources, vessels, fixes, all_fixes)
     select $1, $2, area, kind, country, sources, vessels, fixes, (select sum(f) from unnest(fixes) f) from jsonb_to_recordset($3::jsonb)
       as one (area int, kind text, country text, sources smallint[], vessels int, fixes bigint[])
     order by kind <> '*', country <> '*', area`,
    [...key, JSON.stringify(rows)],
  )
  await client.query(
    `insert into traffic_counted (span, at, since) values ($1, $2, $3::bigint)
     on conflict (span, at) do update set since = excluded.since`,
    [...key, version],
  )
}

const lineOf = ({ area, kind, country, sources, vessels, fixes }: CountRow) =>
  JSON.stringify([area, kind, country, sources, vessels, fixes])
function sameRows(one: readonly CountRow[], other: readonly CountRow[]): boolean {
  if (one.length !== other.length) return false
  const lines = new Set(one.map(lineOf))
  return other.every((row) => lines.has(lineOf(row)))
}

/** Deletes replaced counts whose time is over. */
export async function dropPastCounts(db: Db, now: number): Promise<void> {
  await sql`
    delete from traffic_past_counts where until < ${now - PAST_VERSIONS_MS}::bigint
      or (until < ${now - RUNNING_VERSIONS_MS}::bigint
        and until < extract(epoch from at) * 1000 + case span when 'D' then ${DAY_MS}::bigint else ${HOUR_MS}::bigint end)`.execute(
    query(db),
  )
}

export type TrafficBy = 'kind' | 'country' | 'source' | 'area'
export type TrafficQuery = {
  span: Span
  from: number
  to: number
  /** Buckets of the period that are meant, by their beginning; null for all. */
  only: readonly number[] | null
  by: TrafficBy | null
  areas: readonly number[]
  kinds: readonly string[] | null
  countries: readonly string[] | null
  /** Numbers of sources; null for all. */
  sources: readonly number[] | null
}
export type Cell = { t: number; key: string; vessels: number; fixes: number }

const KEYS: Record<TrafficBy, string> = {
  kind: 'kind',
  country: 'country',
  source: 'source::text',
  area: 'area::text',
}

/** Returns whether the rows of all kinds or of all countries answer a query. */
export const rowsFor = ({ by, kinds, countries }: TrafficQuery) => ({
  allKinds: by !== 'kind' && kinds === null,
  allCountries: by !== 'country' && countries === null,
})
export const isRowFor = (row: CountRow, { allKinds, allCountries }: ReturnType<typeof rowsFor>) =>
  (row.kind === ALL) === allKinds && (row.country === ALL) === allCountries

const isOneOf = (only: readonly number[] | null) =>
  only === null ? sql`true` : sql`at = any(${only.map((at) => new Date(at))}::timestamptz[])`

/** Returns current counts that were current at a version too, by time and group. */
export async function currentCounts(db: Db, request: TrafficQuery, version: number): Promise<Cell[]> {
  const { span, from, to, only, by, areas, kinds, countries, sources } = request
  const key = sql.raw(by === null ? "''" : KEYS[by])
  const seen = sql`${sources}::smallint[]`
  const fixes =
    by === 'source'
      ? sql`part.fixes`
      : sources === null
        ? sql`all_fixes`
        : sql`(select sum(f) from unnest(sources, counts.fixes) one (s, f) where s = any(${seen}))`
  const { allKinds, allCountries } = rowsFor(request)
  const level = (allKinds ? 1 : 0) + (allCountries ? 2 : 0)
  const parts =
    by === 'source' ? sql`cross join lateral unnest(sources, counts.fixes) part (source, fixes)` : sql``
  // One row for each group: ten thousands of rows cost more to send and read than to count.
  const { rows } = await sql<{ key: string; cells: string }>`
    select key, string_agg(seconds || ' ' || vessels || ' ' || fixes, ',') as cells from (
      select date_part('epoch', at)::bigint as seconds, ${key} as key, sum(vessels) as vessels,
        sum((${fixes})::float8)::bigint as fixes
      from traffic_counts counts join traffic_counted counted using (span, at) ${parts}
      where span = ${span}::"char" and level = ${level} and area = any(${areas}::int[])
        and at >= ${new Date(from)} and at < ${new Date(to)} and ${isOneOf(only)} and since <= ${version}::bigint
        and (${seen} is null or ${by === 'source' ? sql`source = any(${seen})` : sql`sources && ${seen}`})
        and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
        and (${countries}::text[] is null or country = any(${countries}::text[]))
      group by at, 2) one
    group by key`.execute(query(db))
  return rows.flatMap(({ key, cells }) =>
    cells.split(',').map((cell) => {
      const [seconds, vessels, fixes] = cell.split(' ', 3)
      return { t: Number(seconds) * 1000, key, vessels: Number(vessels), fixes: Number(fixes) }
    }),
  )
}

/** Returns counts of a period that were current at a version and are replaced. */
export async function pastCounts(db: Db, { span, from, to, only }: TrafficQuery, version: number) {
  const { rows } = await sql<{ at: Date; body: Buffer }>`
    select at, body from traffic_past_counts
    where span = ${span}::"char" and at >= ${new Date(from)} and at < ${new Date(to)} and ${isOneOf(only)}
      and since <= ${version}::bigint and until > ${version}::bigint`.execute(query(db))
  return rows.map(({ at, body }) => ({
    t: at.getTime(),
    rows: JSON.parse(gunzipSync(body).toString()) as CountRow[],
  }))
}

/** Returns once no counts are being stored: what is stored from then on has a later version. */
export const waitForCounts = (db: Db): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock_shared($1)', [LOCK])
  })

/** Returns AIS ship types of vessels by MMSI as known at an instant. */
export async function shipTypesKnownAt(db: Db, at: Date, mmsis: readonly number[]) {
  const { rows } = await sql<{ mmsi: number; type: number }>`
    select distinct on (mmsi) mmsi, (fields #>> '{shipType,value}')::int as type from static_versions
    where mmsi = any(${mmsis}::int[]) and known_from <= ${at} and fields #>> '{shipType,value}' is not null
    order by mmsi, split, known_from desc`.execute(query(db))
  return rows
}

/** Returns the numbers of areas in the counts by their ids. */
export async function areaNumbers(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, number from traffic_areas where outline <> ''`.execute(query(db))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Returns how many hours of a period wait to be counted, and the days whose files hold positions of it. */
export async function waitingIn(db: Db, from: number, to: number) {
  const period = sql`hour >= ${new Date(from)} and hour < ${new Date(to)}`
  const { rows } = await sql<{ waiting: number; days: string[] | null }>`
    select (select count(*)::int from traffic_dirty_hours where ${period}) as waiting,
      (select array_agg(distinct day::text order by day::text) from traffic_hours_in_files where ${period}) as days`.execute(
    query(db),
  )
  return { waiting: rows[0]?.waiting ?? 0, days_in_files: rows[0]?.days ?? [] }
}
