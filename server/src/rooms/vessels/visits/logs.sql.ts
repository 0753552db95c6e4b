import type { LogKind, WatchedKind } from '@samudra/contract/visits'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { VISIT_JSON, type VisitRow } from './visits.sql.ts'

/** Outline, and the instant from which another one applies. */
export type LoggedZone = { zone: number; before: number | null }
export type LogQuery = {
  kinds: readonly LogKind[]
  zones: readonly LoggedZone[]
  mmsi: number | undefined
  split: number | undefined
  from: number | undefined
  to: number | undefined
  /** Numbers of the sources that may be seen; null for all. */
  sources: readonly number[] | null
  edits: readonly { at: string; version: number }[]
  limit: number
  offset: number
}
export type LogEntry = { kind: LogKind; at: Date; version: number | null; visit: SeenVisit | null }
export type SeenVisit = VisitRow & { exit_seen: boolean; last_at: number | null }

const isSeen = (of: 'entry' | 'exit', sources: readonly number[] | null): RawBuilder<unknown> => {
  if (sources === null) return sql`true`
  const [after, before, beforeId] = ['after_source', 'before_source', 'before_id'].map((name) =>
    sql.ref(`${of}_${name}`),
  )
  return sql`${after} = any(${sources}::int[]) and (${beforeId} = 0 or ${before} = any(${sources}::int[]))`
}
const within = (column: 'entered_at' | 'exited_at', { from, to }: Pick<LogQuery, 'from' | 'to'>) => {
  const at = sql.ref(column)
  return sql`${from === undefined ? sql`true` : sql`${at} >= ${new Date(from)}`}
    and ${to === undefined ? sql`true` : sql`${at} <= ${new Date(to)}`}`
}

/**
 * Returns the log query as rows of a key and an instant. It reads only the required number of newest rows per kind, in
 * index order.
 */
function log(request: LogQuery, most: number | null) {
  const { kinds, zones, mmsi, split, sources, edits } = request
  const befores = zones.map(({ before }) => (before === null ? null : new Date(before)))
  const reported = sql`unnest(${zones.map(({ zone }) => zone)}::int[], ${befores}::timestamptz[]) as t (zone, before)`
  const [only] = zones.length === 1 && zones[0]!.before === null ? zones : []
  const visits = only === undefined ? sql`visits join ${reported} using (zone)` : sql`visits`
  const ofZone = only === undefined ? sql`(before is null or entered_at < before)` : sql`zone = ${only.zone}`
  const ofShip = sql`${mmsi === undefined ? sql`true` : sql`mmsi = ${mmsi}`} and ${split === undefined ? sql`true` : sql`split = ${split}`}`
  const whose = sql`${ofZone} and ${ofShip}`
  const rows = (kind: LogKind, column: 'entered_at' | 'exited_at', seen: RawBuilder<unknown>) =>
    sql`select ${kind}::text as kind, ${sql.ref(column)} as at, mmsi, zone, split, entered_at, null::int as version
      from ${visits} where ${whose} and ${within(column, request)} and ${seen}`
  const entrySeen = isSeen('entry', sources)
  const parts: Record<LogKind, () => RawBuilder<unknown>> = {
    ENTRY: () => rows('ENTRY', 'entered_at', entrySeen),
    DWELL: () => rows('DWELL', 'entered_at', entrySeen),
    EXIT: () => rows('EXIT', 'exited_at', sql`is_over and ${isSeen('exit', sources)}`),
    EDIT: () => sql`select 'EDIT'::text as kind, at, null::int as mmsi, null::int as zone, null::smallint as split,
      null::timestamptz as entered_at, version
      from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as e (at timestamptz, version int)`,
  }
  const newest = most === null ? sql`` : sql` order by at desc, mmsi, zone limit ${most}`
  return sql.join(
    kinds.map((kind) => sql`(${parts[kind]()}${newest})`),
    sql` union all `,
  )
}

/** Entries, exits and visits of some outlines, the newest first. */
export async function logEntries(db: Db, request: LogQuery): Promise<LogEntry[]> {
  const { rows } = await sql<
    { kind: LogKind; at: Date; version: number | null } & Omit<SeenVisit, 'mmsi'> & { mmsi: number | null }
  >`
    select l.kind, l.at, l.version, v.*,
      (select extract(epoch from max(f.observed_at)) * 1000 from latest_fixes f
        where f.mmsi = l.mmsi and f.split = l.split)::float8 as last_at
    from (select * from (${log(request, request.limit + request.offset)}) as all_of_it order by at desc, kind, mmsi, zone
      limit ${request.limit} offset ${request.offset}) as l
    left join lateral (select ${sql.raw(VISIT_JSON)}, ${isSeen('exit', request.sources)} as exit_seen from visits v
      where v.mmsi = l.mmsi and v.zone = l.zone and v.split = l.split and v.entered_at = l.entered_at) as v on true
    order by l.at desc, l.kind, l.mmsi, l.zone`.execute(query(db))
  return rows.map(({ kind, at, version, mmsi, ...visit }) => ({
    kind,
    at,
    version,
    visit: mmsi === null ? null : { ...visit, mmsi },
  }))
}

export async function countLog(db: Db, request: LogQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${log(request, null)}) as l`.execute(query(db))
  return rows[0]!.total
}

/**
 * Returns the outlines for the past of some areas and boundaries: the present ones and, before their logs begin, the
 * last one before.
 */
export async function historyZones(
  db: Db,
  kinds: readonly WatchedKind[],
  ids: readonly string[] | null,
): Promise<LoggedZone[]> {
  const { rows } = await sql<{ zone: number; before: Date | null }>`
    select zone, (select min(n.since) from visit_zones n where n.place = z.place and n.zone > z.zone
      and n.state in ('LIVE', 'BACK')) as before
    from visit_zones z where kind = any(${kinds}::text[]) and ${ids === null ? sql`true` : sql`id = any(${ids}::text[])`}`.execute(
    query(db),
  )
  return rows.map(({ zone, before }) => ({ zone, before: before?.getTime() ?? null }))
}
