import { CLAIMS, type Edge, type Visit } from '@samudra/nautical/tracks/visit'
import { sql } from 'kysely'
import type pg from 'pg'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { notePassings } from './passings.sql.ts'
import type { ShipVisit } from './ship-visit.ts'

type EdgeRow = {
  at: number
  claim: number
  lat: number
  lon: number
  before_id: number
  before_source: number
  before_at: number
  after_id: number
  after_source: number
  after_at: number
}
/** A row with its instants as epoch ms. */
export type VisitRow = {
  mmsi: number
  split: number
  zone: number
  entry: EdgeRow
  exit: EdgeRow | null
  is_over: boolean
  min_sog: number
  silence_ms: number
  inside_sog: number
  inside_silence_ms: number
  is_backfill: boolean
}

const UDEG = 1e6
const ROWS_AT_ONCE = 500
const EDGE = [
  'claim',
  'lat',
  'lon',
  'before_id',
  'before_source',
  'before_at',
  'after_id',
  'after_source',
  'after_at',
]
const INSTANTS = ['before_at', 'after_at']
const typeOf = (name: string) =>
  name.endsWith('_at')
    ? 'timestamptz'
    : name.endsWith('_id')
      ? 'bigint'
      : /claim|source/.test(name)
        ? 'smallint'
        : 'integer'
const EXIT_COLUMNS = ['exited_at', ...EDGE.map((name) => `exit_${name}`)]
const REST = ['is_over', 'over_at', 'min_sog', 'silence_ms', 'inside_sog', 'inside_silence_ms', 'is_backfill']
const COLUMNS = [
  'mmsi',
  'zone',
  'split',
  'entered_at',
  ...EDGE.map((name) => `entry_${name}`),
  ...EXIT_COLUMNS,
  ...REST,
]
const KEY = new Set(['mmsi', 'zone', 'split', 'entered_at'])
const TYPES: Record<string, string> = {
  mmsi: 'integer',
  zone: 'integer',
  split: 'smallint',
  is_over: 'boolean',
  over_at: 'timestamptz',
  is_backfill: 'boolean',
  min_sog: 'smallint',
  inside_sog: 'smallint',
  silence_ms: 'bigint',
  inside_silence_ms: 'bigint',
}
const columnType = (name: string) => TYPES[name] ?? typeOf(name.replace(/^(entry|exit)_/, ''))

const PUT = `insert into visits (${COLUMNS.join()})
  select ${COLUMNS.join()} from jsonb_to_recordset($1::jsonb) as r (${COLUMNS.map((name) => `${name} ${columnType(name)}`).join()})
  on conflict (mmsi, zone, split, entered_at) do update
  set ${COLUMNS.filter((name) => !KEY.has(name))
    .map((name) => `${name} = excluded.${name}`)
    .join()}`

const iso = (at: number) => new Date(at).toISOString()
const edgeColumns = (of: 'entry' | 'exit', edge: Edge | null) =>
  edge === null
    ? {}
    : {
        [of === 'entry' ? 'entered_at' : 'exited_at']: iso(edge.at),
        [`${of}_claim`]: CLAIMS.indexOf(edge.claim),
        [`${of}_lat`]: Math.round(edge.lat * UDEG),
        [`${of}_lon`]: Math.round(edge.lon * UDEG),
        [`${of}_before_id`]: edge.beforeId,
        [`${of}_before_source`]: edge.beforeSource,
        [`${of}_before_at`]: iso(edge.beforeAt),
        [`${of}_after_id`]: edge.afterId,
        [`${of}_after_source`]: edge.afterSource,
        [`${of}_after_at`]: iso(edge.afterAt),
      }

/** Keeps visits in the place of what was known of them. */
export async function putVisits(
  client: pg.PoolClient,
  visits: readonly ShipVisit[],
  isBackfill: boolean,
): Promise<void> {
  // Made as they are sent: a hundred thousand at once would hold up all others.
  for (let from = 0; from < visits.length; from += ROWS_AT_ONCE)
    await client.query(PUT, [JSON.stringify(rowsOf(visits.slice(from, from + ROWS_AT_ONCE), isBackfill))])
}

function rowsOf(visits: readonly ShipVisit[], isBackfill: boolean): object[] {
  // Two of one ship that began in the same millisecond are one.
  const rows = new Map<string, object>()
  for (const { mmsi, split, visit } of visits)
    rows.set(`${mmsi} ${visit.zone} ${split} ${visit.entry.at}`, {
      mmsi,
      split,
      zone: visit.zone,
      ...edgeColumns('entry', visit.entry),
      ...edgeColumns('exit', visit.exit ?? visit.leaving),
      is_over: visit.exit !== null,
      over_at: visit.exit === null ? null : iso(visit.overAt),
      min_sog: visit.minSog,
      silence_ms: visit.silence,
      inside_sog: visit.insideSog,
      inside_silence_ms: visit.insideSilence,
      is_backfill: isBackfill,
    })
  return [...rows.values()]
}

/** Deletes visits to some zones that vessels entered from an instant on; they are computed again. */
export const dropVisits = async (
  client: pg.PoolClient,
  { zones, mmsis, since }: { zones: readonly number[]; mmsis: readonly number[]; since: number },
): Promise<void> => {
  await client.query(
    'delete from visits where mmsi = any($1::int[]) and zone = any($2::int[]) and entry_after_at >= $3',
    [mmsis, zones, new Date(since)],
  )
}

export const edgeJson = (of: 'entry' | 'exit') => `jsonb_build_object(
  'at', extract(epoch from ${of === 'entry' ? 'entered_at' : 'exited_at'}) * 1000,
  ${EDGE.map((name) => `'${name}', ${INSTANTS.includes(name) ? `extract(epoch from ${of}_${name}) * 1000` : `${of}_${name}`}`).join()})`
export const VISIT_JSON = `mmsi, split, zone, ${edgeJson('entry')} as entry,
  case when exited_at is null then null else ${edgeJson('exit')} end as exit,
  is_over, min_sog, silence_ms::float8 as silence_ms, inside_sog, inside_silence_ms::float8 as inside_silence_ms, is_backfill`

/** Visits of some zones that were under way by the fixes sent before an instant; without one, those that are now. */
export async function visitsUnderWay(
  db: Db,
  { zones, mmsis, at }: { zones: readonly number[]; mmsis?: readonly number[]; at?: number },
): Promise<ShipVisit[]> {
  const when =
    at === undefined
      ? sql`not is_over`
      : sql`entry_after_at < ${new Date(at)} and (not is_over or over_at >= ${new Date(at)})`
  const whose = mmsis === undefined ? sql`true` : sql`mmsi = any(${mmsis}::int[])`
  const { rows } = await sql<VisitRow>`select ${sql.raw(VISIT_JSON)} from visits
    where zone = any(${zones}::int[]) and ${whose} and ${when}`.execute(query(db))
  return shipVisits(rows, ({ exit }) => exit !== null && (at === undefined || exit.after_at < at))
}

/** Visits of some zones that were under way when the fix of an id had been taken and none after it. */
export async function visitsKnownBy(db: Db, zones: readonly number[], fixId: number): Promise<ShipVisit[]> {
  const { rows } = await sql<VisitRow>`select ${sql.raw(VISIT_JSON)} from visits
    where zone = any(${zones}::int[]) and (is_backfill or entry_after_id <= ${String(fixId)}::bigint)
      and (not is_over or (not is_backfill and exit_after_id > ${String(fixId)}::bigint))`.execute(query(db))
  return shipVisits(rows, ({ exit, is_backfill }) => exit !== null && (is_backfill || exit.after_id <= fixId))
}

async function shipVisits(
  rows: readonly VisitRow[],
  isLeaving: (row: VisitRow) => boolean,
): Promise<ShipVisit[]> {
  const visits: ShipVisit[] = []
  let began = performance.now()
  for (const row of rows) {
    visits.push({ mmsi: row.mmsi, split: row.split, visit: visitOf(row, isLeaving(row)) })
    if ((visits.length & 255) === 0) began = await breathe(began)
  }
  return visits
}

const edgeOf = (row: EdgeRow): Edge => ({
  claim: CLAIMS[row.claim]!,
  at: row.at,
  lat: row.lat / UDEG,
  lon: row.lon / UDEG,
  beforeId: row.before_id,
  beforeSource: row.before_source,
  beforeAt: row.before_at,
  afterId: row.after_id,
  afterSource: row.after_source,
  afterAt: row.after_at,
})

/** As it was under way: crossed outwards already, or not. */
function visitOf(row: VisitRow, isLeaving: boolean): Visit {
  return {
    ship: -1,
    zone: row.zone,
    entry: edgeOf(row.entry),
    exit: null,
    overAt: 0,
    leaving: isLeaving ? edgeOf(row.exit!) : null,
    minSog: row.min_sog,
    silence: row.silence_ms,
    insideSog: row.inside_sog,
    insideSilence: row.inside_silence_ms,
    isChanged: false,
  }
}

/** Stores late vessels with the instant from which to compute them again. */
export async function noteDue(
  client: pg.PoolClient,
  due: ReadonlyMap<number, number>,
  now: number,
): Promise<void> {
  await client.query(
    `insert into visits_due (mmsi, since, noted_at)
     select mmsi, since, $3 from unnest($1::int[], $2::timestamptz[]) as d (mmsi, since)
     on conflict (mmsi) do update set since = least(visits_due.since, excluded.since)`,
    [[...due.keys()], [...due.values()].map((at) => new Date(at)), new Date(now)],
  )
}

/** Ships noted before an instant, some at a time: those of one instant together. */
export async function dueShips(db: Db, notedBefore: number, limit: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ mmsi: number; since: Date }>`
    select mmsi, since from visits_due where noted_at <= ${new Date(notedBefore)} order by since, mmsi
    limit ${limit}`.execute(query(db))
  return new Map(rows.map(({ mmsi, since }) => [mmsi, since.getTime()]))
}

export const endDue = async (client: pg.PoolClient, due: ReadonlyMap<number, number>): Promise<void> => {
  await client.query(
    `delete from visits_due using unnest($1::int[], $2::timestamptz[]) as d (mmsi, since)
     where visits_due.mmsi = d.mmsi and visits_due.since >= d.since`,
    [[...due.keys()], [...due.values()].map((at) => new Date(at))],
  )
}

const CURSOR = 'visits'

/** The id of the last fix that is accounted for; null before the first. */
export async function readCursor(db: Db): Promise<number | null> {
  const { rows } = await sql<{ upto: string }>`
    select upto_fix_id as upto from derivations where name = ${CURSOR}`.execute(query(db))
  return rows[0] === undefined ? null : Number(rows[0].upto)
}

/** Keeps what changed, what came late and how far fixes are accounted for, together. */
export const keepVisits = (
  db: Db,
  {
    visits,
    passed,
    due,
    cursor,
    now,
  }: {
    visits: readonly ShipVisit[]
    /** Visits that began or ended. */
    passed: readonly ShipVisit[]
    due: ReadonlyMap<number, number>
    cursor: number | null
    now: number
  },
): Promise<void> =>
  inTransaction(db, async (client) => {
    await putVisits(client, visits, false)
    await notePassings(client, passed, now)
    if (due.size > 0) await noteDue(client, due, now)
    if (cursor === null) return
    await client.query(
      `insert into derivations (name, upto_fix_id) values ($1, $2::bigint)
       on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`,
      [CURSOR, String(cursor)],
    )
  })

/** Puts what was worked out again in the place of what was known of some ships. */
export const keepAgain = (
  db: Db,
  request: {
    zones: readonly number[]
    due: ReadonlyMap<number, number>
    since: number
    visits: readonly ShipVisit[]
    now: number
  },
): Promise<void> =>
  inTransaction(db, async (client) => {
    await dropVisits(client, { zones: request.zones, mmsis: [...request.due.keys()], since: request.since })
    await putVisits(client, request.visits, true)
    await notePassings(client, request.visits, request.now)
    await endDue(client, request.due)
  })

export const storeDue = (db: Db, due: ReadonlyMap<number, number>, now: number): Promise<void> =>
  inTransaction(db, (client) => noteDue(client, due, now))
