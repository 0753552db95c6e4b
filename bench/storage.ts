/**
 * Measures the path from feed to database: sentences through decoder, ingest, picture and recorder until they are
 * durable, with and without the lines received for them. The reference is raw binary COPY of the very same rows in the
 * same portions into the same tables of the same engine, in turns. `npm run bench -- storage [--seconds=800]` (seconds
 * of the simulated sea, 400 fixes each)
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { ensurePartitions } from '../server/src/rooms/past/history/record/partitions.sql.ts'
import { mergeRawBlocks, rawGroups } from '../server/src/rooms/past/history/raw/raw-blocks.sql.ts'
import { storePortion } from '../server/src/rooms/past/history/record/record.sql.ts'
import type { Portion } from '../server/src/rooms/past/history/record/recorder.ts'
import type { Db } from '../server/src/platform/needs/database.ts'
import { query } from '../server/src/platform/needs/query.ts'
import { debian, embedded, type BenchEngine } from './engines.ts'
import { cpuSecondsBelow } from './processes.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'
import { record, wayIn, type Chunk } from './way-in.ts'

const ROUNDS = sized(5, 1)
const seconds = Number(option('seconds', sized('800', '20')))

type Measured = { fixes: number; wallS: number; cpuS: number }

/** Returns the portions that the recorder makes of the recording, held in memory. */
async function portionsOf(chunks: Chunk[]): Promise<Portion[]> {
  const portions: Portion[] = []
  const { recorder, take } = wayIn(async (portion) => void portions.push(portion), false)
  for (const chunk of chunks) take(chunk)
  await recorder.flush()
  return portions
}

async function emptied(db: Db) {
  await sql`truncate fixes, receptions, raw_tail, raw_blocks`.execute(query(db))
  await sql`checkpoint`.execute(query(db))
}

/** Time and CPU of this process and the engine's while `work` runs. */
async function timed(work: () => Promise<number>): Promise<Measured> {
  const engineBefore = cpuSecondsBelow(process.pid)
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const fixes = await work()
  const wallS = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { fixes, wallS, cpuS: (user + system) / 1e6 + cpuSecondsBelow(process.pid) - engineBefore }
}

async function throughTheFeed(db: Db, chunks: Chunk[], keepsLines: boolean): Promise<number> {
  const { recorder, take } = wayIn((portion) => storePortion(db, portion), keepsLines)
  for (const chunk of chunks) {
    take(chunk)
    // A socket hands over its next chunk only after others had their turn, and none while it is paused.
    do await setImmediate()
    while (recorder.isPressed())
  }
  await recorder.flush()
  return recorder.stored
}

async function rawCopy(db: Db, portions: Portion[]): Promise<number> {
  let fixes = 0
  for (const portion of portions) {
    await storePortion(db, portion)
    fixes += portion.fixes.count
  }
  return fixes
}

/** Rows and bytes on disk with every index, over all partitions. */
async function sizeOf(db: Db, table: 'fixes' | 'receptions') {
  const { rows } = await sql<{ rows: string; heap: string; total: string }>`
    select (select count(*) from ${sql.table(table)}) as rows,
      sum(pg_relation_size(relid)) as heap, sum(pg_total_relation_size(relid)) as total
    from pg_partition_tree(${table}::regclass) where isleaf`.execute(query(db))
  const { rows: count, heap, total } = rows[0]!
  return { rows: Number(count), heap: Number(heap) / Number(count), total: Number(total) / Number(count) }
}

/** Bytes of packed blocks of lines, for each fix in them. */
async function blocksOf(db: Db) {
  const { rows } = await sql<{ blocks: string; plain: string; packed: string }>`
    select count(*) as blocks, sum(bytes)::float8 / sum(fixes) as plain, sum(length(body))::float8 / sum(fixes) as packed
    from (select * from raw_tail union all select * from raw_blocks) both_tables`.execute(query(db))
  return { blocks: Number(rows[0]!.blocks), plain: Number(rows[0]!.plain), packed: Number(rows[0]!.packed) }
}

async function measure({ name, database: { db } }: BenchEngine, chunks: Chunk[], portions: Portion[]) {
  await ensurePartitions(db, Date.now())
  const feed: Measured[] = []
  const raw: Measured[] = []
  const remaining: Measured[] = []
  let sizes = { fixes: await sizeOf(db, 'fixes'), receptions: await sizeOf(db, 'receptions') }
  // The first round warms up compiler, caches and files and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    await emptied(db)
    raw.push(await timed(() => rawCopy(db, portions)))
    await emptied(db)
    feed.push(await timed(() => throughTheFeed(db, chunks, false)))
    await emptied(db)
    remaining.push(await timed(() => throughTheFeed(db, chunks, true)))
    sizes = { fixes: await sizeOf(db, 'fixes'), receptions: await sizeOf(db, 'receptions') }
  }
  if (feed[0]!.fixes !== raw[0]!.fixes || sizes.fixes.rows !== raw[0]!.fixes)
    throw new Error(`the feed stored ${feed[0]!.fixes} fixes and raw COPY ${raw[0]!.fixes}`)
  const rate = (of: Measured[], by: 'wallS' | 'cpuS') => median(of.slice(1).map((one) => one.fixes / one[by]))
  const ratio = (of: Measured[], to: Measured[]) =>
    median(of.slice(1).map((one, i) => to[i + 1]!.wallS / one.wallS))
  const small = await blocksOf(db)
  for (const group of await rawGroups(db, Date.now() + 2 * 3_600_000)) await mergeRawBlocks(db, group)
  const large = await blocksOf(db)
  return {
    name,
    feedWall: rate(feed, 'wallS'),
    feedCpu: rate(feed, 'cpuS'),
    rawWall: rate(raw, 'wallS'),
    rawCpu: rate(raw, 'cpuS'),
    storedWall: rate(remaining, 'wallS'),
    storedCpu: rate(remaining, 'cpuS'),
    ratio: ratio(feed, raw),
    storedRatio: ratio(remaining, feed),
    sizes,
    small,
    large,
  }
}

const chunks = record(seconds)
const portions = await portionsOf(chunks)
const fixes = portions.reduce((sum, portion) => sum + portion.fixes.count, 0)
const receptions = portions.reduce((sum, portion) => sum + portion.receptions.count, 0)
console.log(
  `${whole(fixes)} fixes and ${whole(receptions)} further receptions of ${seconds} s of load-20k, ` +
    `in ${portions.length} portions; fsync on; median of ${ROUNDS} rounds in turns`,
)
const results = []
for (const start of sized([embedded, debian], [embedded])) {
  const engine = await start()
  if (engine === null) continue
  try {
    results.push(await measure(engine, chunks, portions))
  } finally {
    await engine.close()
  }
}
printTable(
  'durable fixes a second',
  ['engine', 'feed, wall', 'raw COPY, wall', 'ratio', 'feed, CPU s', 'raw COPY, CPU s', 'ratio'],
  results.map((one) => [
    one.name,
    whole(one.feedWall),
    whole(one.rawWall),
    one.ratio.toFixed(2),
    whole(one.feedCpu),
    whole(one.rawCpu),
    (one.feedCpu / one.rawCpu).toFixed(2),
  ]),
)
printTable(
  'with what was received',
  ['engine', 'wall', 'against without', 'CPU s', 'against without'],
  results.map((one) => [
    one.name,
    whole(one.storedWall),
    one.storedRatio.toFixed(2),
    whole(one.storedCpu),
    (one.storedCpu / one.feedCpu).toFixed(2),
  ]),
)
printTable(
  'bytes a fix of what was received',
  ['engine', 'plain', 'as it came in', 'blocks', 'put together', 'blocks'],
  results.map((one) => [
    one.name,
    one.small.plain.toFixed(1),
    one.small.packed.toFixed(1),
    whole(one.small.blocks),
    one.large.packed.toFixed(1),
    whole(one.large.blocks),
  ]),
)
printTable(
  'bytes on disk',
  ['engine', 'a fix, heap', 'a fix, with indexes', 'a further reception'],
  results.map((one) => [
    one.name,
    one.sizes.fixes.heap.toFixed(1),
    one.sizes.fixes.total.toFixed(1),
    one.sizes.receptions.total.toFixed(1),
  ]),
)
console.log()
for (const one of results)
  printTarget(`feed to database : raw COPY, ${one.name}`, one.ratio, { atLeast: 0.7 })
