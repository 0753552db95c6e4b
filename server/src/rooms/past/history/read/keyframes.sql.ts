import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../../platform/needs/database.ts'
import { copiedFrom, copyBytes, query } from '../../../../platform/needs/query.ts'
import { CopyColumns } from './copy-columns.ts'
import { CopyRows } from '../record/copy-rows.ts'
import { FIX_COLUMNS } from './fix-columns.ts'
import { HeldFixes } from './held-fixes.ts'
import { MAX_AGE_MS, keyframeParts } from './keyframe-parts.ts'

/** The newest keyframe up to an instant; null when there is none. */
export async function keyframeBefore(
  db: Db,
  bound: number,
): Promise<{ at: number; uptoFixId: number } | null> {
  const { rows } = await sql<{ at: Date; upto_fix_id: string }>`
    select at, upto_fix_id from fix_keyframes where at <= ${new Date(Math.min(bound, 8e15))}
    order by at desc limit 1`.execute(query(db))
  const found = rows[0]
  return found === undefined ? null : { at: found.at.getTime(), uptoFixId: Number(found.upto_fix_id) }
}

/**
 * When imports arrived, from and until, that arrived after one instant and began up to a fix id: keyframes hold nothing of
 * them. One that is under way has no end yet.
 */
export async function importsBetween(
  db: Db,
  after: number,
  uptoFixId: number,
): Promise<{ from: number; to: number }[]> {
  const { rows } = await sql<{ stored_from: Date; stored_to: Date | null }>`
    select stored_from, stored_to from imports
    where stored_from <= ${new Date(uptoFixId / 1024)} and coalesce(stored_to, 'infinity') > ${new Date(after)}
    order by stored_from`.execute(query(db))
  return rows.map((row) => ({
    from: row.stored_from.getTime(),
    to: row.stored_to?.getTime() ?? Infinity,
  }))
}

/** The bodies of a keyframe, and how many fixes they hold. */
export type Keyframe = { bodies: Uint8Array[]; fixes: number }

/** The bodies of a keyframe, by ship; of some ships those that may hold them. */
export async function keyframeBodies(db: Db, at: number, mmsis: readonly number[] | null): Promise<Keyframe> {
  const { rows } = await sql<{ body: Buffer; fixes: number }>`
    select body, fixes from fix_keyframes where at = ${new Date(at)} and (${mmsis}::int4[] is null
      or exists (select from unnest(${mmsis}::int4[]) mmsi where mmsi between from_mmsi and to_mmsi))
    order by part`.execute(query(db))
  return { bodies: rows.map(({ body }) => body), fixes: rows.reduce((sum, { fixes }) => sum + fixes, 0) }
}

/** Writes what the table of latest fixes holds as the keyframe of an instant. */
export async function writeKeyframe(client: pg.PoolClient, at: number, uptoFixId: number): Promise<void> {
  const held = new HeldFixes(new Set(FIX_COLUMNS))
  const reading = new CopyColumns(
    (batch) => held.addRows(batch),
    () => undefined,
  )
  const oldest = new Date(at - MAX_AGE_MS).toISOString()
  for await (const bytes of copiedFrom(
    client,
    `copy (select null::bytea, mmsi, split, fix_id, observed_at, rec_time, lat_udeg, lon_udeg, sog_tenths, cog_tenths,
      true_heading, rot_ais, nav_status, msg_type, bits, feed, source_id, station_id, quality, reject_reasons
      from latest_fixes where observed_at >= '${oldest}' order by mmsi, split, source_id) to stdout (format binary)`,
  ))
    reading.feed(bytes as Buffer)
  reading.flush()
  const rows = new CopyRows(7)
  for (const part of await keyframeParts(held.columns)) {
    rows.row()
    rows.time(at)
    rows.int2(part.part)
    rows.int8(uptoFixId)
    rows.int4(part.fixes)
    rows.int4(part.from)
    rows.int4(part.to)
    rows.bytes(part.body)
  }
  if (rows.count === 0) return
  await client.query('delete from fix_keyframes where at = $1', [new Date(at)])
  await copyBytes(
    client,
    'copy fix_keyframes (at, part, upto_fix_id, fixes, from_mmsi, to_mmsi, body) from stdin (format binary)',
    [rows.take().bytes],
  )
}
