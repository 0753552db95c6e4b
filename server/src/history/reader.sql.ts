import type { Db } from '../needs/database.ts'
import { copyStreams } from '../needs/query.ts'
import { KEY_COLUMNS, type FixColumn } from './fix-columns.ts'

/** A box in degrees; west lies east of east when it crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number }

/** Which stored fixes are read. Times are epoch ms. */
export type FixesAsked = {
  /** The time that `from` and `to` are of: when a fix arrived, or when its contact sent it. */
  by: 'ARRIVAL' | 'OBSERVED'
  /** The first instant, and the first one after the last. */
  from: number
  to: number
  /** Leaves out what arrived then or later. */
  knownBy?: number | undefined
  mmsis?: readonly number[] | undefined
  box?: Box | undefined
  /** Numbers of sources; null or nothing for all. */
  sources?: readonly number[] | null | undefined
  /** Every stored fix, quarantined ones and those without a place too; otherwise those the picture accepted. */
  quarantined?: boolean | undefined
  /** By ship, split and time; by time; or as they come. Time is the one asked by, and among equals the fix id decides. */
  order?: 'CONTACT' | 'TIME' | 'ANY' | undefined
  limit?: number | undefined
  /** What is needed of each fix beside its key; all when not said. Fewer are read faster. */
  columns?: readonly FixColumn[] | undefined
  /** Ends the reading when it fires. */
  signal?: AbortSignal | undefined
}

/** Which last fixes are read: as believed at an instant, or by when contacts sent them. */
export type LatestAsked = Pick<FixesAsked, 'by' | 'knownBy' | 'mmsis' | 'box' | 'sources' | 'signal'> & {
  at: number
  /** Contacts heard longer ago than this are left out; four days when not said. */
  maxAgeMs?: number | undefined
}

const FIELD: Record<FixColumn, [name: string, type: string]> = {
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

/** Earliest and latest a fix can arrive before it was observed, by a clock ahead. */
const AHEAD_MS = 61_000

function conditions(asked: FixesAsked): string[] {
  const time = asked.by === 'ARRIVAL' ? 'rec_time' : 'observed_at'
  const all = [`${time} >= ${instant(asked.from)}`, `${time} < ${instant(asked.to)}`]
  if (asked.by === 'OBSERVED' && asked.quarantined !== true)
    all.push(`rec_time >= ${instant(asked.from - AHEAD_MS)}`)
  if (asked.knownBy !== undefined) all.push(`rec_time < ${instant(asked.knownBy)}`)
  if (asked.mmsis !== undefined) all.push(among('mmsi', asked.mmsis))
  if (asked.sources !== undefined && asked.sources !== null) all.push(among('source_id', asked.sources))
  if (asked.quarantined !== true) all.push('quality < 2', 'lat_udeg is not null', 'lon_udeg is not null')
  if (asked.box !== undefined) all.push(...boxConditions(asked.box))
  return all
}

function boxConditions({ west, south, east, north }: Box): string[] {
  const [w, e] = [`lon_udeg >= ${Math.floor(west * 1e6)}`, `lon_udeg <= ${Math.ceil(east * 1e6)}`]
  return [
    `lat_udeg >= ${Math.floor(south * 1e6)}`,
    `lat_udeg <= ${Math.ceil(north * 1e6)}`,
    west <= east ? `${w} and ${e}` : `(${w} or ${e})`,
  ]
}

/** What is selected of each fix: a leading null for the body, and null for what is not asked for. */
function fields(columns: readonly FixColumn[] | undefined): string {
  const isAsked = (column: FixColumn) =>
    columns === undefined ||
    columns.includes(column) ||
    (KEY_COLUMNS as readonly FixColumn[]).includes(column)
  const selected = (Object.keys(FIELD) as FixColumn[]).map((column) =>
    isAsked(column) ? FIELD[column][0] : `null::${FIELD[column][1]}`,
  )
  return ['null::bytea', ...selected].join(', ')
}

export function fixesStatement(asked: FixesAsked): string {
  const time = asked.by === 'ARRIVAL' ? 'rec_time' : 'observed_at'
  const order = { CONTACT: `mmsi, split, ${time}, fix_id`, TIME: `${time}, fix_id`, ANY: '' }[
    asked.order ?? 'ANY'
  ]
  return [
    `select ${fields(asked.columns)} from fixes where ${conditions(asked).join(' and ')}`,
    order === '' ? '' : `order by ${order}`,
    asked.limit === undefined ? '' : `limit ${whole(asked.limit)}`,
  ].join(' ')
}

export function latestStatement(asked: LatestAsked, maxAgeMs: number): string {
  const isByArrival = asked.by === 'ARRIVAL'
  const known = isByArrival ? Math.min(asked.at, asked.knownBy ?? Infinity) : asked.knownBy
  const within = conditions({
    ...asked,
    by: 'OBSERVED',
    from: asked.at - maxAgeMs,
    // As believed at an instant counts a clock ahead; by observation the instant itself belongs to it.
    to: isByArrival ? asked.at + AHEAD_MS : asked.at + 1,
    knownBy: known,
    box: undefined,
    quarantined: false,
  })
  const last = `select distinct on (mmsi, split, source_id) * from fixes where ${within.join(' and ')}
    order by mmsi, split, source_id, observed_at desc, fix_id desc`
  const cut = asked.box === undefined ? '' : `where ${boxConditions(asked.box).join(' and ')}`
  return `select ${fields(undefined)} from (${last}) last ${cut}`
}

/** The bytes of a binary COPY of a statement; the connection is given back when they end, and closed when nobody reads on. */
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
