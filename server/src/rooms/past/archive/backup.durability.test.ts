// Rooms: archive, engines, history
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { until } from '../../../../testing/servers/a-server.ts'
import { DiskFiles } from '../../../platform/engines/files/disk.ts'
import { embeddedPostgres } from '../../../platform/engines/embedded/embedded-postgres.ts'
import { foldersOf } from '../../../compose.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { query } from '../../../platform/needs/query.ts'
import {
  aReceivedFix,
  latestPlainly,
  plainFixes,
  randomFixes,
  readAll,
  storeFixes,
} from '../../../../testing/seas/fixes.ts'
import { keepReports, reportsAt, turnDays } from '../../picture/aircraft/reports.sql.ts'
import type { Report } from '../../picture/aircraft/store.ts'
import { Compactor } from '../history/chunks/compactor.ts'
import { deriveFrom } from '../history/derived/derive.sql.ts'
import { fixReader } from '../history/read/reader.ts'
import { ensurePartitions } from '../history/record/partitions.sql.ts'
import { receivedFor } from '../history/raw/raw-blocks.sql.ts'
import { storePortion } from '../history/record/record.sql.ts'
import { Recorder } from '../history/record/recorder.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import { backup, checkBackup, restore } from './backup.ts'

const { migrationsFolder } = foldersOf(path.resolve(import.meta.dirname, '../../../../..'))
let folder = ''
const open: (() => Promise<unknown>)[] = []
const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, n) => from + n * step)
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-backup-'))
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** A place for files; none are in it but where a test puts some. */
const files = (name = 'files') => new DiskFiles(path.join(folder, name))
/** An embedded database in a folder of its own. */
async function anEmbedded(name: string) {
  const engine = await embeddedPostgres({ dataFolder: path.join(folder, name), migrationsFolder })
  open.push(() => engine.close())
  await engine.migrate()
  return engine.db
}
/** A database of the server the tests run on: the embedded one, or PostgreSQL 15 with TEST_DATABASE_URL. */
async function aServerDatabase() {
  const database = await aDatabase()
  open.push(() => database.drop())
  await database.migrate()
  return database.db
}

async function fill(db: Db) {
  await sql`insert into sources (id, code, name) values (1, 'MSIS', E'tab\tand\nline \\ and ø')`.execute(
    query(db),
  )
  await sql`create table if not exists fixes_2026_01_05 partition of fixes
    for values from ('2026-01-05') to ('2026-01-06')`.execute(query(db))
  await sql`insert into fixes
    select 419000000 + n, 0, n, '2026-01-05T10:00Z', '2026-01-05T10:00Z', n, n, 1, null, 3, 4, 5, 1, 0, 1, 1, null, 0, 0
    from generate_series(1, 5000) n`.execute(query(db))
}
async function digest(db: Db) {
  const { rows } = await sql<{ sum: string }>`
    select md5(string_agg(f::text, '' order by fix_id)) || (select md5(string_agg(s::text, '')) from sources s) as sum
    from fixes f`.execute(query(db))
  return rows[0]?.sum
}

test('everything moves from the embedded database to a server and back', async () => {
  const [first, server, second] = [
    await anEmbedded('first'),
    await aServerDatabase(),
    await anEmbedded('second'),
  ]
  await fill(first)
  const there = path.join(folder, 'there.backup')
  const back = path.join(folder, 'back.backup')
  const written = await backup(first, files(), there)
  expect(await restore(server, files(), there)).toEqual(written)
  expect(await backup(server, files(), back)).toEqual(written)
  expect(await restore(second, files(), back)).toEqual(written)
  expect(await digest(server)).toBe(await digest(first))
  expect(await digest(second)).toBe(await digest(first))
})

test('a backup holds compacted fixes, and restores them where they are found', async () => {
  const [from, to] = [await aServerDatabase(), await aServerDatabase()]
  const start = Date.UTC(2025, 10, 30)
  const fixes = randomFixes(1, 2000, start, 30)
  await storeFixes(from, fixes)
  await deriveFrom(from, Number.MAX_SAFE_INTEGER)
  await new Compactor(from, silentLog).run(start + 26 * 3_600_000)
  const file = path.join(folder, 'compacted.backup')
  await backup(from, files(), file)
  await restore(to, files(), file)
  const request = { by: 'ARRIVAL', from: 0, to: Date.now(), quarantined: true, order: 'TIME' } as const
  expect(await readAll(fixReader(to).readFixes(request))).toEqual(fixes)
  const at = { by: 'ARRIVAL', at: start + 20 * 3_600_000 } as const
  expect(plainFixes(await fixReader(to).latestAt(at))).toEqual(latestPlainly(fixes, at))
})

test('a backup includes what was received for a fix', async () => {
  const [from, to] = [await aServerDatabase(), await aServerDatabase()]
  const at = Date.UTC(2025, 10, 30)
  await ensurePartitions(from, at)
  const line = '!AIVDM,1,1,,A,16?Ug;gP1T5KLE05bS83Q?wp0000,0*64\r\n'
  const recorder = new Recorder(
    (portion) => storePortion(from, portion),
    silentLog,
    () => true,
  )
  recorder.record(aReceivedFix(at, line))
  await recorder.flush()
  const file = path.join(folder, 'raw.backup')
  await backup(from, files(), file)
  await restore(to, files(), file)
  expect(Buffer.from((await receivedFor(to, at * 1024, at))!).toString()).toBe(line)
})

test('a backup includes received aircraft data, and creates the days of every daily table', async () => {
  const [from, to] = [await aServerDatabase(), await aServerDatabase()]
  const at = Date.UTC(2025, 10, 30, 12)
  await turnDays(from, at, 0)
  const report: Report = {
    rec_time: new Date(at),
    address: 0x800c01,
    source_id: 1,
    feed: 1,
    lat_udeg: 12_500_000,
    lon_udeg: 72_250_000,
    placed_at: new Date(at),
    heard_at: new Date(at),
    altitude: 31_000,
    altitude_at: new Date(at),
    is_geometric: false,
    ground_speed: null,
    track: null,
    vertical_rate: null,
    squawk: null,
    on_ground: null,
    category: null,
    source_type: 0,
    call_sign: 'AIC101',
  }
  await keepReports(from, [report], new Date(at))
  const file = path.join(folder, 'sky.backup')
  await backup(from, files(), file)
  await restore(to, files(), file)
  expect(await reportsAt(to, new Date(at), new Date(at - 60_000))).toEqual([report])
  const { rows } = await sql<{ name: string }>`
    select p.relname as name from pg_class p
    where p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace and not exists (
      select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = p.oid and c.relname ~ '_2025_11(_30)?$')`.execute(query(to))
  expect(rows).toEqual([])
})

test('a backup is of one instant while fixes arrive and old ones are moved and removed', async () => {
  const [from, to] = [await aServerDatabase(), await aServerDatabase()]
  const start = Date.UTC(2025, 10, 30)
  const fixes = randomFixes(2, 3000, start, 30)
  await storeFixes(from, fixes)
  await deriveFrom(from, Number.MAX_SAFE_INTEGER)
  const file = path.join(folder, 'online.backup')
  let isWritten = false
  const later: typeof fixes = []
  const working = (async () => {
    // Compaction empties the days and takes their tables away; more arrives meanwhile.
    for (let n = 0; !isWritten; n++) {
      const more = randomFixes(100 + n, 50, start + 40 * 3_600_000 + n * 1000, 1)
      await storeFixes(from, more)
      later.push(...more)
      await new Compactor(from, silentLog).run(start + 31 * 3_600_000)
    }
  })()
  const written = await backup(from, files(), file).finally(() => (isWritten = true))
  await working
  expect(await checkBackup(file)).toMatchObject(written)
  await restore(to, files(), file)
  const request = { by: 'ARRIVAL', from: 0, to: Date.now(), quarantined: true, order: 'TIME' } as const
  const found = await readAll(fixReader(to).readFixes(request))
  const ids = (some: typeof fixes) => some.map(({ fixId }) => String(fixId)).toSorted()
  const [before, after] = [new Set(ids(fixes)), new Set(ids(later))]
  expect(ids(found).filter((id) => before.has(id))).toEqual([...before].toSorted())
  expect(ids(found).every((id) => before.has(id) || after.has(id))).toBe(true)
  // Then the server goes on as before.
  await new Compactor(from, silentLog).run(start + 31 * 3_600_000)
  const all = await readAll(fixReader(from).readFixes(request))
  expect(ids(all)).toEqual(ids([...fixes, ...later]))
})

/** Sentences of the language that no administrator can act on. */
const INTERNAL = /Cannot (read|destructure)|undefined|JSON|is not (a function|iterable)|Invalid time|syntax/

test('a backup with any flipped bit is refused with a sentence that names it, or read in whole', async () => {
  const [from, empty] = [await aServerDatabase(), await aServerDatabase()]
  await fill(from)
  const file = path.join(folder, 'sound.backup')
  const written = await backup(from, files(), file)
  const bytes = readFileSync(file)
  const content = gunzipSync(bytes)
  const last = bytes.length - 1
  const places = [...range(0, 60), ...range(60, last - 10, 997), ...range(last - 10, last)]
  for (const at of places) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 1 << (at % 8)
    const other = path.join(folder, 'flipped.backup')
    writeFileSync(other, damaged)
    const answer = await checkBackup(other).catch((error: Error) => `${error.name}: ${error.message}`)
    if (typeof answer === 'string') {
      expect(answer, `bit of byte ${at}`).toMatch(
        /^StartFailure: .*flipped\.backup is (damaged|not a Samudra backup)/,
      )
      expect(answer).not.toMatch(INTERNAL)
      if (at % 13 === 0) await expect(restore(empty, files(), other)).rejects.toThrow(/flipped\.backup is/)
    } else {
      expect(answer).toMatchObject(written)
      // Some bits say nothing about the content: time, flags and system in the header of a gzip
      // file, and the bits that fill up the last byte of its compressed data (RFC 1951, 3.2).
      expect(gunzipSync(damaged).equals(content), `content with bit of byte ${at}`).toBe(true)
    }
  }
  expect((await restore(empty, files(), file)).rows).toBe(written.rows)
})

test('a backup that is damaged after it was compressed is refused with a sentence that names it', async () => {
  const [from, empty] = [await aServerDatabase(), await aServerDatabase()]
  await fill(from)
  const file = path.join(folder, 'sound.backup')
  await backup(from, files(), file)
  const clear = gunzipSync(readFileSync(file))
  const firstSize = clear.readUInt32BE(0)
  const flipped = (at: number, bit = 1) => {
    const damaged = Buffer.from(clear)
    damaged[at]! ^= bit
    return damaged
  }
  const [head, table] = [clear.subarray(4, 4 + firstSize), clear.indexOf('{"table":')]
  const framed = (value: unknown) => {
    const bytes = Buffer.from(JSON.stringify(value))
    const size = Buffer.alloc(4)
    size.writeUInt32BE(bytes.length)
    return Buffer.concat([size, bytes])
  }
  const rest = clear.subarray(4 + firstSize)
  const withHead = (value: unknown) => Buffer.concat([framed(value), rest])
  const known = JSON.parse(head.toString()) as object
  const damages: Record<string, Buffer> = {
    'the length of the head': flipped(2),
    'the brace of the head': flipped(4),
    'a name in the head': flipped(clear.indexOf('migrations')),
    'a name of a table': flipped(table + 3),
    'the brace of a table': flipped(table, 4),
    'the name of a column': flipped(clear.indexOf('"columns"') + 13),
    'the length of a table': flipped(table - 2),
    'a line feed among rows': flipped(clear.indexOf('\n')),
    'the end': flipped(clear.lastIndexOf('{"end"') + 2),
    'a figure of the end': flipped(clear.lastIndexOf('"rows":') + 7),
    'an end without figures': withHead(known).fill(0, withHead(known).lastIndexOf('{"end"')),
    'a head that is null': withHead(null),
    'a head without days': withHead({ ...known, days: undefined }),
    'a head with a wrong day': withHead({ ...known, days: ['yesterday'] }),
    'a head with wrong migrations': withHead({ ...known, migrations: 7 }),
    'a table that is null': Buffer.concat([clear.subarray(0, 4 + firstSize), framed(null), rest]),
    'a table without a name': Buffer.concat([
      clear.subarray(0, 4 + firstSize),
      framed({ columns: [] }),
      rest,
    ]),
    'an end that is null': Buffer.concat([clear.subarray(0, 4 + firstSize), framed({ end: null }), rest]),
    'no end': clear.subarray(0, clear.lastIndexOf('{"end"') - 4),
    'two ends': Buffer.concat([clear, clear.subarray(clear.lastIndexOf('{"end"') - 4)]),
    'no frame': Buffer.alloc(0),
  }
  const answers: Record<string, string[]> = {}
  for (const [what, bytes] of Object.entries(damages)) {
    const other = path.join(folder, 'damaged.backup')
    writeFileSync(other, gzipSync(bytes))
    answers[what] = await Promise.all(
      [checkBackup(other), restore(empty, files(), other)].map((done) =>
        done.then(
          () => 'taken',
          (error: Error) => `${error.name}: ${error.message}`,
        ),
      ),
    )
  }
  expect(answers['the name of a column']![1]).toContain('the table active_map_profiles in it does not fit')
  for (const [what, text] of Object.entries(answers))
    for (const one of text) {
      // Columns are known to the database alone.
      if (what === 'the name of a column' && one === 'taken') continue
      expect(`${what}: ${one}`).toMatch(/: StartFailure: .*damaged\.backup/)
      expect(one).not.toMatch(INTERNAL)
    }
  const { rows } = await sql<{ n: string }>`select count(*) as n from sources`.execute(query(empty))
  expect(rows[0]?.n).toBe('0')
})

test('a damaged or cut backup is found without restoring it', async () => {
  const from = await aServerDatabase()
  await fill(from)
  const file = path.join(folder, 'sound.backup')
  const written = await backup(from, files(), file)
  expect(await checkBackup(file)).toMatchObject(written)
  const bytes = readFileSync(file)
  for (const at of [20, bytes.length >> 1, bytes.length - 6]) {
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 0x10
    const other = path.join(folder, `damaged-${at}.backup`)
    writeFileSync(other, damaged)
    await expect(checkBackup(other)).rejects.toThrow(/damaged|not a Samudra backup/)
  }
  const cut = path.join(folder, 'cut-short.backup')
  writeFileSync(cut, bytes.subarray(0, bytes.length - 9))
  await expect(checkBackup(cut)).rejects.toThrow(/damaged/)
})

test('pages and the version of the settings come from the backup, not from the new database', async () => {
  const [from, to] = [await aServerDatabase(), await aServerDatabase()]
  await sql`update static_pages set body_md = 'Ours', version = 7 where key = 'help'`.execute(query(from))
  await sql`update admin_settings_version set version = 9`.execute(query(from))
  const file = path.join(folder, 'pages.backup')
  await backup(from, files(), file)
  await restore(to, files(), file)
  const { rows } = await sql`
    select s.version, p.body_md, (select count(*)::int from static_pages) as pages
    from admin_settings_version s, static_pages p where p.key = 'help'`.execute(query(to))
  expect(rows).toEqual([{ version: 9, body_md: 'Ours', pages: 5 }])
})

test('a backup is not read into a filled database, and a cut one leaves nothing behind', async () => {
  const [from, empty] = [await aServerDatabase(), await aServerDatabase()]
  await fill(from)
  const file = path.join(folder, 'samudra.backup')
  await backup(from, files(), file)
  await expect(restore(from, files(), file)).rejects.toThrow(/not empty/)
  const cut = path.join(folder, 'cut.backup')
  writeFileSync(cut, readFileSync(file).subarray(0, 2000))
  await expect(restore(empty, files(), cut)).rejects.toThrow(/cut\.backup is damaged and cannot be restored/)
  const { rows } = await sql<{ n: string }>`select count(*) as n from sources`.execute(query(empty))
  expect(rows[0]?.n).toBe('0')
})

test('a backup is read through once written; one that the disk damaged is not left behind', async () => {
  const db = await aServerDatabase()
  await fill(db)
  const [sound, file] = ['sound', 'spoilt'].map((name) => path.join(folder, name)) as [string, string]
  await backup(db, files(), sound)
  const writing = backup(db, files(), file).then(
    () => 'written',
    (error: Error) => error.message,
  )
  const draftOf = () => readdirSync(folder).find((name) => name.endsWith('.part'))
  await until(() => draftOf() !== undefined, 'it is being written')
  // What is read back is not what was written: the end is missing.
  const draft = path.join(folder, draftOf()!)
  renameSync(draft, path.join(folder, 'lost'))
  writeFileSync(draft, readFileSync(sound).subarray(0, -9))
  expect(await writing).toMatch(/damaged/)
  expect(readdirSync(folder).toSorted()).toEqual(['lost', 'sound'])
})

test('a file that lies where a backup is written stays as it is', async () => {
  const db = await aServerDatabase()
  const file = path.join(folder, 'sea.backup')
  writeFileSync(`${file}.part`, 'mine')
  await backup(db, files(), file)
  await expect(backup(db, files(), path.join(folder, 'missing', 'sea.backup'))).rejects.toThrow(
    /could not be written/,
  )
  expect(readFileSync(`${file}.part`, 'utf8')).toBe('mine')
  expect(readdirSync(folder).toSorted()).toEqual(['sea.backup', 'sea.backup.part'])
})
