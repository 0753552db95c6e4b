import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../../platform/needs/query.ts'
import { HOUR_MS } from '../read/fix-test.ts'
import { countImported } from './import-hours.sql.ts'
import { earliestBehind, forgetBehind } from './behind.sql.ts'
import { MARK_RECENT } from './changed-hours.sql.ts'
import { writeKeyframe } from '../read/keyframes.sql.ts'
import { AHEAD_ID_MS } from '../record/recorder.ts'

/** Fixes worked on in one transaction; what is left follows. */
const MOST = 500_000
/** Distance between keyframes. */
const KEYFRAME_MS = 600_000
const KEYFRAME_MARGIN_MS = 60_000
/** A fix may be observed so long after it arrived, by clocks that differ. */
const AHEAD_MS = 60_000
/** One process at a time derives. */
const LOCK = 7_301_001

/**
 * Brings the tables derived from fixes (latest fix by source, counts by hour, coverage) up to `uptoFixId`.
 * Running it after a crash is the whole repair: how far it came is stored with what it wrote.
 */
export async function deriveFrom(db: Db, uptoFixId: number): Promise<void> {
  while (await inTransaction(db, (client) => deriveSome(client, uptoFixId)));
}

/** The newest fix id that is in the derived tables; after a derivation up to the end, of all. */
export async function derivedUpto(db: Db): Promise<number> {
  const row = await query<{ derivations: { name: string; upto_fix_id: string } }>(db)
    .selectFrom('derivations')
    .select('upto_fix_id')
    .where('name', '=', 'fixes')
    .executeTakeFirst()
  return Number(row?.upto_fix_id ?? 0)
}

/** Returns true when there is more. */
async function deriveSome(client: pg.PoolClient, uptoFixId: number): Promise<boolean> {
  const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [LOCK])
  if (lock.rows[0]?.taken !== true) return false
  const { rows } = await client.query<{ upto: string }>(
    "select upto_fix_id as upto from derivations where name = 'fixes'",
  )
  const from = Number(rows[0]?.upto ?? 0)
  if (from >= uptoFixId) return false
  // A little more than what leads to the next keyframe: taking much and leaving most of it would be work for nothing.
  // Who has much to catch up with makes fewer of them, as many as stay in the end.
  const step = uptoFixId / 1024 - from / 1024 > 2 * HOUR_MS ? HOUR_MS : KEYFRAME_MS
  const near = (Math.floor(from / 1024 / step + 1) * step + KEYFRAME_MARGIN_MS) * 1024
  const since = Math.min(from / 1024 - AHEAD_ID_MS, await earliestBehind(client))
  let isAll = near >= uptoFixId
  let count = await takeRecent(client, from, Math.min(near, uptoFixId), since)
  if (count === 0 && !isAll) {
    isAll = true
    count = await takeRecent(client, from, uptoFixId, since)
  }
  if (count === 0) {
    await client.query('drop table if exists recent')
    return false
  }
  const keyframe = await cutAtKeyframe(client, from, step)
  await client.query(REMEMBER)
  await client.query(MARK_RECENT)
  await countImported(client)
  for (const statement of DERIVE) await client.query(statement)
  await forgetBehind(client)
  if (keyframe !== null) await writeKeyframe(client, keyframe.at, keyframe.uptoFixId)
  await client.query('drop table if exists recent')
  return !isAll || count === MOST || keyframe !== null
}

/**
 * Puts the fixes after an id, up to another, where the statements look for them; returns how many. None of them arrived
 * before `since`, epoch ms.
 */
async function takeRecent(client: pg.PoolClient, from: number, upto: number, since: number): Promise<number> {
  await client.query('drop table if exists recent')
  const taken = await client.query(TAKE_RECENT, [from, upto, new Date(since), MOST])
  return taken.rowCount ?? 0
}

/**
 * Leaves of the taken fixes those before the first keyframe that falls among them, which is then due; null when none
 * does. Derivation goes in order of arrival, so the latest fixes are at that moment what was believed at that instant.
 * A keyframe that falls between the taken ones and those before is written at once.
 */
async function cutAtKeyframe(
  client: pg.PoolClient,
  from: number,
  step: number,
): Promise<{ at: number; uptoFixId: number } | null> {
  const { rows } = await client.query<{ first_id: string; first: Date; last: Date }>(
    'select min(fix_id) as first_id, min(rec_time) as first, max(rec_time) as last from recent',
  )
  const [firstId, first, last] = [
    Number(rows[0]!.first_id),
    rows[0]!.first.getTime(),
    rows[0]!.last.getTime(),
  ]
  const passed = Math.floor(first / step) * step
  if (from > 0 && from / 1024 < passed) await writeKeyframe(client, passed, from)
  const at = passed + step
  if (last < at) return null
  const after = await client.query<{ id: string }>(
    'select min(fix_id) as id from recent where rec_time >= $1',
    [new Date(at)],
  )
  const uptoFixId = Number(after.rows[0]!.id) - 1
  // After a clock was set back nothing may come before: then there is no keyframe of that instant.
  if (uptoFixId < firstId) return null
  await client.query('delete from recent where fix_id > $1::bigint', [uptoFixId])
  return { at, uptoFixId }
}

const REMEMBER = `
  insert into derivations (name, upto_fix_id) select 'fixes', max(fix_id) from recent
  on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`

const TAKE_RECENT = `
  create temporary table recent on commit drop as
  select * from fixes
  where fix_id > $1::bigint and fix_id <= $2::bigint and rec_time >= $3::timestamptz
  order by fix_id limit $4::int`

/** Elementwise sum of two arrays of one length. */
const summed = (one: string, other: string) =>
  `(select array_agg(a + b order by i) from unnest(${one}, ${other}) with ordinality as pair (a, b, i))`

/**
 * Bucket n holds values up to 2^n. In doubles: the logarithm of a numeric takes twenty times as long. The last term
 * keeps a power of two, whose logarithm may come out a hair above a whole number, in its own bucket.
 */
const bucketOf = (value: string, last: number) =>
  `least(${last}, greatest(0, ceil(ln(greatest(${value}, 0.01)::float8) / ln(2::float8) - 1e-9)))::int`

// What both statements count is materialized, or every bucket would work out the logarithm again.
const ADD_COVERAGE = `
  with placed as materialized (
    select source_id, date_trunc('hour', rec_time) as hour,
      floor((lat_udeg + 90000000) / 250000.0)::int * 1440 + least(1439, floor((lon_udeg + 180000000) / 250000.0)::int) as cell,
      ${bucketOf('extract(epoch from observed_at - before) / 60', 7)} as gap_bucket
    from (
      select r.*, coalesce(
        lag(r.observed_at) over (partition by r.mmsi, r.split, r.source_id order by r.observed_at),
        latest.observed_at) as before
      from recent r left join latest_fixes latest using (mmsi, split, source_id)
      where r.quality < 2 and r.lat_udeg is not null and r.lon_udeg is not null
    ) fix
  )
  insert into coverage_hours (source_id, hour, cell, fixes, gap_buckets)
  select source_id, hour, cell, count(*)::int,
    array[${Array.from({ length: 8 }, (_, n) => `count(*) filter (where gap_bucket = ${n})::int`).join(', ')}]
  from placed
  group by source_id, hour, cell
  on conflict (source_id, hour, cell) do update set
    fixes = coverage_hours.fixes + excluded.fixes,
    gap_buckets = ${summed('coverage_hours.gap_buckets', 'excluded.gap_buckets')}`

const ADD_VESSEL_HOURS = `
  insert into vessel_hours (mmsi, hour, source_id, fixes, first_rec, last_rec)
  select mmsi, date_trunc('hour', rec_time), source_id, count(*)::int, min(rec_time), max(rec_time)
  from recent where quality < 2 group by 1, 2, 3 order by 1, 2, 3
  on conflict (mmsi, hour, source_id) do update set
    fixes = vessel_hours.fixes + excluded.fixes,
    last_rec = greatest(vessel_hours.last_rec, excluded.last_rec)`

const ADD_SOURCE_HOURS = `
  with measured as materialized (
    select source_id, rec_time, quality, ${bucketOf('extract(epoch from rec_time - observed_at) / 0.25', 19)} as bucket
    from recent
  )
  insert into source_hours (source_id, hour, fixes, quarantined, latency_buckets)
  select source_id, date_trunc('hour', rec_time), count(*) filter (where quality < 2), count(*) filter (where quality = 2),
    array[${Array.from({ length: 20 }, (_, n) => `count(*) filter (where quality < 2 and bucket = ${n})`).join(', ')}]
  from measured
  group by 1, 2 order by 1, 2
  on conflict (source_id, hour) do update set
    fixes = source_hours.fixes + excluded.fixes,
    quarantined = source_hours.quarantined + excluded.quarantined,
    latency_buckets = ${summed('source_hours.latency_buckets', 'excluded.latency_buckets')}`

const TAKE_LATEST = `
  insert into latest_fixes (mmsi, split, source_id, fix_id, observed_at, rec_time, lat_udeg, lon_udeg, sog_tenths,
    cog_tenths, true_heading, rot_ais, nav_status, msg_type, bits, feed, station_id, quality, reject_reasons)
  select distinct on (mmsi, split, source_id) mmsi, split, source_id, fix_id, observed_at, rec_time, lat_udeg, lon_udeg,
    sog_tenths, cog_tenths, true_heading, rot_ais, nav_status, msg_type, bits, feed, station_id, quality, reject_reasons
  from recent where quality < 2 and lat_udeg is not null and lon_udeg is not null
  order by mmsi, split, source_id, observed_at desc, fix_id desc
  on conflict (mmsi, split, source_id) do update set
    fix_id = excluded.fix_id, observed_at = excluded.observed_at, rec_time = excluded.rec_time,
    lat_udeg = excluded.lat_udeg, lon_udeg = excluded.lon_udeg, sog_tenths = excluded.sog_tenths,
    cog_tenths = excluded.cog_tenths, true_heading = excluded.true_heading, rot_ais = excluded.rot_ais,
    nav_status = excluded.nav_status, msg_type = excluded.msg_type, bits = excluded.bits, feed = excluded.feed,
    station_id = excluded.station_id, quality = excluded.quality, reject_reasons = excluded.reject_reasons
  where (latest_fixes.observed_at, latest_fixes.fix_id) < (excluded.observed_at, excluded.fix_id)
    -- Before the clock was set back: with a lower id, and from what is still to come.
    or (latest_fixes.fix_id < excluded.fix_id and latest_fixes.observed_at > excluded.rec_time + interval '${AHEAD_MS} ms')`

/**
 * Statement that deletes useless keyframes: reading continues at the instant of a keyframe, so none may precede fixes
 * that arrived before it.
 */
const DROP_KEYFRAMES = `
  delete from fix_keyframes frame where at > (select min(rec_time) from recent)
    and exists (select from recent where rec_time < frame.at and fix_id > frame.upto_fix_id)`

const DERIVE = [ADD_COVERAGE, ADD_VESSEL_HOURS, ADD_SOURCE_HOURS, TAKE_LATEST, DROP_KEYFRAMES]
