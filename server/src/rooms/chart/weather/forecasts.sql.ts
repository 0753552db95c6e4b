import { sql } from 'kysely'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import { STALE_MS, MOST_APART_MS, type Forecast } from './forecasts.ts'
import { packed, unpacked } from './packed.ts'

const date = (at: number) => new Date(at)

/** Stores the forecasts of a run, unless it or a later one is stored already. */
export async function keepForecasts(
  db: Db,
  isSimulated: boolean,
  { run, countsFrom }: Pick<Forecast, 'run' | 'countsFrom'>,
  fields: readonly Pick<Forecast, 'layer' | 'validAt' | 'scale' | 'values'>[],
): Promise<void> {
  await sql`
    insert into weather_forecasts (is_simulated, run, valid_at, layer, counts_from, scale, body)
    select ${isSimulated}, ${date(run)}, given.valid_at, given.layer, ${date(countsFrom)}, given.scale, given.body
    from unnest(
      ${fields.map(({ validAt }) => date(validAt))}::timestamptz[], ${fields.map(({ layer }) => layer)}::text[],
      ${fields.map(({ scale }) => scale)}::smallint[], ${fields.map(({ values }) => packed(values))}::bytea[]
    ) as given (valid_at, layer, scale, body)
    where not exists (
      select from weather_forecasts where is_simulated = ${isSimulated} and run >= ${date(run)})
    on conflict do nothing`.execute(query(db))
}

/** Returns the stored runs of an instant and later, the earliest first. */
export async function storedRuns(db: Db, isSimulated: boolean, from: number): Promise<number[]> {
  const { rows } = await sql<{ run: Date }>`
    select distinct run from weather_forecasts where is_simulated = ${isSimulated} and run >= ${date(from)}
    order by run`.execute(query(db))
  return rows.map(({ run }) => run.getTime())
}

type Row = { run: Date; counts_from: Date; layer: string; valid_at: Date; scale: number; body: Buffer }

/** All that may be read of some layers at the instants of a time; null for all layers. */
export async function readForecasts(
  db: Db,
  isSimulated: boolean,
  { layers, from, to }: { layers: readonly string[] | null; from: number; to: number },
): Promise<Forecast[]> {
  const { rows } = await sql<Row>`
    select run, counts_from, layer, valid_at, scale, body from weather_forecasts
    where is_simulated = ${isSimulated} and run >= ${date(from - STALE_MS)} and run <= ${date(to)}
      and counts_from <= ${date(to)}
      and valid_at > ${date(from - MOST_APART_MS)} and valid_at < ${date(to + MOST_APART_MS)}
      and (${layers}::text[] is null or layer = any(${layers}::text[]))
    order by run, layer, valid_at`.execute(query(db))
  const found: Forecast[] = []
  let began = performance.now()
  for (const { run, counts_from, layer, valid_at, scale, body } of rows) {
    const [countsFrom, validAt] = [counts_from.getTime(), valid_at.getTime()]
    const values = unpacked(body)
    found.push({ run: run.getTime(), isSimulated, countsFrom, layer, validAt, scale, values })
    began = await breathe(began)
  }
  return found
}

export async function forgetForecasts(db: Db, before: number): Promise<void> {
  await sql`delete from weather_forecasts where counts_from < ${date(before)}`.execute(query(db))
}
