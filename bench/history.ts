/**
 * The history of a month: tracks, boxes, replay and heat maps over chunks and rows together, against the obvious way of
 * the same engine: one plain table with a btree on ship and time (and, where that cannot serve, the BRIN of time most
 * would add), its rows fetched and written as JSON.
 * `npm run bench -- history [--millions=50] [--engine=embedded|debian]`
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { Compactor } from '../server/src/rooms/past/history/chunks/compactor.ts'
import { deriveFrom } from '../server/src/rooms/past/history/derived/derive.sql.ts'
import { ensurePartitions } from '../server/src/rooms/past/history/record/partitions.sql.ts'
import { joinedFixes, pickedFixes } from '../server/src/rooms/past/history/read/fix-columns.ts'
import type { FixBatch } from '../server/src/sea/fix-batch.ts'
import { sortedPlaces } from '../server/src/rooms/past/history/read/fix-order.ts'
import { fixReader } from '../server/src/rooms/past/history/read/reader.ts'
import { storePortion } from '../server/src/rooms/past/history/record/record.sql.ts'
import { Recorder, type Portion } from '../server/src/rooms/past/history/record/recorder.ts'
import { replaceHour } from '../server/src/rooms/past/history/tiers/storage.sql.ts'
import { silentLog } from '../server/src/platform/kernel/text/log.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { copyBytes, inTransaction, query } from '../server/src/platform/needs/query.ts'
import { debian, embedded } from './engines.ts'
import { COLUMNS, questions } from './history-questions.ts'
import { HistorySea } from './history-sea.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const millions = Number(option('millions', sized('50', '0.05')))
const DAY = 86_400_000
const HOUR = 3_600_000
/** A vessel-month is 10,000 points. */
const DAYS = sized(30, 4)
const EVERY_S = (DAYS * DAY) / 10_000 / 1000
const ships = Math.round((millions * 1e6) / 10_000)
const from = Date.UTC(2026, 0, 1)
const end = from + DAYS * DAY
/** Period in which rows stay rows and keyframes exist. */
const HOT_MS = 48 * HOUR

const INDEXES = [
  'create index plain_fixes_track on plain_fixes (mmsi, observed_at)',
  'create index plain_fixes_time on plain_fixes using brin (observed_at) with (autosummarize = on)',
]

/**
 * Stores the same rows in the plain table. Its indexes are created when it is queried, which is faster and packs them
 * best.
 */
const storePlainly = (db: Db) => (portion: Portion) =>
  inTransaction(db, (client) =>
    copyBytes(client, `copy plain_fixes (${COLUMNS}) from stdin (format binary)`, [portion.fixes.bytes]),
  )

/** Days that stay rows for a while go the way of the recorder; of older ones the chunks are written at once. */
async function load(db: Db, until: number, sea: HistorySea, begun: number) {
  const compactor = new Compactor(db, silentLog)
  const plainly = new Recorder(storePlainly(db), silentLog)
  const recorder = new Recorder((portion) => storePortion(db, portion), silentLog)
  for (let day = begun; day < until; day += DAY) {
    const isYoung = day >= end - HOT_MS - DAY
    await ensurePartitions(db, day)
    for (let hour = day; hour < day + DAY; hour += HOUR) {
      const parts: FixBatch[] = []
      for (const batch of sea.until(hour + HOUR)) {
        plainly.record(batch)
        if (isYoung) recorder.record(batch)
        else
          parts.push(
            pickedFixes(
              batch,
              Int32Array.from({ length: batch.count }, (_, i) => i),
            ),
          )
      }
      if (parts.length > 0) await pack(db, hour, joinedFixes(parts))
      await plainly.flush()
      await recorder.flush()
    }
    // Keyframes are made for the last days only: nothing measured here needs older ones.
    if (isYoung) await deriveFrom(db, Number.MAX_SAFE_INTEGER)
    await compactor.run(Math.min(day + DAY, end - HOT_MS))
    console.log(`${new Date(day).toISOString().slice(0, 10)}: ${whole(plainly.stored)} fixes`)
  }
}

async function pack(db: Db, hour: number, fixes: FixBatch) {
  const places = await sortedPlaces(fixes, fixes.count, ['mmsi', 'split', 'observedAt', 'fixId'])
  await replaceHour(db, hour, pickedFixes(fixes, places))
}

type Timed = { p50: number; p95: number; delay: number; rows: number }

async function timed(rounds: number, work: (round: number) => Promise<number>): Promise<Timed> {
  const times: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await work(0)
  delay.enable()
  let rows = 0
  for (let round = 1; round <= rounds; round++) {
    const began = performance.now()
    rows = await work(round)
    times.push(performance.now() - began)
  }
  delay.disable()
  times.sort((a, b) => a - b)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), delay: delay.max / 1e6, rows }
}

async function bytesOf(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_total_relation_size(${table}::regclass)
      + coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(${table}::regclass) where isleaf), 0) as bytes`.execute(
    query(db),
  )
  return Number(rows[0]!.bytes)
}
const countOf = async (db: Db, statement: string) =>
  Number((await sql.raw<{ n: string }>(statement).execute(query(db))).rows[0]!.n)

async function measure(db: Db, until: number): Promise<Map<string, number>> {
  for (const index of INDEXES) await sql.raw(index).execute(query(db))
  await sql`vacuum (analyze) fix_chunks, fix_keyframes, plain_fixes, fixes`.execute(query(db))
  const reader = fixReader(db)
  const ratios = new Map<string, number>()
  const lines: string[][] = []
  for (const { name, rounds, ours, plain } of questions(db, reader, { from, until, hotMs: HOT_MS, ships })) {
    const [mine, theirs] = [await timed(rounds[0], ours), await timed(rounds[1], plain)]
    ratios.set(name, theirs.p50 / mine.p50)
    const figures = [mine.p50, mine.p95, theirs.p50, theirs.p95].map((ms) => ms.toFixed(ms < 100 ? 1 : 0))
    lines.push([
      name,
      whole(mine.rows),
      ...figures,
      (theirs.p50 / mine.p50).toFixed(1),
      mine.delay.toFixed(0),
    ])
    if (name.startsWith('replay of'))
      lines.push([
        `  fixes/s`,
        whole((mine.rows / mine.p50) * 1000),
        '',
        '',
        whole((theirs.rows / theirs.p50) * 1000),
        '',
        '',
        '',
      ])
  }
  const packed = await countOf(db, 'select sum(fixes) as n from fix_chunks')
  const all = await countOf(db, 'select count(*) as n from plain_fixes')
  const [ours, theirs] = [await bytesOf(db, 'fix_chunks'), await bytesOf(db, 'plain_fixes')]
  printTable(
    `${whole(all)} fixes, ${whole(packed)} of them in chunks`,
    ['', 'rows', 'p50 ms', 'p95 ms', 'plain p50', 'plain p95', 'ratio', 'delay ms'],
    lines,
  )
  const [mine, plainly] = [ours / packed, theirs / all]
  console.log(
    `bytes a fix: ${mine.toFixed(1)} in chunks, ${plainly.toFixed(1)} in the plain table, ${(plainly / mine).toFixed(1)} x`,
  )
  await sql`drop index plain_fixes_track, plain_fixes_time`.execute(query(db))
  return ratios.set('bytes', plainly / mine)
}

const engine = option('engine', 'embedded') === 'debian' ? await debian() : await embedded()
if (engine !== null)
  try {
    const { db } = engine.database
    console.log(`${engine.name}: ${whole(ships)} ships, a report every ${EVERY_S.toFixed(0)} s, ${DAYS} days`)
    await sql`create unlogged table plain_fixes (like fixes)`.execute(query(db))
    const sea = new HistorySea({ ships, everyS: EVERY_S, from })
    const early = from + 3 * DAY
    await load(db, early, sea, from)
    await measure(db, early)
    await load(db, end, sea, early)
    const ratios = await measure(db, end)
    console.log()
    for (const name of [`track of ${DAYS} days`, 'replay start, chunks', 'replay of 6 h in order'])
      printTarget(`${name} : plain table, ${engine.name}`, ratios.get(name)!, { atLeast: 5 })
    printTarget(`bytes of the plain table : chunks, ${engine.name}`, ratios.get('bytes')!, { atLeast: 4 })
  } finally {
    await engine.close()
  }
