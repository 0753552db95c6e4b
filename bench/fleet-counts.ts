/**
 * Makes the positions of a large fleet as Parquet with DuckDB, and fills the counts of hours and days from them, as if they
 * had been counted. `dashboard.ts --fleet` measures figures over them, and DuckDB over the same files.
 */
import path from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import { sql } from 'kysely'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { inResults, storeResults } from '../server/src/rooms/watch/rules/findings/results.sql.ts'
import { aResult } from '../server/testing/seas/results.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Between two positions of a vessel. */
const STEP_MS = 18 * 60_000
export const FLEET_DAYS = 31
const COUNTRIES = 60
/** Weeks before the month that are filled with the counts of the month, without rows of one kind and one country. */
const WEEKS_BEFORE = 8
const YEAR_DAYS = 365

/** Maritime identification digits of so many countries. */
function midsOf(count: number): number[] {
  const mids = new Map<string, number>()
  for (let mid = 201; mid < 776 && mids.size < count; mid++) {
    const iso2 = countryOfMmsi(mid * 1_000_000)?.iso2
    if (iso2 !== undefined && !mids.has(iso2)) mids.set(iso2, mid)
  }
  return [...mids.values()]
}

/** A fleet whose positions lie in Parquet files. */
export class ParquetFleet {
  readonly #connection: DuckDBConnection
  readonly #files: string
  /** Beginning of the month, epoch ms. */
  readonly from: number

  private constructor(connection: DuckDBConnection, files: string, from: number) {
    this.#connection = connection
    this.#files = files
    this.from = from
  }

  /** Writes the positions of a month that ends with the day of an instant, epoch ms. */
  static async write(folder: string, vessels: number, now: number): Promise<ParquetFleet> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
    const connection = await instance.connect()
    const from = Math.floor(now / DAY) * DAY - FLEET_DAYS * DAY
    const files = path.join(folder, 'day-*.parquet')
    for (let day = 0; day < FLEET_DAYS; day++)
      await connection.run(`copy (
        select ([${midsOf(COUNTRIES).join()}][1 + v % ${COUNTRIES}] * 1000000 + v)::int as mmsi,
          [${SHIP_GROUPS.map((group) => `'${group}'`).join()}][1 + (v // ${COUNTRIES}) % ${SHIP_GROUPS.length}] as kind,
          [${midsOf(COUNTRIES)
            .map((mid) => `'${countryOfMmsi(mid * 1_000_000)!.iso2}'`)
            .join()}][1 + v % ${COUNTRIES}] as country,
          (case (v // 7) % 3 when 0 then 1 when 1 then 2 else 1 + s % 2 end)::smallint as source,
          ${from + day * DAY}::bigint + s * ${STEP_MS} + (v * 7919) % ${STEP_MS} as observed_at,
          ((v * 37 + s) % 60000000)::int as lat, ((v * 91 + s) % 90000000)::int as lon
        from range(${vessels}) a(v), range(${DAY / STEP_MS}) b(s) order by observed_at)
        to '${path.join(folder, `day-${String(day).padStart(2, '0')}.parquet`)}' (format parquet, compression zstd)`)
    return new ParquetFleet(connection, files, from)
  }

  /** Returns rows of a statement over the positions, `{fixes}` in it. */
  async ask<Row>(statement: string): Promise<Row[]> {
    const read = await this.#connection.runAndReadAll(
      statement.replaceAll('{fixes}', `read_parquet('${this.#files}')`),
    )
    return read.getRowObjectsJson() as Row[]
  }

  close(): void {
    this.#connection.closeSync()
  }

  /** Counts distinct vessels by hour or day, kind, country and set of sources in a day, with the rows of all of each. */
  async counts(span: 'H' | 'D', day: number): Promise<string> {
    const size = span === 'H' ? HOUR : DAY
    const from = this.from + day * DAY
    const [{ rows }] = (await this.ask<{ rows: string }>(`
      with seen as (select observed_at // ${size} * ${size} as t, mmsi, any_value(kind) kind, any_value(country) country,
          count(*) filter (source = 1) as one, count(*) filter (source = 2) as other
        from {fixes} where observed_at >= ${from} and observed_at < ${from + DAY} group by 1, 2),
      heard as (select *, case when one > 0 and other > 0 then [1, 2] when one > 0 then [1] else [2] end as sources from seen),
      sums as (select t, kind, country, sources, count(*) as vessels, sum(one)::bigint as one, sum(other)::bigint as other
        from heard group by grouping sets ((t, kind, country, sources), (t, kind, sources), (t, country, sources), (t, sources)))
      select to_json(list({t: t, kind: coalesce(kind, '*'), country: coalesce(country, '*'), sources: sources, vessels: vessels,
        fixes: list_filter([one, other], lambda x: x > 0)}))::varchar as rows from sums`)) as [
      { rows: string },
    ]
    return rows
  }
}

/** Fills the counts of the month, of the weeks before it by the hour, and of a year by the day. */
export async function fillCounts(db: Db, fleet: ParquetFleet): Promise<void> {
  for (const span of ['H', 'D'] as const)
    for (let day = 0; day < FLEET_DAYS; day++)
      await sql`
        insert into traffic_counts (span, area, at, kind, country, sources, vessels, fixes, all_fixes)
        select ${span}::"char", 0, to_timestamp(t / 1000.0), kind, country, sources, vessels, fixes, (select sum(f) from unnest(fixes) f)
        from jsonb_to_recordset(${await fleet.counts(span, day)}::jsonb)
          as one (t bigint, kind text, country text, sources smallint[], vessels int, fixes bigint[])
        order by t, kind <> '*', country <> '*'`.execute(query(db))
  await repeat(db, 'H', 7 * WEEKS_BEFORE, 28, sql`level > 0`)
  await repeat(db, 'D', YEAR_DAYS - FLEET_DAYS, 28, sql`true`)
  await sql`insert into traffic_counted (span, at, since) select distinct span, at, 1 from traffic_counts`.execute(
    query(db),
  )
  await sql`insert into derivations (name, upto_fix_id) values ('traffic', 1), ('traffic kinds', 1)
    on conflict (name) do update set upto_fix_id = excluded.upto_fix_id`.execute(query(db))
  await sql`vacuum analyze traffic_counts`.execute(query(db))
}

/** Repeats the last days of the counts for so many days before them. */
async function repeat(db: Db, span: 'H' | 'D', days: number, step: number, which: ReturnType<typeof sql>) {
  const { rows } = await sql<{ first: Date }>`
    select min(at) as first from traffic_counts where span = ${span}::"char"`.execute(query(db))
  const first = rows[0]!.first
  for (let back = step; back < days + step; back += step)
    await sql`
      insert into traffic_counts (span, area, at, kind, country, sources, vessels, fixes, all_fixes)
      select span, area, at - make_interval(days => ${back}::int), kind, country, sources, vessels, fixes, all_fixes
      from traffic_counts where span = ${span}::"char" and at >= ${first} and at < ${new Date(first.getTime() + step * DAY)}
        and at - make_interval(days => ${back}::int) >= ${new Date(first.getTime() - days * DAY)} and ${which}
      order by at, kind <> '*', country <> '*'`.execute(query(db))
}

/** Stores anomalies: five of each vessel in three months. */
export async function storeAnomalies(db: Db, vessels: number, now: number): Promise<number> {
  const rules = ['LOITERING_EVENT', 'ENCOUNTER_EVENT', 'SPEED_CHANGE', 'COURSE_CHANGE', 'FEED_DELAY']
  const mids = midsOf(COUNTRIES)
  const count = vessels * 5
  const every = (87 * DAY) / count
  const found = (from: number) =>
    Array.from({ length: Math.min(500, count - from) }, (_, n) => {
      const v = ((from + n) * 7919) % vessels
      const at = Math.floor(now - (from + n + 1) * every)
      return aResult(at, {
        id: `r.${from + n}`,
        rule_id: rules[(from + n) % rules.length]!,
        mmsi: mids[v % COUNTRIES]! * 1_000_000 + v,
        ended_at: at + HOUR,
        status: 'CLEARED',
      })
    })
  for (let from = 0; from < count; from += 500)
    await inResults(db, (client) => storeResults(client, { begun: found(from), later: [] }, 0))
  await sql`update rule_results set changed_at = known_at`.execute(query(db))
  // They raise no alerts, which would be raised while figures are timed.
  await sql`delete from rule_result_news`.execute(query(db))
  await sql`vacuum analyze rule_results`.execute(query(db))
  return count
}
