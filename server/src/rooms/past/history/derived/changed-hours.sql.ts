import { sql } from 'kysely'
import type pg from 'pg'

const HOUR_MS = 3_600_000

/** Marks the hours of a query as changed; always in one order, so that two writers never wait for each other in turn. */
const markFrom = (hours: string) => `
  insert into traffic_dirty_hours (hour, touch, touched_at)
  select hour, nextval('traffic_touches'), now() from (select distinct hour from (${hours}) one order by hour) ordered
  on conflict (hour) do update set touch = excluded.touch, touched_at = excluded.touched_at`

/** Marks the hours of observation of the recent fixes, imported ones too, in the transaction that derives from them. */
export const MARK_RECENT = markFrom(
  "select date_trunc('hour', observed_at, 'UTC') as hour from recent where quality < 2 and lat_udeg is not null and lon_udeg is not null",
)

/** Statement that deletes and marks hours of observation: `deleted` returns first_observed and last_observed. */
export const markDeleted = (deleted: ReturnType<typeof sql>) => sql<{ deleted: string }>`
  with gone as (${deleted}),
  marked as (${sql.raw(markFrom(HOURS_OF_GONE))} returning 1)
  select (select count(*) from gone) as deleted, (select count(*) from marked) as marked`

/** Statement that deletes fixes with the file of a day, and names the hours whose counts stand until it is restored. */
export const leaveWithFile = (deleted: ReturnType<typeof sql>, day: Date) => sql<{ deleted: string }>`
  with gone as (${deleted}),
  named as (
    insert into traffic_hours_in_files (day, hour)
    select (${day}::timestamptz at time zone 'UTC')::date, hour from (select distinct hour from (${sql.raw(HOURS_OF_GONE)}) one) each
    on conflict do nothing returning 1)
  select (select count(*) from gone) as deleted, (select count(*) from named) as named`

const HOURS_OF_GONE = `
  select generate_series(date_trunc('hour', first_observed, 'UTC'), last_observed, interval '1 hour') as hour from gone`

/** Hours of observation of fixes, collected one after the other. */
export class ChangedHours {
  readonly #hours = new Set<number>()
  #last = NaN

  add(observedAt: number) {
    const hour = Math.floor(observedAt / HOUR_MS)
    if (hour === this.#last) return
    this.#last = hour
    this.#hours.add(hour)
  }

  /** Marks them in the transaction that changes their fixes. */
  async mark(client: pg.PoolClient): Promise<void> {
    if (this.#hours.size === 0) return
    const hours = [...this.#hours].map((hour) => new Date(hour * HOUR_MS))
    await client.query(markFrom('select unnest($1::timestamptz[]) as hour'), [hours])
  }
}

/** Marks the hours whose fixes are back from the file of a day. */
export const markRestored = (day: string) => sql`
  with back as (delete from traffic_hours_in_files where day = ${day}::date returning hour)
  ${sql.raw(markFrom('select hour from back'))}`
