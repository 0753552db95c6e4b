import { PATTERN_WIDTH } from '@samudra/nautical/usual-value'
import type pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'
import { addPacked, CounterRows, packed, wide } from './counters.ts'
import { COVERAGE_WIDTH, noteCoverage } from './coverage.ts'
import type { LearnedDay } from './day-learner.ts'

const DAY_MS = 86_400_000
/** Rows handed over in one statement. */
const PORTION = 5000

/** When learning began, and the first instant that is not learned; epoch ms, null before it. */
export async function readFollow(db: Db): Promise<{ beganAt: number; upto: number } | null> {
  const { rows } = await sql<{ began_at: Date; upto: Date }>`select began_at, upto from habit_follow`.execute(
    query(db),
  )
  const row = rows[0]
  return row === undefined ? null : { beganAt: row.began_at.getTime(), upto: row.upto.getTime() }
}

/** Begins learning at a day, unless it has begun already. */
export async function beginFollow(db: Db, beganAt: number, upto: number): Promise<void> {
  await sql`insert into habit_follow (began_at, upto) values (${new Date(beganAt)}, ${new Date(upto)})
    on conflict do nothing`.execute(query(db))
}

/** The first hour something was stored of, epoch ms; null when there is none. */
export async function firstHour(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(hour) as at from source_hours`.execute(query(db))
  return rows[0]?.at?.getTime() ?? null
}

/** Another process learned this day meanwhile. */
export class LearnedElsewhere extends Error {}

/**
 * Replaces the stored learning of a day and advances the learned end. A relearned day stays usable from the same time.
 */
export async function storeDay(
  db: Db,
  day: number,
  learned: LearnedDay,
  { now, usableFrom, isNext }: { now: number; usableFrom: number; isNext: boolean },
): Promise<void> {
  await inTransaction(db, async (client) => {
    const at = new Date(day)
    // Only one process learns at a time.
    await client.query('select from habit_follow for update')
    for (const table of ['habit_ships', 'habit_cells', 'habit_types', 'lane_points'])
      await client.query(`delete from ${table} where day = $1`, [at])
    await storeShips(client, at, learned.ships)
    await storeRows(client, 'habit_cells', 'cell', at, learned.cells)
    await storeRows(client, 'habit_types', 'ship_group', at, learned.types)
    await storeRows(client, 'lane_points', 'ship_group', at, learned.lanePoints)
    await storeCoverage(client, day)
    await client.query(
      `insert into habit_days (day, usable_from, learned_at, fixes, ships) values ($1, $2, $3, $4, $5)
       on conflict (day) do update set learned_at = excluded.learned_at, fixes = excluded.fixes, ships = excluded.ships`,
      [at, new Date(usableFrom), new Date(now), learned.fixes, learned.ships.length],
    )
    if (!isNext) return
    const { rowCount } = await client.query('update habit_follow set upto = $2 where upto = $1', [
      at,
      new Date(day + DAY_MS),
    ])
    if (rowCount !== 1) throw new LearnedElsewhere()
  })
}

async function storeShips(client: pg.PoolClient, day: Date, rows: LearnedDay['ships']): Promise<void> {
  for (let i = 0; i < rows.length; i += PORTION) {
    const some = rows.slice(i, i + PORTION)
    await client.query(
      `insert into habit_ships (mmsi, split, day, body, cells)
       select mmsi, split, $1, body, cells::int[]
       from unnest($2::int[], $3::smallint[], $4::bytea[], $5::text[]) as given (mmsi, split, body, cells)`,
      [
        day,
        some.map(({ key }) => Math.floor(key / 256)),
        some.map(({ key }) => key % 256),
        some.map(({ body }) => body),
        some.map(({ cells }) => `{${cells.join(',')}}`),
      ],
    )
  }
}

async function storeRows(
  client: pg.PoolClient,
  table: 'habit_cells' | 'habit_types' | 'lane_points',
  key: 'cell' | 'ship_group',
  day: Date,
  rows: readonly { key: number; body: Buffer }[],
): Promise<void> {
  for (let i = 0; i < rows.length; i += PORTION) {
    const some = rows.slice(i, i + PORTION)
    await client.query(
      `insert into ${table} (day, ${key}, body) select $1, key, body from unnest($2::int[], $3::bytea[]) as given (key, body)`,
      [day, some.map((row) => row.key), some.map(({ body }) => body)],
    )
  }
}

type HeardHour = { cell: number; hour: number; fixes: number; gap_buckets: number[] }

/** Takes over what the counts of the day say of each source and cell. */
async function storeCoverage(client: pg.PoolClient, day: number): Promise<void> {
  const within = [new Date(day), new Date(day + DAY_MS)]
  await client.query('delete from habit_coverage where day = $1', [within[0]])
  const { rows: sources } = await client.query<{ id: number }>(
    'select distinct source_id as id from coverage_hours where hour >= $1 and hour < $2 order by 1',
    within,
  )
  for (const { id } of sources) {
    const { rows } = await client.query<HeardHour>(
      `select cell, extract(hour from hour at time zone 'UTC')::int as hour, fixes, gap_buckets from coverage_hours
       where hour >= $1 and hour < $2 and source_id = $3 order by cell`,
      [...within, id],
    )
    const cells = new CounterRows(COVERAGE_WIDTH, wide)
    for (const row of rows) {
      const from = cells.of(row.cell)
      noteCoverage(cells.counts.subarray(from, from + COVERAGE_WIDTH), row.hour, row.fixes, row.gap_buckets)
    }
    const done = [...cells.keys()]
    for (let i = 0; i < done.length; i += PORTION) {
      const some = done.slice(i, i + PORTION)
      await client.query(
        `insert into habit_coverage (day, source_id, cell, body)
         select $1, $2, cell, body from unnest($3::int[], $4::bytea[]) as given (cell, body)`,
        [within[0], id, some, some.map((cell) => packed(cells.counts, cells.find(cell), COVERAGE_WIDTH))],
      )
    }
  }
}

export type LearnedRow = { day: number; usableFrom: number; learnedAt: number }

/** The days that are learned, the first first. */
export async function learnedDays(db: Db): Promise<LearnedRow[]> {
  const { rows } = await sql<{ day: Date; usable_from: Date; learned_at: Date }>`
    select day, usable_from, learned_at from habit_days order by day`.execute(query(db))
  return rows.map((row) => ({
    day: row.day.getTime(),
    usableFrom: row.usable_from.getTime(),
    learnedAt: row.learned_at.getTime(),
  }))
}

export async function forgetDays(db: Db, before: number): Promise<void> {
  for (const table of [
    'habit_ships',
    'habit_cells',
    'habit_types',
    'habit_coverage',
    'lane_points',
    'habit_days',
  ])
    await sql`delete from ${sql.table(table)} where day < ${new Date(before)}`.execute(query(db))
}

export type BodyRow = { key: number; body: Buffer }

/**
 * Returns the data learned on a day for vessels, cells, types or coverage (by source × 2^21 + cell). Covers some MMSIs
 * or all.
 */
export async function dayBodies(
  db: Db,
  of: 'SHIPS' | 'CELLS' | 'TYPES' | 'COVERAGE',
  day: number,
  mmsis: readonly number[] | null = null,
): Promise<BodyRow[]> {
  const at = new Date(day)
  const statement = {
    SHIPS: sql<BodyRow>`select mmsi::float8 * 256 + split as key, body from habit_ships
      where day = ${at} and (${mmsis}::int[] is null or mmsi = any(${mmsis}::int[]))`,
    CELLS: sql<BodyRow>`select cell as key, body from habit_cells where day = ${at}`,
    TYPES: sql<BodyRow>`select ship_group as key, body from habit_types where day = ${at}`,
    COVERAGE: sql<BodyRow>`select source_id::float8 * 2097152 + cell as key, body from habit_coverage where day = ${at}`,
  }[of]
  const { rows } = await statement.execute(query(db))
  return rows
}

/** Counters of one thing over some days, together and by day. */
export async function bodiesOf(
  db: Db,
  of: { mmsi: number; split: number } | { cell: number },
  days: readonly number[],
): Promise<{ counts: Uint32Array; days: { day: number; counts: Uint32Array; cells: number[] }[] }> {
  const at = days.map((day) => new Date(day))
  const statement =
    'mmsi' in of
      ? sql<{ day: Date; body: Buffer; cells: number[] }>`
          select day, body, cells from habit_ships
          where mmsi = ${of.mmsi} and split = ${of.split} and day = any(${at}::timestamptz[]) order by day`
      : sql<{ day: Date; body: Buffer; cells: number[] }>`
          select day, body, '{}'::int[] as cells from habit_cells
          where cell = ${of.cell} and day = any(${at}::timestamptz[]) order by day`
  const { rows } = await statement.execute(query(db))
  const counts = new Uint32Array(PATTERN_WIDTH)
  return {
    counts,
    days: rows.map(({ day, body, cells }) => {
      const own = new Uint32Array(PATTERN_WIDTH)
      addPacked(body, own, 0)
      addPacked(body, counts, 0)
      return { day: day.getTime(), counts: own, cells }
    }),
  }
}

/** Returns the coverage of each source in a cell on some days. */
export async function coverageOf(
  db: Db,
  cell: number,
  days: readonly number[],
): Promise<{ source_id: number; day: Date; body: Buffer }[]> {
  const { rows } = await sql<{ source_id: number; day: Date; body: Buffer }>`
    select source_id, day, body from habit_coverage
    where cell = ${cell} and day = any(${days.map((day) => new Date(day))}::timestamptz[])
    order by source_id`.execute(query(db))
  return rows
}
