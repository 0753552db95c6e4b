import type { WatchedKind, ZoneLabel } from '@samudra/contract/visits'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

/** An outline that is to be watched. */
export type Watched = {
  kind: WatchedKind
  id: string
  place: string
  geometryVersion: number
  shape: string
  label: ZoneLabel
  /** So many days of the past are computed. */
  backDays: number
}
export type ZoneState = 'DUE' | 'BACK' | 'LIVE' | 'OVER'
const DAY_MS = 86_400_000
export type ZoneRow = {
  zone: number
  kind: WatchedKind
  id: string
  geometry_version: number
  shape: string
  label: ZoneLabel
  state: ZoneState
  since: Date
  upto: Date | null
  over_at: Date | null
}

const COLUMNS = sql`zone, kind, id, geometry_version, shape, label, state, since, upto, over_at`

/** Returns zones that are watched or about to be. */
export async function watchedZones(db: Db): Promise<ZoneRow[]> {
  const { rows } =
    await sql<ZoneRow>`select ${COLUMNS} from visit_zones where over_at is null order by zone`.execute(
      query(db),
    )
  return rows
}

/** Every outline of an area or boundary, the newest first. */
export async function outlinesOf(db: Db, kind: readonly WatchedKind[], id: string): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`select ${COLUMNS} from visit_zones
    where kind = any(${kind}::text[]) and id = ${id} order by zone desc`.execute(query(db))
  return rows
}

export async function zonesByNumber(db: Db, zones: readonly number[]): Promise<ZoneRow[]> {
  const { rows } = await sql<ZoneRow>`select ${COLUMNS} from visit_zones
    where zone = any(${zones}::int[])`.execute(query(db))
  return rows
}

/** Begins to watch some outlines, of which the past is due; ends to watch others; and keeps new words. */
export const changeZones = (
  db: Db,
  changes: {
    begun: readonly Watched[]
    ended: readonly number[]
    text: readonly { zone: number; label: ZoneLabel }[]
  },
  now: number,
): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(
      `update visit_zones set state = 'OVER', over_at = $2 where zone = any($1::int[]) and over_at is null`,
      [changes.ended, new Date(now)],
    )
    await client.query(
      `insert into visit_zones (kind, id, place, geometry_version, shape, label, state, since)
       select kind, id, place, geometry_version, shape, label, 'DUE', since from jsonb_to_recordset($1::jsonb)
         as r (kind text, id text, place text, geometry_version integer, shape text, label jsonb, since timestamptz)
       on conflict do nothing`,
      [
        JSON.stringify(
          changes.begun.map(({ geometryVersion, backDays, ...one }) => ({
            ...one,
            geometry_version: geometryVersion,
            since: new Date(now - backDays * DAY_MS),
          })),
        ),
      ],
    )
    for (const { zone, label } of changes.text)
      await client.query('update visit_zones set label = $2 where zone = $1', [zone, JSON.stringify(label)])
  })

/** The past of these is computed, from all that arrived up to an instant. */
export const endBack = async (
  client: pg.PoolClient,
  zones: readonly number[],
  upto: number,
): Promise<void> => {
  await client.query(
    `update visit_zones set state = 'BACK', upto = $2 where zone = any($1::int[]) and state = 'DUE'`,
    [zones, new Date(upto)],
  )
}

export async function beginLive(db: Db, zones: readonly number[]): Promise<void> {
  await sql`update visit_zones set state = 'LIVE' where zone = any(${zones}::int[]) and state = 'BACK'`.execute(
    query(db),
  )
}

/** Forgets what an unfinished computation left. */
export const clearZones = async (client: pg.PoolClient, zones: readonly number[]): Promise<void> => {
  await client.query('delete from visits where zone = any($1::int[])', [zones])
}
