import { sql } from 'kysely'
import type { FixReader } from '../server/src/sea/fix-reader.ts'
import { instantText } from '../server/src/platform/kernel/text/instant-text.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const SLICE = 6 * HOUR
export const COLUMNS =
  'mmsi, split, fix_id, observed_at, rec_time, lat_udeg, lon_udeg, sog_tenths, cog_tenths, true_heading, rot_ais, nav_status, msg_type, bits, feed, source_id, station_id, quality, reject_reasons'

/** Rows as a plain program fetches them: objects, and JSON of them. */
async function asJson(db: Db, statement: string): Promise<number> {
  const { rows } = await sql.raw(statement).execute(query(db))
  return JSON.stringify(rows).length === 0 ? 0 : rows.length
}
const literal = (at: number) => `'${new Date(at).toISOString()}'`
const plain = (db: Db, where: string) => asJson(db, `select ${COLUMNS} from plain_fixes where ${where}`)

async function track(reader: FixReader, mmsi: number, at: number, to: number): Promise<number> {
  const points: unknown[] = []
  for await (const batch of reader.readFixes({
    by: 'OBSERVED',
    from: at,
    to,
    mmsis: [mmsi],
    order: 'TIME',
    columns: TRACKED,
  }))
    for (let i = 0; i < batch.count; i++)
      points.push({
        t: instantText(batch.observedAt[i]!),
        lat: batch.lat[i]! / 1e6,
        lon: batch.lon[i]! / 1e6,
        sog: batch.sog[i]! / 10,
        cog: batch.cog[i]! / 10,
        hdg: batch.heading[i]!,
        source: batch.source[i]!,
        quality: batch.quality[i]!,
        fix_id: String(batch.fixId[i]!),
      })
  return JSON.stringify(points).length === 0 ? 0 : points.length
}

const TRACKED = ['lat', 'lon', 'sog', 'cog', 'heading', 'source', 'quality'] as const
const REPLAYED = ['lat', 'lon', 'sog', 'cog', 'heading', 'navStatus', 'type', 'feed', 'source'] as const

async function counted(reader: FixReader, request: Parameters<FixReader['readFixes']>[0]): Promise<number> {
  let count = 0
  for await (const batch of reader.readFixes(request)) count += batch.count
  return count
}

async function start(reader: FixReader, at: number): Promise<number> {
  const latest = await reader.latestAt({ by: 'ARRIVAL', at })
  const request = { by: 'ARRIVAL', from: at, to: at + 600_000, columns: REPLAYED, order: 'CONTACT' } as const
  return latest.count + (await counted(reader, request))
}

/** The last row of each ship and source of the four days before, and the ten minutes after. */
const plainStart = async (db: Db, at: number) =>
  (await asJson(
    db,
    `select distinct on (mmsi, source_id) ${COLUMNS} from plain_fixes
     where observed_at >= ${literal(at - 4 * DAY)} and rec_time < ${literal(at)} and quality < 2
     order by mmsi, source_id, observed_at desc`,
  )) +
  (await plain(
    db,
    `rec_time >= ${literal(at)} and rec_time < ${literal(at + 600_000)} and observed_at >= ${literal(at - HOUR)}`,
  ))

/** Fixes by cell of half a degree. */
async function heat(reader: FixReader, at: number): Promise<number> {
  const cells = new Uint32Array(720 * 360)
  for await (const { count, lat, lon } of reader.readFixes({
    by: 'OBSERVED',
    from: at,
    to: at + DAY,
    columns: ['lat', 'lon'],
  }))
    for (let i = 0; i < count; i++)
      cells[Math.floor((lat[i]! + 90e6) / 5e5) * 720 + Math.min(719, Math.floor((lon[i]! + 180e6) / 5e5))]!++
  return cells.reduce((filled, n) => filled + (n > 0 ? 1 : 0), 0)
}
const plainHeat = (db: Db, at: number) =>
  asJson(
    db,
    `select floor((lat_udeg + 90000000) / 500000.0) as row, floor((lon_udeg + 180000000) / 500000.0) as col, count(*)
     from plain_fixes where observed_at >= ${literal(at)} and observed_at < ${literal(at + DAY)} and quality < 2 group by 1, 2`,
  )

const BOX = { west: 20, south: -10, east: 40, north: 10 }
const plainBox = (at: number) =>
  `observed_at >= ${literal(at)} and observed_at < ${literal(at + HOUR)} and quality < 2
   and lat_udeg between -10000000 and 10000000 and lon_udeg between 20000000 and 40000000`

/** Query of our tiers and of the plain table, with the number of rounds of each. */
export type Question = {
  name: string
  rounds: [ours: number, plain: number]
  ours: (round: number) => Promise<number>
  plain: (round: number) => Promise<number>
}
/** History that begins at `from` and is queried up to `until`; before `cold` it is stored in chunks. */
export type Period = { from: number; until: number; hotMs: number; ships: number }

export function questions(db: Db, reader: FixReader, period: Period): Question[] {
  const { from, until, hotMs, ships } = period
  const cold = (round: number) => until - hotMs - 20 * HOUR + round * 17 * 60_000
  const hot = (round: number) => until - 30 * HOUR + round * 17 * 60_000
  const shipOf = (round: number) => 200_000_000 + ((round * 7919) % ships) * 17
  const days = Math.round((until - from) / DAY)
  return [
    {
      name: `track of ${days} days`,
      rounds: [20, 20],
      ours: (n) => track(reader, shipOf(n), from, until),
      plain: (n) => plain(db, `mmsi = ${shipOf(n)} and ${observed(from, until)} order by observed_at`),
    },
    {
      name: 'replay start, chunks',
      rounds: [20, 3],
      ours: (n) => start(reader, cold(n)),
      plain: (n) => plainStart(db, cold(n)),
    },
    {
      name: 'replay start, rows',
      rounds: [20, 3],
      ours: (n) => start(reader, hot(n)),
      plain: (n) => plainStart(db, hot(n)),
    },
    ...stretches(db, reader, cold),
  ]
}

/** Questions about everything in a stretch of time. */
const stretches = (db: Db, reader: FixReader, cold: (round: number) => number): Question[] => [
  {
    name: 'box of 20 x 20 degrees, 1 h',
    rounds: [20, 5],
    ours: (n) =>
      counted(reader, { by: 'OBSERVED', from: cold(n), to: cold(n) + HOUR, box: BOX, order: 'CONTACT' }),
    plain: (n) => plain(db, plainBox(cold(n))),
  },
  {
    name: 'replay of 6 h in order',
    rounds: [5, 2],
    ours: (n) =>
      counted(reader, {
        by: 'ARRIVAL',
        from: cold(n % 3) - SLICE,
        to: cold(n % 3),
        order: 'TIME',
        columns: REPLAYED,
      }),
    plain: (n) => plain(db, `${observed(cold(n % 3) - SLICE, cold(n % 3))} order by observed_at`),
  },
  {
    name: 'heat map of a day',
    rounds: [5, 3],
    ours: (n) => heat(reader, cold(0) - DAY - (n % 3) * HOUR),
    plain: (n) => plainHeat(db, cold(0) - DAY - (n % 3) * HOUR),
  },
]

const observed = (from: number, to: number) =>
  `observed_at >= ${literal(from)} and observed_at < ${literal(to)} and quality < 2`
