import type { Db } from '../../../../platform/needs/database.ts'
import { copyStreams } from '../../../../platform/needs/query.ts'
import { AHEAD_MS, HOUR_MS, LATE_MS, isQuery, udegBox, type Reading } from './fix-test.ts'
import type { Box } from '../../../../sea/fix-reader.ts'
import { FIX_COLUMNS } from './fix-columns.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'

export const FIELD: Record<FixColumn, [name: string, type: string]> = {
  mmsi: ['mmsi', 'int4'],
  split: ['split', 'int2'],
  fixId: ['fix_id', 'int8'],
  observedAt: ['observed_at', 'timestamptz'],
  recTime: ['rec_time', 'timestamptz'],
  lat: ['lat_udeg', 'int4'],
  lon: ['lon_udeg', 'int4'],
  sog: ['sog_tenths', 'int2'],
  cog: ['cog_tenths', 'int2'],
  heading: ['true_heading', 'int2'],
  rot: ['rot_ais', 'int2'],
  navStatus: ['nav_status', 'int2'],
  type: ['msg_type', 'int2'],
  bits: ['bits', 'int2'],
  feed: ['feed', 'int2'],
  source: ['source_id', 'int2'],
  station: ['station_id', 'int4'],
  quality: ['quality', 'int2'],
  reasons: ['reject_reasons', 'int2'],
}

const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(9999, 0, 1)

/** An instant as a literal: COPY takes no parameters. Only numbers come here. */
export function instant(epochMs: number): string {
  const held = Number.isNaN(epochMs) ? EARLIEST_MS : Math.min(LATEST_MS, Math.max(EARLIEST_MS, epochMs))
  return `'${new Date(Math.ceil(held)).toISOString()}'::timestamptz`
}
const whole = (value: number) => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number`)
  return String(value)
}
const among = (name: string, values: readonly number[]) =>
  values.length === 1
    ? `${name} = ${whole(values[0]!)}`
    : `${name} = any ('{${values.map(whole).join(',')}}'::int4[])`

/** The words of the index of fixes off time; a condition finds it by saying the very same. */
export const OFF_TIME = `(rec_time - observed_at > interval '10 minutes' or rec_time - observed_at < interval '-61 seconds')`

/** Conditions on rows besides those of time. */
function rowConditions(query: Reading): string[] {
  const all: string[] = []
  if (query.knownBy !== undefined) all.push(`rec_time < ${instant(query.knownBy)}`)
  if (query.arrivedFrom !== undefined) all.push(`rec_time >= ${instant(query.arrivedFrom)}`)
  if (query.after !== undefined) all.push(`fix_id > ${whole(query.after)}`)
  if (query.mmsis !== undefined) all.push(among('mmsi', query.mmsis))
  if (query.sources !== undefined && query.sources !== null) all.push(among('source_id', query.sources))
  if (query.quarantined !== true) all.push('quality < 2', 'lat_udeg is not null', 'lon_udeg is not null')
  if (query.box !== undefined) all.push(...boxConditions(query.box))
  return all
}

function boxConditions(box: Box): string[] {
  const [west, south, east, north] = udegBox(box)
  const [w, e] = [`lon_udeg >= ${west}`, `lon_udeg <= ${east}`]
  return [`lat_udeg >= ${south}`, `lat_udeg <= ${north}`, west <= east ? `${w} and ${e}` : `(${w} or ${e})`]
}

const between = (name: string, from: number, to: number) => [
  `${name} >= ${instant(from)}`,
  `${name} < ${instant(to)}`,
]

/** The stretches of rows a question opens: by arrival, by ship, or on time and off time apart. */
function rowTimes(query: Reading): string[][] {
  if (query.by === 'ARRIVAL') return [between('rec_time', query.from, query.to)]
  const observed = between('observed_at', query.from, query.to)
  if (query.mmsis !== undefined) return [observed]
  // Written so that no index answers it: the one of vessels and times would be searched for every vessel.
  const tested = observed.map((condition) => `(${condition}) is true`)
  return [
    [...tested, ...between('rec_time', query.from - AHEAD_MS, query.to + LATE_MS), `not ${OFF_TIME}`],
    [...observed, OFF_TIME],
  ]
}

/** Kinds of chunks: accepted fixes on time and off time, and fixes excluded from the picture. */
export const CHUNK = { ON_TIME: 0, OFF_TIME: 1, EXCLUDED: 2 } as const

/** Conditions on chunks besides those of time: what they can be known by without being opened. */
function chunkConditions(query: Reading, windowMs: number): string[] {
  const all: string[] = []
  if (query.knownBy !== undefined) all.push(`window_start < ${instant(query.knownBy)}`)
  if (query.arrivedFrom !== undefined)
    all.push(`window_start >= ${instant(Math.floor(query.arrivedFrom / windowMs) * windowMs)}`)
  if (query.mmsis !== undefined) all.push(among('mmsi', query.mmsis))
  if (query.quarantined !== true) all.push(`kind < ${CHUNK.EXCLUDED}`)
  if (query.box === undefined) return all
  const [west, south, east, north] = udegBox(query.box)
  const [w, e] = [`east_udeg >= ${west}`, `west_udeg <= ${east}`]
  all.push(
    `north_udeg >= ${south}`,
    `south_udeg <= ${north}`,
    west <= east ? `${w} and ${e}` : `(${w} or ${e})`,
  )
  return all
}

/** A table of chunks: how long the arrival of one may last, and the observation of one off time. */
export type ChunkTier = { table: 'fix_chunks' | 'thin_chunks'; windowMs: number }
export const CHUNK_TIERS: readonly ChunkTier[] = [
  { table: 'fix_chunks', windowMs: HOUR_MS },
  { table: 'thin_chunks', windowMs: 24 * HOUR_MS },
]

/**
 * Returns the stretches of chunks that a query opens. A chunk on time holds what arrived within a window, so what was
 * observed within that window and LATE_MS before it. Every other chunk holds what was observed within one window.
 */
function chunkTimes(query: Reading, windowMs: number): string[][] {
  const longest = windowMs + LATE_MS + AHEAD_MS
  const { from, to } = query
  const windowOf = (at: number) => Math.floor(at / windowMs) * windowMs
  const begunBefore = between('first_observed', from - longest, to)
  if (query.by === 'OBSERVED') {
    const reaches = `last_observed >= ${instant(from)}`
    if (query.mmsis !== undefined) return [[...begunBefore, reaches]]
    const windows = between('window_start', windowOf(from - AHEAD_MS), to + LATE_MS)
    return [
      [`kind = ${CHUNK.ON_TIME}`, ...windows, `first_observed < ${instant(to)}`, reaches],
      [`kind > ${CHUNK.ON_TIME}`, ...between('first_observed', from - windowMs, to), reaches],
    ]
  }
  const windows = between('window_start', windowOf(from), to)
  if (query.mmsis === undefined) return [windows]
  return [
    [`kind = ${CHUNK.ON_TIME}`, ...windows, ...between('first_observed', from - longest, to + AHEAD_MS)],
    [`kind > ${CHUNK.ON_TIME}`, ...windows],
  ]
}

/**
 * Returns one statement for every tier, so that all of it is of one instant: a fix that moves from rows into a chunk
 * meanwhile is returned once. Rows have null for the body; chunks have nothing but body and vessel.
 */
export function fixesStatement(query: Reading): string {
  const rowFields = FIX_COLUMNS.map((column) =>
    isQuery(query, column) ? FIELD[column][0] : `null::${FIELD[column][1]}`,
  )
  const chunkFields = FIX_COLUMNS.map((column) => (column === 'mmsi' ? 'mmsi' : `null::${FIELD[column][1]}`))
  const rows = rowTimes(query).map((times) => [
    `select null::bytea as body, ${rowFields.join(', ')} from fixes where ${[...times, ...rowConditions(query)].join(' and ')}`,
  ])
  const chunks = CHUNK_TIERS.flatMap(({ table, windowMs }) =>
    chunkTimes(query, windowMs).map((times) => {
      const conditions = [...times, ...chunkConditions(query, windowMs)].join(' and ')
      return `select body, ${chunkFields.join(', ')} from ${table} where ${conditions}`
    }),
  )
  const all = [...chunks, ...rows].join(' union all ')
  // Within a ship the order is made of what comes; of one ship there is nothing to order here.
  return query.order === 'CONTACT' && query.mmsis?.length !== 1
    ? `select * from (${all}) every order by mmsi`
    : all
}

/**
 * Yields the bytes of a binary COPY of a statement; releases the connection when they end, and closes it when the
 * reader stops.
 */
export async function* copiedOut(db: Db, statement: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  signal?.throwIfAborted()
  const { client, out } = await copyStreams(db)
  if (signal?.aborted === true) {
    client.release()
    throw signal.reason
  }
  let isEnded = false
  const stream = out(`copy (${statement}) to stdout (format binary)`)
  const abort = () => stream.destroy(signal!.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    for await (const chunk of stream) yield chunk as Buffer
    isEnded = true
  } finally {
    signal?.removeEventListener('abort', abort)
    // In the middle of a COPY a connection is good for nothing else.
    client.release(!isEnded)
  }
}
