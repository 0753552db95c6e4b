import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { once } from 'node:events'
import { StartFailure, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { turnDays } from '../../picture/aircraft/reports.sql.ts'
import { ensurePartitions } from '../history/record/partitions.sql.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Files } from '../../../platform/needs/files.ts'
import { FrameReader, writeFrame } from './frames.ts'
import {
  FORMAT,
  hasEnd,
  headIn,
  partIn,
  type End,
  type FileHead,
  type Head,
  type TableHead,
} from './parts.ts'
import {
  FILES_APART,
  SEEDED,
  appliedMigrations,
  contentTables,
  hasRows,
  makeTablesBeforeFiles,
  openCopies,
} from './tables.sql.ts'

/** Tables with partitions, and what they are cut by. */
const BY_DAY = {
  fixes: 'rec_time',
  receptions: 'rec_time',
  raw_blocks: 'window_start',
  fix_chunks: 'window_start',
  reception_chunks: 'window_start',
  thin_chunks: 'window_start',
  aircraft_reports: 'rec_time',
}

/** `lost`: files whose bytes are not where they should be. */
export type Report = { tables: number; rows: number; files: number; lost: number }
const NONE: Readonly<Report> = { tables: 0, rows: 0, files: 0, lost: 0 }
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/**
 * Writes everything, as of one instant and while others write, into one compressed file, and reads that through again.
 * A half-written or damaged one is never left.
 */
export async function backup(db: Db, files: Files, file: string): Promise<Report> {
  // The name is unique, and nothing that exists is overwritten or removed.
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  // Before the file: without a database nothing is left behind.
  const copies = await openCopies(db)
  const opened = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    copies.abandon()
    return cannotWrite(error)
  })
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, opened.createWriteStream({ flush: true }))
  // The first failure is reported below.
  written.catch(() => undefined)
  try {
    const report = await writeAll({ db, files }, copies, gzip)
    gzip.end()
    await written
    const read = await checkBackup(draft)
    if (read.rows !== report.rows || read.tables !== report.tables || read.files !== report.files)
      throw new Error('the file differs from the written data; check the disk')
    await rename(draft, file)
    copies.release()
    return report
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    await rm(draft, { force: true })
    copies.abandon()
    return cannotWrite(error)
  }
}

async function writeAll(
  { db, files }: { db: Db; files: Files },
  copies: Awaited<ReturnType<typeof openCopies>>,
  gzip: Gzip,
): Promise<Report> {
  const report = { ...NONE }
  const tables = await contentTables(db)
  await copies.beginReading(tables)
  const days = new Set<string>()
  for (const [table, time] of Object.entries(BY_DAY).filter(([table]) => tables.includes(table)))
    for (const day of await copies.daysOf(table, time)) days.add(day.toISOString())
  const head: Head = {
    format: FORMAT,
    made_at: new Date().toISOString(),
    migrations: await appliedMigrations(db),
    days: [...days].sort(),
  }
  await writeFrame(gzip, json(head))
  for (const table of tables) {
    const columns = await copies.columnsOf(table)
    await writeFrame(gzip, json({ table, columns } satisfies TableHead))
    for await (const chunk of copies.out(table, columns)) {
      report.rows += countLines(chunk as Buffer)
      await writeFrame(gzip, chunk as Buffer)
    }
    await writeFrame(gzip, Buffer.alloc(0))
    report.tables++
  }
  // Within the same instant: until it is over no bytes are taken away.
  for (const hash of await copies.hashes()) await writeFile(gzip, files, hash, report)
  await copies.commit()
  await writeFrame(gzip, json({ end: report } satisfies End))
  return report
}

async function writeFile(gzip: Gzip, files: Files, hash: string, report: Report) {
  const [size, bytes] = [await files.sizeOf(hash), await files.read(hash)]
  if (size === null || bytes === null) return void report.lost++
  await writeFrame(gzip, json({ file: hash, size } satisfies FileHead))
  for await (const part of bytes) if (part.length > 0) await writeFrame(gzip, part)
  await writeFrame(gzip, Buffer.alloc(0))
  report.files++
}

/** Reads a backup through without restoring it: what is in it. Throws a StartFailure when it is cut or damaged. */
export async function checkBackup(file: string): Promise<Report & { madeAt: string }> {
  const { frames, close } = framesOf(file)
  try {
    const head = await readHead(file, frames)
    const report = await readParts(head, frames, {
      table: async (_, rows) => {
        let count = 0
        for await (const part of rows) count += countLines(part)
        return count
      },
      file: async (hash, bytes) => {
        const sum = createHash('sha256')
        for await (const part of bytes) sum.update(part)
        checkHash(hash, sum.digest('hex'))
      },
    })
    return { ...report, madeAt: head.made_at }
  } catch (error) {
    throw damaged(file, error)
  } finally {
    close()
  }
}

async function readHead(file: string, frames: FrameReader): Promise<Head> {
  const head = await frames
    .next()
    .then(headIn)
    .catch((error: unknown) => {
      throw damaged(file, error)
    })
  if (head === null) throw new StartFailure(`${file} is not a Samudra backup, or its header is damaged.`)
  return head
}

type Readers = {
  /** Returns how many rows there were. */
  table: (head: TableHead, rows: AsyncGenerator<Buffer>) => Promise<number>
  file: (hash: string, bytes: AsyncGenerator<Buffer>) => Promise<void>
}

/** Reads all that follows the head, and compares it with what the end counts. */
async function readParts(head: Head, frames: FrameReader, readers: Readers): Promise<Report> {
  const report = { ...NONE }
  let [before, isOver] = ['its header', false]
  for (let frame = await frames.next(); frame !== null; frame = await frames.next()) {
    if (isOver) throw new Error('data follows its end')
    const part = partIn(frame, before)
    if ('end' in part) {
      checkCounts(report, part)
      report.lost = part.end.lost
      isOver = true
    } else if ('file' in part) {
      await readers.file(part.file, partsIn(frames, `the file ${part.file}`))
      report.files++
      before = `the file ${part.file}`
    } else {
      report.rows += await readers.table(part, partsIn(frames, `the table ${part.table}`))
      report.tables++
      before = `the table ${part.table}`
    }
  }
  if (!isOver && hasEnd(head)) throw new Error('its end is missing')
  return report
}

function checkCounts(read: Report, { end }: End) {
  const { rows, tables, files } = end
  if (rows !== read.rows || tables !== read.tables || files !== read.files)
    throw new Error(`it should hold ${rows} rows of ${tables} tables and ${files} files`)
}

function checkHash(hash: string, read: string) {
  if (read !== hash) throw new Error(`the file ${hash} in it is damaged`)
}

/** The frames until an empty one. */
async function* partsIn(frames: FrameReader, part: string): AsyncGenerator<Buffer> {
  for (let frame = await frames.next(); ; frame = await frames.next()) {
    if (frame === null) throw new Error(`it is cut short in ${part}`)
    if (frame.length === 0) return
    yield frame
  }
}

function framesOf(file: string) {
  const gunzip = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => gunzip.destroy(error))
  // The next read throws the error; one that comes after the last read has no reader any more.
  gunzip.on('error', () => undefined)
  return {
    frames: new FrameReader(source.pipe(gunzip)),
    close: () => {
      source.destroy()
      gunzip.destroy()
    },
  }
}

const damaged = (file: string, error: unknown) =>
  error instanceof StartFailure
    ? error
    : new StartFailure(`${file} is damaged and cannot be restored: ${damageOf(error)}.`)

/** The sentence of a fault in a backup; those of the compression have a code alone. */
function damageOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return code.startsWith('Z_') ? `its compressed bytes are damaged (${sentenceOf(error)})` : sentenceOf(error)
}

function cannotWrite(error: unknown): never {
  throw new StartFailure(`The backup could not be written: ${sentenceOf(error)}`)
}

/**
 * Reads a backup into an empty database, all of it or nothing; a damaged one is found before any change. The sweep
 * removes bytes of files that no row names in the end.
 */
export async function restore(db: Db, files: Files, file: string): Promise<Report> {
  const { frames, close } = framesOf(file)
  let copies: Awaited<ReturnType<typeof openCopies>> | undefined
  try {
    const head = await readHead(file, frames)
    await checkFits(db, head)
    await checkIsEmpty(db)
    await checkBackup(file)
    const opened = (copies = await openCopies(db))
    if (!head.migrations.includes(FILES_APART)) await makeTablesBeforeFiles(db)
    for (const day of head.days) {
      await ensurePartitions(db, Date.parse(day))
      await turnDays(db, Date.parse(day), 0)
    }
    await opened.beginWriting()
    const report = await readParts(head, frames, {
      table: async ({ table, columns }, rows) => {
        if (SEEDED.includes(table)) await opened.clear(table)
        return fill(rows, opened.into(table, columns)).catch((error: unknown) => {
          throw new Error(`the table ${table} in it does not fit: ${sentenceOf(error)}`)
        })
      },
      file: (hash, bytes) => keepFile(files, hash, bytes),
    })
    await opened.commit()
    opened.release()
    return report
  } catch (error) {
    copies?.abandon()
    if (error instanceof StartFailure) throw error
    throw new StartFailure(`${file} could not be restored. Nothing was stored: ${damageOf(error)}.`)
  } finally {
    close()
  }
}

async function keepFile(files: Files, hash: string, bytes: AsyncGenerator<Buffer>) {
  const draft = await files.receive(bytes)
  try {
    checkHash(hash, draft.hash)
    await draft.store()
  } finally {
    await draft.drop()
  }
}

async function fill(frames: AsyncGenerator<Buffer>, into: NodeJS.WritableStream): Promise<number> {
  let rows = 0
  for await (const frame of frames) {
    rows += countLines(frame)
    // The frame is a view of a buffer that is used again.
    if (!into.write(Buffer.from(frame))) await once(into, 'drain')
  }
  const done = finished(into)
  into.end()
  await done
  return rows
}

async function checkFits(db: Db, head: Head) {
  const known = new Set(await appliedMigrations(db))
  if (head.migrations.some((name) => !known.has(name)))
    throw new StartFailure(
      'The backup was created by a newer version of Samudra. Restore it with that version.',
    )
}

/** Throws a StartFailure when a database holds anything; it may be of an older version, or not be made yet. */
export async function checkIsEmpty(db: Db): Promise<void> {
  for (const table of await contentTables(db))
    if (!SEEDED.includes(table) && (await hasRows(db, table)))
      throw new StartFailure(
        `The database is not empty (${table} has rows). Restore into a new data folder or an empty database.`,
      )
}

/** Text COPY ends every row with a line feed and escapes those inside values. */
function countLines(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}
