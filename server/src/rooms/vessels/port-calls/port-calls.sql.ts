import type pg from 'pg'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction } from '../../../platform/needs/query.ts'
import type { StaticFields } from '../../../sea/static-fields.ts'
import { noteCalls } from './arrivals.sql.ts'
import { endOf, type CallRow } from './call-row.ts'
import type { Stay } from './port-call.ts'

const COLUMNS = [
  ['id', 'text'],
  ['version', 'int'],
  ['known_from', 'instant'],
  ['mmsi', 'int'],
  ['split', 'smallint'],
  ['port_id', 'text'],
  ['state', 'text'],
  ['began_at', 'instant'],
  ['expected_at', 'instant'],
  ['expected_by', 'text'],
  ['expected_text', 'text'],
  ['entered_at', 'instant'],
  ['anchored_at', 'instant'],
  ['berthed_at', 'instant'],
  ['departed_at', 'instant'],
  ['berth', 'text'],
  ['confidence', 'smallint'],
  ['already_there', 'boolean'],
  ['evidence', 'bigint[]'],
  ['sources', 'smallint[]'],
  ['lat_udeg', 'int'],
  ['lon_udeg', 'int'],
  ['ship_name', 'text'],
  ['ship_type', 'smallint'],
  ['draught_in', 'smallint'],
  ['draught_out', 'smallint'],
  ['next_port', 'text'],
  ['next_text', 'text'],
  ['computed_from', 'text'],
  ['changed_by', 'text'],
  ['reason', 'text'],
] as const satisfies readonly (readonly [keyof CallRow, string])[]

const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`
/** Columns that a statement selects so that rows come as `CallRow`. */
export const CALL_COLUMNS = [
  ...COLUMNS.map(([name, type]) =>
    type === 'instant' ? msOf(name) : name === 'evidence' ? 'evidence::float8[] as evidence' : name,
  ),
  msOf('known_to'),
].join(', ')

const NAMES = COLUMNS.map(([name]) => name).join(', ')
const typeOf = (type: string) =>
  type === 'instant' ? 'double precision' : type.endsWith('[]') ? 'text' : type
const valueOf = (name: string, type: string) => {
  if (type === 'instant') return `to_timestamp(${name} / 1000)`
  return type.endsWith('[]') ? `${name}::${type}` : name
}
const INSERT = `
  insert into port_calls (${NAMES}, ended_at)
  select ${COLUMNS.map(([name, type]) => valueOf(name, type)).join(', ')},
    case when ended_at = 'Infinity' then 'infinity' else to_timestamp(ended_at / 1000) end
  from unnest(${COLUMNS.map(([, type], i) => `$${i + 1}::${typeOf(type)}[]`).join(', ')}, $${COLUMNS.length + 1}::double precision[])
    as given (${NAMES}, ended_at)`

/** Closes what was believed of each call, stores what is believed now and notes who came and left. Throws when another did so meanwhile. */
export async function storeCalls(client: pg.PoolClient, rows: readonly CallRow[]): Promise<void> {
  const later = rows.filter(({ version }) => version > 1)
  if (later.length > 0) {
    const closed = await client.query(
      `update port_calls call set known_to = to_timestamp(given.at / 1000)
       from unnest($1::text[], $2::int[], $3::double precision[]) as given (id, version, at)
       where call.id = given.id and call.version = given.version and call.known_to is null`,
      [
        later.map(({ id }) => id),
        later.map(({ version }) => version - 1),
        later.map((row) => row.known_from),
      ],
    )
    if (closed.rowCount !== later.length) throw new CallsChanged()
  }
  await client.query(INSERT, [
    ...COLUMNS.map(([name, type]) =>
      rows.map((row) => {
        const value = row[name]
        return type.endsWith('[]') ? `{${(value as number[]).join(',')}}` : value
      }),
    ),
    rows.map(endOf),
  ])
  await noteCalls(client, rows, Math.max(...rows.map(({ known_from }) => known_from)))
}

/** Error of a call corrected by a user during the work on it. */
export class CallsChanged extends Error {}

/** Returns the current calls of some vessels that have not ended, or ended after an instant. */
export async function callsOfShips(
  client: pg.PoolClient,
  mmsis: readonly number[],
  since: number,
): Promise<CallRow[]> {
  const { rows } = await client.query<CallRow>(
    `select ${CALL_COLUMNS} from port_calls
     where mmsi = any($1::int[]) and known_to is null and began_at >= to_timestamp($2::double precision / 1000)
     order by began_at`,
    [mmsis, since],
  )
  return rows
}

/** Expected calls whose time has passed by so much that they are missed. */
export async function overdue(client: pg.PoolClient, before: number): Promise<CallRow[]> {
  const { rows } = await client.query<CallRow>(
    `select ${CALL_COLUMNS} from port_calls
     where known_to is null and state = 'EXPECTED' and expected_at < to_timestamp($1::double precision / 1000) limit 5000`,
    [before],
  )
  return rows
}

/** Written as they are sent: all at once would hold up all others. */
const STAYS_AT_ONCE = 1000

export type StayRow = { mmsi: number; split: number; last_t: number; stay: Stay }

/**
 * Returns the arrival time up to which fixes are evaluated, epoch ms, and the state of vessels in ports; null before
 * the first run.
 */
export async function readFollowed(db: Db): Promise<{ upto: number; stays: StayRow[] } | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ upto: number }>('select upto from port_call_follow')
    if (rows[0] === undefined) return null
    const stays = await client.query<StayRow>('select mmsi, split, last_t, stay from port_call_stays')
    return { upto: rows[0].upto, stays: stays.rows }
  })
}

/** Returns the arrival time up to which fixes are evaluated; null before the first run. */
export async function followedUpto(db: Db): Promise<number | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ upto: number }>('select upto from port_call_follow')
    return rows[0]?.upto ?? null
  })
}

/** Goes on from one instant to the next in the transaction of what was found; throws when another process did. */
export async function goOn(client: pg.PoolClient, from: number | null, to: number): Promise<void> {
  const { rowCount } =
    from === null
      ? await client.query('insert into port_call_follow (upto) values ($1) on conflict do nothing', [to])
      : await client.query('update port_call_follow set upto = $2 where upto = $1', [from, to])
  if (rowCount !== 1) throw new CallsChanged()
}

export async function keepStays(
  client: pg.PoolClient,
  stored: readonly StayRow[],
  ended: readonly { mmsi: number; split: number }[],
) {
  if (ended.length > 0)
    await client.query(
      `delete from port_call_stays stay using unnest($1::int[], $2::int[]) as gone (mmsi, split)
       where stay.mmsi = gone.mmsi and stay.split = gone.split`,
      [ended.map(({ mmsi }) => mmsi), ended.map(({ split }) => split)],
    )
  for (let from = 0; from < stored.length; from += STAYS_AT_ONCE) {
    const some = stored.slice(from, from + STAYS_AT_ONCE)
    await client.query(
      `insert into port_call_stays (mmsi, split, last_t, stay)
       select mmsi, split, last_t, stay::jsonb
       from unnest($1::int[], $2::int[], $3::double precision[], $4::text[]) as given (mmsi, split, last_t, stay)
       on conflict (mmsi, split) do update set last_t = excluded.last_t, stay = excluded.stay`,
      [
        some.map(({ mmsi }) => mmsi),
        some.map(({ split }) => split),
        some.map((row) => row.last_t),
        some.map(({ stay }) => JSON.stringify(stay)),
      ],
    )
  }
}

/** The first arrival of a fix that is stored, epoch ms; null when there is none. */
export async function firstArrival(db: Db): Promise<number | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ at: number | null }>(
      `select (extract(epoch from min(hour)) * 1000)::float8 as at from source_hours`,
    )
    return rows[0]?.at ?? null
  })
}

/** Returns the known fields of vessels at an instant each, in request order; null without data. */
export async function fieldsThen(
  client: pg.PoolClient,
  request: readonly { mmsi: number; split: number; at: number }[],
): Promise<(StaticFields | null)[]> {
  const { rows } = await client.query<{ fields: StaticFields | null }>(
    `select coalesce(
       (select fields from static_versions v where v.mmsi = asked.mmsi and v.split = asked.split
          and known_from <= to_timestamp(asked.at / 1000) order by known_from desc limit 1),
       (select fields from static_versions v where v.mmsi = asked.mmsi and v.split = asked.split
          order by known_from limit 1)) as fields
     from unnest($1::int[], $2::int[], $3::double precision[]) with ordinality as asked (mmsi, split, at, place)
     order by place`,
    [request.map(({ mmsi }) => mmsi), request.map(({ split }) => split), request.map(({ at }) => at)],
  )
  return rows.map(({ fields }) => fields)
}

export type Client = pg.PoolClient
/** Reads and stores in one transaction. */
export const inCalls = inTransaction
