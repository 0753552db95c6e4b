import { sql } from 'kysely'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'

/** Change of a call: a vessel was expected at a port, arrived, departed or did not come; epoch ms. */
export type CallNews = {
  mmsi: number
  split: number
  at: number
  rel: 'EXPECTED' | 'ARRIVED' | 'DEPARTED' | 'MISSED'
  port: string
}
export type NewsQuery = {
  /** Left out, and left in. */
  from: number
  to: number
  /** Time by which changes count: when they became known, as known then, or when they happened, as known now. */
  by: 'KNOWN' | 'HAPPENED'
  mmsis: readonly number[] | null
}
const instant = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`
const ofSome = (mmsis: readonly number[] | null) =>
  sql`(${mmsis}::int[] is null or mmsi = any(${mmsis}::int[]))`
const REL = sql`case state when 'EXPECTED' then 'EXPECTED' when 'MISSED' then 'MISSED' when 'DEPARTED' then 'DEPARTED'
  else 'ARRIVED' end`

/** Returns the changes of calls in a period, in order of time. */
export async function callNews(db: Db, { from, to, by, mmsis }: NewsQuery): Promise<CallNews[]> {
  const known = sql<CallNews>`
    select mmsi, split, extract(epoch from known_from)::float8 * 1000 as at, ${REL} as rel, port_id as port
    from port_calls call
    where known_from > ${instant(from)} and known_from <= ${instant(to)} and state <> 'CANCELLED' and ${ofSome(mmsis)}
      and (state not in ('ANCHORED', 'BERTHED') or already_there is not true)
      and not exists (select 1 from port_calls before
        where before.mmsi = call.mmsi and before.id = call.id and before.version = call.version - 1
          and (before.state = call.state or (before.state = 'ANCHORED' and call.state = 'BERTHED')))
    order by known_from`
  const happened = sql<CallNews>`
    select mmsi, split, extract(epoch from told.at)::float8 * 1000 as at, told.rel, port_id as port
    from port_calls call cross join lateral (values
      ('ARRIVED', coalesce(least(anchored_at, berthed_at), entered_at)), ('DEPARTED', departed_at)) as told (rel, at)
    where known_to is null and state in ('ANCHORED', 'BERTHED', 'DEPARTED') and ${ofSome(mmsis)}
      and (told.rel = 'DEPARTED' or already_there is not true)
      and told.at > ${instant(from)} and told.at <= ${instant(to)} and ended_at >= ${instant(from)}
    order by told.at`
  return (await (by === 'KNOWN' ? known : happened).execute(query(db))).rows
}

/** Call with the times at which arrival and departure became known; epoch ms, null if unknown. */
export type KnownCall = {
  mmsi: number
  split: number
  port: string
  came_at: number
  left_at: number | null
  came_known: number
  left_known: number | null
}
/** Maximum number of calls returned per vessel: queries for the present need the last ones. */
const LAST_CALLS = 8
const YEAR_MS = 365 * 86_400_000

/** The last calls of ships that began up to an instant, in order: of some, or of all that a later version came of since another. */
export async function knownCalls(
  db: Db,
  { to, since, mmsis }: { to: number; since: number; mmsis: readonly number[] | null },
): Promise<KnownCall[]> {
  const { rows } = await sql<KnownCall>`
    with calls as (
      select mmsi, split, id, (array_agg(port_id order by version desc))[1] as port, min(began_at) as came,
        max(departed_at) as departed, min(known_from) as came_known,
        min(known_from) filter (where state = 'DEPARTED') as left_known
      from port_calls where state in ('ANCHORED', 'BERTHED', 'DEPARTED') and ${ofSome(mmsis)}
        and began_at <= ${instant(to)} and began_at > ${instant(to - YEAR_MS)}
        and (mmsi, id) in (select mmsi, id from port_calls where known_from > ${instant(since)} and ${ofSome(mmsis)})
      group by mmsi, split, id
    ), ranked as (
      select *, row_number() over (partition by mmsi, split order by came desc) as rank from calls
    )
    select mmsi, split, port, extract(epoch from came)::float8 * 1000 as came_at,
      extract(epoch from departed)::float8 * 1000 as left_at, extract(epoch from came_known)::float8 * 1000 as came_known,
      extract(epoch from left_known)::float8 * 1000 as left_known
    from ranked where rank <= ${mmsis === null ? LAST_CALLS : 1000} order by came`.execute(query(db))
  return rows
}

/** Returns which ports have a call under way or expected. */
export async function portsInUse(db: Db, portIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ port_id: string }>`
    select distinct port_id from port_calls
    where known_to is null and state in ('EXPECTED', 'ANCHORED', 'BERTHED') and port_id = any(${portIds}::text[])`.execute(
    query(db),
  )
  return rows.map(({ port_id }) => port_id)
}
